package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// draws behind the probabilities of several models: their standard errors are at most
// 0.0016.
const draws = 100_000

// source compares two models of some results.
type source func(opt Options) (Result, error)

// eachPair compares the models of results: two as they are, more of them pair by pair by the
// same procedure. Of many pairs some look different by chance: the p-values of the pairs are
// adjusted by Holm, for each task, metric and procedure, and the intervals of tests are
// simultaneous. On an m x 2 CV the joint posterior says where each model stands.
func eachPair(tasks []fold.TaskModels, opt Options, compare source) (Result, error) {
	opt, err := opt.filled()
	if err != nil {
		return Result{}, err
	}
	names, err := wanted(tasks, opt)
	if err != nil {
		return Result{}, err
	}
	if len(names) <= 2 {
		if len(names) == 2 && names[1] == opt.Control {
			names = []string{names[1], names[0]}
		}
		opt.Models = names
		return compare(opt)
	}
	var out Result
	pairs := pairsOf(names, opt.Control)
	for i, p := range pairs {
		o := opt
		o.Models, o.pairs = p[:], len(pairs)
		r, err := compare(o)
		if err != nil {
			return Result{}, err
		}
		out.add(r)
		if opt.Progress != nil {
			opt.Progress(i+1, len(pairs))
		}
	}
	if err := out.adjust(opt); err != nil {
		return Result{}, err
	}
	if slices.ContainsFunc(out.Verdicts, func(v Verdict) bool { return math.IsNaN(v.PValue) }) {
		out.Notes = append(out.Notes, "posterior probabilities are of each pair by itself: of 3, 5 or 10 equal models on 5 x 2 CV some pair is claimed in 7% to 93% of cases (study family-wise), where bcv-t with Holm claims one in at most 4%")
	}
	if err := out.rank(opt); err != nil {
		return Result{}, err
	}
	return out, out.stand(names, opt)
}

// wanted returns the models to compare; none means the two of each task, whatever their
// names.
func wanted(tasks []fold.TaskModels, opt Options) ([]string, error) {
	names := opt.Models
	if len(names) == 0 {
		most := 0
		for _, t := range tasks {
			most = max(most, len(t.Models))
		}
		if most <= 2 && opt.Control == "" {
			return nil, nil
		}
		if len(tasks) == 0 {
			return nil, fmt.Errorf("compare: control %q, but the results name no models; give them a column model", opt.Control)
		}
		names = tasks[0].Models
		for _, t := range tasks {
			if !slices.Equal(sorted(t.Models), sorted(names)) {
				return nil, fmt.Errorf("compare: %q has the models %q, %q has %q; name the models to compare", t.Place, t.Models, tasks[0].Place, names)
			}
		}
	}
	if opt.Control != "" && !slices.Contains(names, opt.Control) {
		return nil, fmt.Errorf("compare: the control %q is none of the models %q", opt.Control, names)
	}
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return nil, fmt.Errorf("compare: model %q stands twice; name it once", n)
		}
	}
	if len(names) == 1 {
		return nil, fmt.Errorf("compare: only %q; name two models or more", names[0])
	}
	return names, nil
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// pairsOf lists all pairs, or those with the control as A.
func pairsOf(names []string, control string) [][2]string {
	var out [][2]string
	for i, a := range names {
		for _, b := range names[i+1:] {
			switch control {
			case "", a:
				out = append(out, [2]string{a, b})
			case b:
				out = append(out, [2]string{b, a})
			}
		}
	}
	return out
}

// adjust sets the p-values of Holm among the pairs, and decides by them.
func (r *Result) adjust(opt Options) error {
	groups := map[[3]string][]int{}
	for i, v := range r.Verdicts {
		if !math.IsNaN(v.PValue) {
			key := [3]string{v.Task, v.Metric, v.Method}
			groups[key] = append(groups[key], i)
		}
	}
	for _, members := range groups {
		p := make([]float64, len(members))
		for k, i := range members {
			p[k] = r.Verdicts[i].PValue
		}
		adjusted, err := infer.Holm(p)
		if err != nil {
			return err
		}
		for k, i := range members {
			v := &r.Verdicts[i]
			v.PAdjusted = adjusted[k]
			v.decide(adjusted[k] <= opt.Alpha)
		}
	}
	return nil
}

// Standing says where a model stands among several.
type Standing struct {
	Task    string  `dataframe:"task" json:"task"`
	Metric  string  `dataframe:"metric" json:"metric"`
	Model   string  `dataframe:"model" json:"model"`
	Mean    float64 `dataframe:"mean" json:"mean"`               // over the folds
	PBest   float64 `dataframe:"p_best" json:"p_best"`           // posterior probability that the algorithm is the best of them
	PBestSE float64 `dataframe:"p_best_se" json:"p_best_se"`     // standard error, of draws
	PNear   float64 `dataframe:"p_near_best" json:"p_near_best"` // that the best is better by at most the rope
	MayBest bool    `dataframe:"may_be_best" json:"may_be_best"` // no other is shown to be better
	By      string  `dataframe:"by" json:"by"`                   // the procedure that MayBest is decided by
}

// stand fills in the standings by the joint posterior of each task and metric.
func (r *Result) stand(names []string, opt Options) error {
	seen := map[[2]string]bool{}
	for _, v := range r.Best() {
		key := [2]string{v.Task, v.Metric}
		if seen[key] {
			continue
		}
		seen[key] = true
		metrics := r.metrics(v, names)
		if metrics == nil {
			continue // no m x 2 CV
		}
		beaten, by := r.beaten(v.Task, v.Metric), v.Method
		if v.PAdjusted > 0 {
			by += " with Holm"
		}
		j, err := paired.NewJoint(metrics, opt.Prior)
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("no joint posterior of %d models: %v", len(names), err))
			continue
		}
		standings, err := j.Standings(v.HigherIsBetter, opt.Rope, draws, 1)
		if err != nil {
			return err
		}
		for i, s := range standings {
			r.Standings = append(r.Standings, Standing{Task: v.Task, Metric: v.Metric, Model: names[i], Mean: s.Mean,
				PBest: s.Best, PBestSE: s.BestSE, PNear: s.NearBest, MayBest: !slices.Contains(beaten, names[i]), By: by})
		}
	}
	return nil
}

// metrics returns those of each model on the folds of an m x 2 CV, for the task and
// metric of v; nil if the folds are others.
func (r *Result) metrics(v Verdict, names []string) [][][2]float64 {
	var out [][][2]float64
	for _, name := range names {
		i := slices.IndexFunc(r.Verdicts, func(o Verdict) bool {
			return o.Task == v.Task && o.Metric == v.Metric && o.data != nil && (o.ModelA == name || o.ModelB == name)
		})
		if i < 0 {
			return nil
		}
		values := r.Verdicts[i].data.b
		if r.Verdicts[i].ModelA == name {
			values = r.Verdicts[i].data.a
		}
		pairs := make([][2]float64, len(values))
		for j, row := range values {
			if len(row) != 2 || math.IsNaN(row[0]+row[1]) {
				return nil
			}
			pairs[j] = [2]float64{row[0], row[1]}
		}
		if len(pairs) == 0 {
			return nil
		}
		out = append(out, pairs)
	}
	return out
}

// beaten lists the models that a best verdict shows another one to be better than.
func (r *Result) beaten(task, metric string) []string {
	var out []string
	for _, v := range r.Best() {
		if v.Task == task && v.Metric == metric {
			out = append(out, v.worse())
		}
	}
	return out
}

// worse is the model that the other one is shown to be better than; empty if none is.
func (v Verdict) worse() string {
	switch v.Better() {
	case "":
		return ""
	case v.ModelA:
		return v.ModelB
	}
	return v.ModelA
}
