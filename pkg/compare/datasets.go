package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// AnotherDataset is the data set of the verdict on all of them together: what is to be
// expected on one that was not seen.
const AnotherDataset = "another data set"

// The procedures for several data sets together.
const (
	severalMethod  = "several"
	wilcoxonMethod = "wilcoxon"
)

// DatasetLosses is Losses for rows on several data sets. Errors count the rows of each
// data set from 1.
func DatasetLosses(rows []fold.DatasetLossRow, opt Options) (Result, error) {
	if len(rows) == 0 {
		return Losses(nil, opt)
	}
	var names []string
	var places []fold.TaskModels
	of := map[string][]fold.LossRow{}
	for _, r := range rows {
		if !slices.Contains(names, r.Dataset) {
			names = append(names, r.Dataset)
		}
		of[r.Dataset] = append(of[r.Dataset], r.LossRow)
	}
	if len(names) > 1 && slices.Contains(names, "") {
		return Result{}, fmt.Errorf("compare: a data set has no name; name it in every row or in none")
	}
	for _, name := range names {
		for _, t := range fold.RowModels(of[name]) {
			t.Dataset = name
			places = append(places, t)
		}
	}
	return eachPair(places, opt, func(opt Options) (Result, error) {
		var sets []fold.DatasetLosses
		models := opt.Models
		for _, name := range names {
			l, err := fold.LossesOf(of[name], models...)
			if err != nil {
				return Result{}, fmt.Errorf("data set %.40q: %w", name, err)
			}
			models = []string{l.A, l.B} // the same A and B on all
			sets = append(sets, fold.DatasetLosses{Dataset: name, Losses: l})
		}
		return FoldLossSets(sets, opt)
	})
}

// FoldLossSets compares two models on several data sets: on each by itself, and on all
// together by the hierarchical posterior of package hierarchical, whose estimate is the mean
// difference of all data sets there might be, and whose interval and probabilities are
// about another one; or by Wilcoxon's test, where a data set has no posterior.
func FoldLossSets(sets []fold.DatasetLosses, opt Options) (Result, error) {
	return onSets(opt, len(sets), func(i int, opt Options) (Result, string, error) {
		r, err := FoldLosses(sets[i].Losses, opt)
		return r, sets[i].Dataset, err
	})
}

// FoldPairSets is FoldLossSets for predictions.
func FoldPairSets(sets []fold.DatasetPairs, opt Options) (Result, error) {
	return onSets(opt, len(sets), func(i int, opt Options) (Result, string, error) {
		r, err := FoldPairs(sets[i].Pairs, opt)
		return r, sets[i].Dataset, err
	})
}

// onSets compares on each of n data sets, and on all together.
func onSets(opt Options, n int, on func(i int, opt Options) (r Result, dataset string, err error)) (Result, error) {
	opt, err := opt.filled()
	if err != nil {
		return Result{}, err
	}
	var out Result
	for i := range n {
		r, dataset, err := on(i, opt.onOne(n))
		if err != nil {
			return Result{}, err
		}
		for k := range r.Verdicts {
			r.Verdicts[k].Task, r.Verdicts[k].Dataset = dataset, dataset
		}
		out.add(r)
	}
	return out, out.together(opt)
}

// onOne are the options for one of n data sets.
func (o Options) onOne(n int) Options {
	if n > 1 && (o.Method == severalMethod || o.Method == wilcoxonMethod) {
		o.Method = ""
	}
	o.together = n > 1
	return o
}

// Across is what several data sets say together of two models.
type Across struct {
	Task, Metric   string // Task without the data set
	HigherIsBetter bool   // of the metric
	ModelA, ModelB string // differences are B less A
	Datasets       []string
	Level          float64
	Posterior      hierarchical.Posterior // its data sets are Datasets
	alone          []paired.Posterior
}

// Sets returns the difference on each data set: by its own folds alone, and with what the
// other data sets make likely. Intervals have Level and are about the algorithms.
func (a Across) Sets() (alone, shrunken []infer.Estimate) {
	for i, p := range a.alone {
		e, _ := p.Estimate(a.Level) // the level was checked
		t, _ := a.Posterior.DataSet(i).Estimate(a.Level)
		alone, shrunken = append(alone, e), append(shrunken, t)
	}
	return alone, shrunken
}

// Mean returns the mean difference of all data sets there might be.
func (a Across) Mean() infer.Estimate {
	e, _ := a.Posterior.Mean().Estimate(a.Level) // the level was checked
	return e
}

// together adds the verdicts on all data sets, for each task, metric and pair of models
// that all of them have.
func (r *Result) together(opt Options) error {
	groups, sets := r.bySet()
	if sets < 2 {
		return nil
	}
	for _, g := range groups {
		if g[0].Dataset == AnotherDataset || slices.ContainsFunc(g, func(v Verdict) bool { return v.Dataset == AnotherDataset }) {
			return fmt.Errorf("compare: a data set is called %q, as the verdict on all of them is; rename it", AnotherDataset)
		}
		if len(g) < sets {
			r.Notes = append(r.Notes, fmt.Sprintf("%s has no value on %d of %d data sets: nothing is said of all of them together", g[0].Metric, sets-len(g), sets))
			continue
		}
		if opt.Method != "" && !slices.Contains([]string{"paired", "correlated-t", severalMethod, wilcoxonMethod}, opt.Method) {
			continue
		}
		verdicts, across, err := togetherOf(g, opt)
		if err != nil {
			return err
		}
		r.Verdicts = append(r.Verdicts, verdicts...)
		r.Across = append(r.Across, across...)
	}
	if opt.pairs > 0 { // ranked when all pairs are there
		return nil
	}
	return r.rank(opt)
}

// bySet groups the best verdicts of each data set by task, metric and models, and counts
// the data sets.
func (r *Result) bySet() (groups [][]Verdict, sets int) {
	at := map[[4]string]int{}
	names := map[string]bool{}
	for _, v := range r.Best() {
		if v.Dataset == "" || v.data == nil {
			continue
		}
		names[v.Dataset] = true
		key := [4]string{v.data.task, v.Metric, v.ModelA, v.ModelB}
		i, ok := at[key]
		if !ok {
			i = len(groups)
			at[key], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups, len(names)
}

// togetherOf returns the wanted verdicts on all data sets of a group.
func togetherOf(g []Verdict, opt Options) (verdicts []Verdict, across []Across, err error) {
	base := Verdict{Task: fold.Place{Dataset: AnotherDataset, Task: g[0].data.task}.String(), Dataset: AnotherDataset, Metric: g[0].Metric,
		HigherIsBetter: g[0].HigherIsBetter, ModelA: g[0].ModelA, ModelB: g[0].ModelB, A: math.NaN(), B: math.NaN(), Target: Algorithms,
		Level: 1 - opt.Alpha, Delta: opt.Delta, Alternative: opt.Alternative, Rope: opt.Rope, Low: math.NaN(), High: math.NaN(), Statistic: math.NaN(), PValue: math.NaN(),
		PBetter: math.NaN(), PRope: math.NaN(), Known: Known{Error: math.NaN()}, Design: g[0].Design, Datasets: len(g)}
	a := Across{Task: g[0].data.task, Metric: base.Metric, HigherIsBetter: base.HigherIsBetter, ModelA: base.ModelA, ModelB: base.ModelB, Level: base.Level}
	for _, v := range g {
		if p, ok := v.Posterior(); ok {
			a.alone, a.Datasets = append(a.alone, p), append(a.Datasets, v.Dataset)
		}
	}
	if len(a.alone) == len(g) && opt.Method != wilcoxonMethod {
		if a.Posterior, err = hierarchical.New(a.alone, hierarchical.Options{}); err != nil {
			return nil, nil, err
		}
		verdicts, across = []Verdict{base.several(a.Posterior, opt)}, []Across{a}
	}
	if len(verdicts) > 0 && !opt.All {
		return verdicts, across, nil
	}
	v, err := base.wilcoxon(g, opt)
	if v.Recommended = len(verdicts) == 0; v.Recommended {
		v.Why = "not every data set has a posterior of its own, which needs folds of several training sets that differ"
	}
	return append(verdicts, v), across, err
}

// several is the verdict of the hierarchical posterior.
func (v Verdict) several(p hierarchical.Posterior, opt Options) Verdict {
	v.Method, v.Recommended, v.Estimate = severalMethod, true, p.Mean().Mean()
	v.Why = "the differences of the data sets are taken for a sample of a t distribution, each with the uncertainty of its own folds"
	v.Assumptions = "Hierarchical model of Corani et al. (2017) with the paired likelihood of each data set, or the correlated t of K-fold CV and hold-outs (package hierarchical); the estimate is the mean over data sets, interval and probability are about one more."
	v.Low, v.High = p.PredictiveQuantile(opt.Alpha/2), p.PredictiveQuantile(1-opt.Alpha/2)
	if p.Len() < 3 {
		v.Note = fmt.Sprintf("%d data sets hardly say how far another may lie; the prior does", p.Len())
	}
	below := p.PredictiveCDF(opt.Delta)
	v.PBetter = below
	if v.HigherIsBetter {
		v.PBetter = 1 - below
	}
	if opt.Rope > 0 {
		_, v.PRope, _ = p.Predictive(opt.Rope)
	}
	v.claim(1-below, below, opt)
	return v
}

// wilcoxon is the verdict of the signed-rank test of the mean differences.
func (v Verdict) wilcoxon(g []Verdict, opt Options) (Verdict, error) {
	v.Method = wilcoxonMethod
	v.Assumptions = "The data sets are a random sample, one number each, whose differences are symmetric (Demšar 2006); how surely each is known is left out."
	var differences []float64
	v.Estimate = 0
	for _, one := range g {
		d := one.data.differences.Mean()
		differences = append(differences, d-opt.Delta)
		v.Estimate += d / float64(len(g))
	}
	w, err := ranks.Wilcoxon(differences)
	if err != nil {
		return v, err
	}
	v.Statistic, v.PValue = w.Positive, w.PValue
	switch opt.Alternative {
	case infer.Greater:
		v.PValue = w.Greater
	case infer.Less:
		v.PValue = w.Less
	}
	if least := opt.Alternative.Sides() * math.Pow(2, -float64(w.N)); least > opt.Alpha {
		v.Note = fmt.Sprintf("with %d differences other than 0 no p-value is below %.3g", w.N, least)
	}
	v.decide(v.PValue <= opt.Alpha)
	return v, nil
}

// on names the partition set of a verdict, or the data sets.
func (v Verdict) on() string {
	if v.Datasets > 0 {
		return fmt.Sprintf("%d data sets", v.Datasets)
	}
	return v.Design.String()
}
