package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// AnotherDataset is the data set of the verdict on all of them together: what is to be
// expected on one that was not seen.
const AnotherDataset = "another data set"

// The procedures for several data sets together.
const (
	hierarchicalMethod = "several"
	wilcoxonMethod     = "wilcoxon"
)

// Pooled is what several data sets say together of two models.
type Pooled struct {
	Task           string
	Metric         metric.Metric
	ModelA, ModelB string // differences are B minus A
	Datasets       []string
	Level          float64
	Posterior      hierarchical.Posterior // its data sets are Datasets

	alone []paired.Posterior
}

// Sets returns the difference on each data set: by its own folds alone, and with what the
// other data sets make likely. Intervals have Level and are about the algorithms.
func (p Pooled) Sets() (alone, shrunken []infer.Estimate) {
	for i, own := range p.alone {
		by, _ := own.Estimate(p.Level) // the level was checked
		among, _ := p.Posterior.DataSet(i).Estimate(p.Level)
		alone, shrunken = append(alone, by), append(shrunken, among)
	}
	return alone, shrunken
}

// Mean returns the mean difference of all data sets there might be.
func (p Pooled) Mean() infer.Estimate {
	e, _ := p.Posterior.Mean().Estimate(p.Level)
	return e
}

// group holds the best verdicts on each data set for one task and metric.
type group struct {
	task     string
	metric   metric.Metric
	verdicts []Verdict
}

// pool adds the verdicts on all data sets, for each task and metric that all of them have, of the
// verdicts on one pair of models.
func (r *Report) pool(verdicts []Verdict, opt Options) error {
	var groups []*group
	sets := map[string]bool{}
	for _, v := range best(verdicts) {
		sets[v.Dataset] = true
		i := slices.IndexFunc(groups, func(g *group) bool { return g.task == v.Task && g.metric == v.Metric })
		if i < 0 {
			i, groups = len(groups), append(groups, &group{task: v.Task, metric: v.Metric})
		}
		groups[i].verdicts = append(groups[i].verdicts, v)
	}
	own := []string{pairedMethod, correlatedMethod, hierarchicalMethod, wilcoxonMethod}
	pools := func(method string) bool { return slices.Contains(own, method) }
	for _, g := range groups {
		if missing := len(sets) - len(g.verdicts); missing > 0 {
			r.note(fmt.Sprintf("%s has no value on %d of %d data sets: nothing is said of all of them together",
				g.metric.Name, missing, len(sets)))
			continue
		}
		if len(opt.Methods) > 0 && !slices.ContainsFunc(opt.Methods, pools) {
			continue
		}
		if err := r.poolGroup(g, opt); err != nil {
			return err
		}
	}
	return nil
}

// poolGroup adds the wanted verdicts on all data sets of a group.
func (r *Report) poolGroup(g *group, opt Options) error {
	first := g.verdicts[0]
	base := Verdict{Key: results.Key{Dataset: AnotherDataset, Task: g.task}, Metric: g.metric,
		ModelA: first.ModelA, ModelB: first.ModelB, A: math.NaN(), B: math.NaN(), Target: Algorithms,
		Level: 1 - opt.Alpha, Delta: opt.Delta, Alternative: opt.Alternative, Rope: opt.Rope,
		Low: math.NaN(), High: math.NaN(), Statistic: math.NaN(), PValue: math.NaN(),
		PBetter: math.NaN(), PRope: math.NaN(), ErrorRate: unknownRate,
		Design: first.Design, Datasets: len(g.verdicts)}
	p := Pooled{Task: g.task, Metric: g.metric, ModelA: base.ModelA, ModelB: base.ModelB, Level: base.Level}
	for _, v := range g.verdicts {
		if own, ok := v.Posterior(); ok {
			p.alone, p.Datasets = append(p.alone, own), append(p.Datasets, v.Dataset)
		}
	}
	ranks := slices.Contains(opt.Methods, wilcoxonMethod)
	together := len(p.alone) == len(g.verdicts) && (!ranks || slices.Contains(opt.Methods, hierarchicalMethod))
	if together {
		var err error
		if p.Posterior, err = hierarchical.New(p.alone, hierarchical.Options{}); err != nil {
			return err
		}
		r.Pooled, r.Verdicts = append(r.Pooled, p), append(r.Verdicts, base.hierarchical(p.Posterior, opt))
		if !opt.All && !ranks {
			return nil
		}
	}
	v, err := base.wilcoxon(g.verdicts, opt)
	if v.Recommended = !together; v.Recommended {
		v.Why = "not every data set has a posterior of its own, which needs folds of several training sets that differ"
	}
	r.Verdicts = append(r.Verdicts, v)
	return err
}

// hierarchical is the verdict of the hierarchical posterior.
func (v Verdict) hierarchical(p hierarchical.Posterior, opt Options) Verdict {
	v.Method, v.Recommended, v.Estimate = hierarchicalMethod, true, p.Mean().Mean()
	v.Why = "the differences of the data sets are taken for a sample of a t distribution, " +
		"each with the uncertainty of its own folds"
	v.Assumptions = "Hierarchical model of Corani et al. (2017) with the paired likelihood of each data set, or " +
		"the correlated t of K-fold CV and hold-outs; the estimate is the mean over data sets, " +
		"interval and probability are about one more."
	v.Low, v.High = p.PredictiveQuantile(opt.Alpha/2), p.PredictiveQuantile(1-opt.Alpha/2)
	if p.Len() < 3 {
		v.Note = fmt.Sprintf("%d data sets hardly show how far another may lie; the prior does", p.Len())
	}
	below := p.PredictiveCDF(opt.Delta)
	v.PBetter = below
	if v.Metric.HigherIsBetter {
		v.PBetter = 1 - below
	}
	if opt.Rope > 0 {
		_, v.PRope, _ = p.Predictive(opt.Rope)
	}
	v.claim(1-below, below, opt)
	return v
}

// wilcoxon is the verdict of the signed-rank test of the mean differences.
func (v Verdict) wilcoxon(sets []Verdict, opt Options) (Verdict, error) {
	v.Method = wilcoxonMethod
	v.Assumptions = "The data sets are a random sample, one number each, whose differences are symmetric " +
		"(Demšar 2006); how surely each is known is left out."
	var differences []float64
	v.Estimate = 0
	for _, one := range sets {
		d := one.of.differences.Mean()
		differences = append(differences, d-opt.Delta)
		v.Estimate += d / float64(len(sets))
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

// Ranking has what papers on several data sets are asked to report (Demšar 2006): the
// models are ranked on each data set by their mean metric, and the data sets taken for a
// sample. It is about the algorithms, and leaves out how surely each number is known.
type Ranking struct {
	Task, Metric string // Task without the data set
	Datasets     int
	Models       []RankedModel // in order of appearance
	ChiSquared   float64       // Friedman's; NaN where all models are equal everywhere, as the next three
	PValue       float64       // of it
	F            float64       // of Iman and Davenport
	FPValue      float64
	Alpha        float64
	Critical     float64 // Nemenyi's critical difference of mean ranks at level Alpha
	Pairs        []RankedPair
}

// RankedModel is a model with its mean rank, 1 for the best.
type RankedModel struct {
	Model string
	Rank  float64
}

// RankedPair holds the p-values of two models, two-sided.
type RankedPair struct {
	ModelA, ModelB string
	Wilcoxon       float64 // of the signed-rank test, by itself
	Holm           float64 // adjusted for all pairs
	Nemenyi        float64 // of the mean ranks, for all pairs by itself
}

// rank fills in the rankings of the models of the pairs over several data sets.
func (r *Report) rank(rs []results.Results, pairs [][][2]int, sets int, opt Options) error {
	type key struct {
		task   string
		metric metric.Metric
	}
	var keys []key
	scores := map[key]ranks.Scores{}
	for i := range rs {
		for _, m := range opt.metrics(rs[i]) {
			k := key{rs[i].Key.Task, rs[i].Metrics[m]}
			if scores[k] == nil {
				keys = append(keys, k)
			}
			var row []float64
			for _, model := range inPairs(pairs, i) {
				row = append(row, mean(&rs[i], m, model))
			}
			scores[k] = append(scores[k], row)
		}
	}
	models := inPairs(pairs, 0)
	unknown := func(row []float64) bool { return slices.ContainsFunc(row, math.IsNaN) }
	for _, k := range keys {
		if len(scores[k]) < sets || slices.ContainsFunc(scores[k], unknown) {
			continue // a mean is not known
		}
		better := ranks.Lower
		if k.metric.HigherIsBetter {
			better = ranks.Higher
		}
		var names []string
		for _, m := range models {
			names = append(names, rs[0].Models[m])
		}
		ranking, err := newRanking(names, scores[k], better, opt.Alpha)
		if err != nil {
			return err
		}
		ranking.Task, ranking.Metric = k.task, k.metric.Name
		r.Rankings = append(r.Rankings, ranking)
	}
	return nil
}

// inPairs lists the places of the models of the pairs in one of the results, in order of
// appearance.
func inPairs(pairs [][][2]int, of int) []int {
	var out []int
	seen := map[int]bool{}
	for _, p := range pairs {
		for _, m := range p[of] {
			if !seen[m] {
				seen[m] = true
				out = append(out, m)
			}
		}
	}
	return out
}

// newRanking makes the tests of scores, one row per data set.
func newRanking(models []string, scores ranks.Scores, better ranks.Better, alpha float64) (Ranking, error) {
	out := Ranking{Datasets: len(scores), Alpha: alpha,
		ChiSquared: math.NaN(), PValue: math.NaN(), F: math.NaN(), FPValue: math.NaN()}
	by, err := ranks.Ranks(scores, better)
	if err != nil {
		return out, err
	}
	for k, name := range models {
		m := RankedModel{Model: name}
		for i := range by {
			m.Rank += by[i][k] / float64(len(by))
		}
		out.Models = append(out.Models, m)
	}
	if f, err := ranks.Friedman(scores, better); err == nil { // else all are equal everywhere
		out.ChiSquared, out.PValue, out.F, out.FPValue = f.ChiSquared, f.PValue, f.F, f.FPValue
	}
	if out.Critical, err = ranks.CriticalDifference(len(models), len(scores), alpha); err != nil {
		return out, err
	}
	pairs, err := ranks.Pairs(scores, better)
	for _, p := range pairs {
		out.Pairs = append(out.Pairs, RankedPair{ModelA: models[p.A], ModelB: models[p.B],
			Wilcoxon: p.Wilcoxon.PValue, Holm: p.Holm, Nemenyi: p.Nemenyi})
	}
	return out, err
}

// String says the tests of all models in a sentence.
func (r Ranking) String() string {
	s := fmt.Sprintf("mean ranks of %d models by %s on %d data sets", len(r.Models), r.Metric, r.Datasets)
	if r.Task != "" {
		s = r.Task + ": " + s
	}
	if math.IsNaN(r.ChiSquared) {
		return s + ": all are equal everywhere"
	}
	return fmt.Sprintf("%s: Friedman chi-squared = %.4g, p = %.4g; Iman-Davenport F = %.4g, p = %.4g; "+
		"critical difference at %.3g (Nemenyi) %.4g",
		s, r.ChiSquared, r.PValue, r.F, r.FPValue, r.Alpha, r.Critical)
}
