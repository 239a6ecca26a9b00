package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// draws behind the probabilities of several models: their standard errors are at most
// 0.0016.
const draws = 100_000

// adjustments are the ways to adjust the p-values of several tests.
var adjustments = map[string]struct {
	name string
	of   func(p []float64) ([]float64, error)
}{
	"":           {"Holm", infer.Holm},
	"holm":       {"Holm", infer.Holm},
	"bonferroni": {"Bonferroni", infer.Bonferroni},
}

// adjust adjusts the p-values of each task and metric, and decides by them: those of one procedure among the
// pairs, or with Options.Adjust those of all procedures, of each pair by itself if there is only one pair, or
// Options.Separate.
func (r *Report) adjust(opt Options) error {
	type key struct {
		results.Key
		metric, method, a, b string
	}
	by := adjustments[opt.Adjust]
	among := fmt.Sprintf("all pairs (%s)", by.name)
	if opt.Adjust != "" && opt.pairs > 1 {
		among = fmt.Sprintf("all pairs and tests (%s)", by.name)
	}
	groups := map[key][]int{}
	described := false
	for i, v := range r.Verdicts {
		if !known(v.PValue) {
			described = true
			continue
		}
		k := key{Key: v.Key, metric: v.Metric.Name}
		if opt.Adjust == "" {
			k.method = v.Method
		}
		if opt.pairs == 1 {
			k.a, k.b = v.ModelA, v.ModelB
		}
		groups[k] = append(groups[k], i)
	}
	for _, members := range groups {
		p := make([]float64, len(members))
		for k, i := range members {
			p[k] = r.Verdicts[i].PValue
		}
		adjusted, err := by.of(p)
		if err != nil {
			return err
		}
		for k, i := range members {
			v := &r.Verdicts[i]
			v.PAdjusted, v.Adjusted = adjusted[k], among
			if opt.pairs == 1 {
				v.Adjusted = fmt.Sprintf("%d tests (%s)", len(members), by.name)
			}
			v.decide(adjusted[k] <= opt.Alpha)
		}
	}
	if described && opt.pairs > 1 {
		r.note("posterior probabilities are about each pair by itself: with 3, 5 or 10 equal models on 5 x 2 CV some pair " +
			"is claimed in 7% to 93% of cases (study family-wise), where bcv-t with Holm claims one in at most 4%")
	}
	return nil
}

// Standing says where a model stands among several.
type Standing struct {
	Dataset   string  `dataframe:"dataset" json:"dataset"`
	Task      string  `dataframe:"task" json:"task"`
	Metric    string  `dataframe:"metric" json:"metric"`
	Model     string  `dataframe:"model" json:"model"`
	Mean      float64 `dataframe:"mean" json:"mean"`               // over the folds
	PBest     float64 `dataframe:"p_best" json:"p_best"`           // posterior probability that the algorithm is the best
	PBestSE   float64 `dataframe:"p_best_se" json:"p_best_se"`     // standard error, by the draws
	PNear     float64 `dataframe:"p_near_best" json:"p_near_best"` // that the best is better by at most the rope
	NotBeaten bool    `dataframe:"not_beaten" json:"not_beaten"`   // no other model is shown to be better
	By        string  `dataframe:"by" json:"by"`                   // the procedure that NotBeaten is decided by
}

// Key returns the data set and the task.
func (s Standing) Key() results.Key { return results.Key{Dataset: s.Dataset, Task: s.Task} }

// stand fills in the standings by the joint posterior of each task and metric.
func (r *Report) stand(rs []results.Results, models []string, opt Options) error {
	type key struct {
		of     *results.Results
		metric int
	}
	beaten, by := map[key][]string{}, map[key]string{}
	for _, v := range r.Best() {
		if v.of == nil {
			continue
		}
		k := key{v.of.of, v.of.metric}
		beaten[k] = append(beaten[k], v.worse())
		if by[k] != "" {
			continue
		}
		if by[k] = v.Method; v.Adjusted != "" {
			by[k] += " with Holm"
		}
	}
	for i := range rs {
		for _, m := range opt.metrics(rs[i]) {
			k := key{&rs[i], m}
			models := slices.DeleteFunc(slices.Clone(models),
				func(name string) bool { return !slices.Contains(rs[i].Models, name) })
			folds := foldsOf(&rs[i], m, models)
			if by[k] == "" || folds == nil || len(models) < 3 {
				continue // no verdict, no m x 2 CV, or no more than one pair
			}
			by := Standing{Dataset: rs[i].Dataset, Task: rs[i].Key.Task, Metric: rs[i].Metrics[m].Name, By: by[k]}
			j, err := jointOf(&rs[i], m, models, folds, opt.Prior)
			if err != nil {
				r.note(fmt.Sprintf("no joint posterior of %d models: %v", len(models), err))
				continue
			}
			if err := r.standings(by, models, j, beaten[k], rs[i].Metrics[m].HigherIsBetter, opt); err != nil {
				return err
			}
		}
	}
	return nil
}

// standings adds the standings of one task and metric, for which base has all but the models.
func (r *Report) standings(base Standing, models []string, j paired.Joint, beaten []string, higher bool,
	opt Options) error {
	standings, err := j.Standings(higher, opt.Rope, draws, 1)
	if err != nil {
		return err
	}
	for i, s := range standings {
		base.Model, base.Mean, base.PBest, base.PBestSE, base.PNear = models[i], s.Mean, s.Best, s.BestSE, s.NearBest
		base.NotBeaten = !slices.Contains(beaten, models[i])
		r.Standings = append(r.Standings, base)
	}
	return nil
}

// jointOf returns the joint posterior of models, with their inner results where it takes them; see pairedOf.
func jointOf(of *results.Results, metric int, models []string, folds [][][2]float64, prior paired.Prior) (paired.Joint,
	error) {
	if of.Inner != nil {
		var inner [][][2][][2]float64
		for _, name := range models {
			i, err := of.Model(name)
			if err != nil {
				return paired.Joint{}, err
			}
			inner = append(inner, of.Inner.Of(metric, i))
		}
		if j, err := paired.NewNestedJoint(folds, inner, prior); err == nil {
			return j, nil
		}
	}
	return paired.NewJoint(folds, prior)
}

// foldsOf returns the metric of each model on the folds of an m x 2 CV; nil for other designs.
func foldsOf(of *results.Results, metric int, models []string) [][][2]float64 {
	var out [][][2]float64
	for _, name := range models {
		i, err := of.Model(name)
		if err != nil {
			return nil
		}
		folds := twoFold(of, metric, i)
		if len(folds) == 0 {
			return nil
		}
		out = append(out, folds)
	}
	return out
}

// mean returns the mean metric of a model over the folds, NaN where it has no value on one.
func mean(of *results.Results, metric, model int) float64 {
	if of.Missing(metric, model) != "" {
		return math.NaN()
	}
	sum, all := 0.0, of.Values[metric].Of(model)
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}
