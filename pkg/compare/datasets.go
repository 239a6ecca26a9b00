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

// ofDatasets are the procedures for several data sets together; those of single data sets run before them (pool).
var ofDatasets = []Procedure{
	{Name: hierarchicalMethod, For: "folds of several data sets", Target: Algorithms, Source: "Corani et al. 2017",
		Needs: "results on several data sets, which a column dataset names"},
	{Name: wilcoxonMethod, For: "several data sets", Target: Algorithms, Source: "Demšar 2006",
		Needs: "results on several data sets, which a column dataset names"},
}

// Pooled is what several data sets say together of two models.
type Pooled struct {
	Task     string         `json:"task"`
	Metric   metric.Metric  `json:"metric" nulls:"name"`
	ModelA   string         `json:"model_a"`
	ModelB   string         `json:"model_b"` // differences are B minus A
	Datasets []string       `json:"datasets"`
	Mean     infer.Estimate `json:"mean" nulls:"ends"` // of all data sets there might be
	Level    float64        `json:"level"`
	Rope     float64        `json:"rope"` // half width of the region of practical equivalence; 0 for none

	alone     []paired.Posterior
	posterior func() (hierarchical.Posterior, error) // its data sets are Datasets
}

// Sets returns the difference on each data set: by its own folds alone, and with what the other data sets make likely,
// which takes long for many. Intervals have Level and are about the algorithms.
func (p Pooled) Sets() (alone, shrunken []infer.Estimate, err error) {
	if p.posterior == nil {
		return nil, nil, nil
	}
	together, err := p.posterior()
	if err != nil {
		return nil, nil, err
	}
	for i, own := range p.alone {
		by, _ := own.Estimate(p.Level) // the level was checked
		among, _ := together.DataSet(i).Estimate(p.Level)
		alone, shrunken = append(alone, by), append(shrunken, among)
	}
	return alone, shrunken, nil
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
				g.metric.Label(), missing, len(sets)))
			continue
		}
		if len(opt.Methods) > 0 && !slices.ContainsFunc(opt.Methods, pools) {
			continue
		}
		if err := r.poolGroup(g, poolShare*len(sets)/len(groups), opt); err != nil {
			return err
		}
	}
	return nil
}

// poolGroup adds the wanted verdicts on all data sets of a group, which are this much work.
func (r *Report) poolGroup(g *group, work int, opt Options) error {
	first := g.verdicts[0]
	base := Verdict{Key: results.Key{Dataset: AnotherDataset, Task: g.task}, Metric: g.metric,
		ModelA: first.ModelA, ModelB: first.ModelB, A: math.NaN(), B: math.NaN(), Target: Algorithms,
		Level: 1 - opt.Alpha, Delta: opt.Delta, Alternative: opt.Alternative, Rope: opt.Rope,
		Low: math.NaN(), High: math.NaN(), Statistic: math.NaN(), PValue: math.NaN(),
		PBetter: math.NaN(), PRope: math.NaN(), ErrorRate: unknownRate,
		Design: first.Design, Datasets: len(g.verdicts)}
	if first.onItems() {
		base.Target = OtherItems
	}
	p := Pooled{Task: g.task, Metric: g.metric, ModelA: base.ModelA, ModelB: base.ModelB, Level: base.Level,
		Rope: base.Rope}
	for _, v := range g.verdicts {
		if own, ok := v.Posterior(); ok {
			p.alone, p.Datasets = append(p.alone, own), append(p.Datasets, v.Dataset)
		}
	}
	ranks := slices.Contains(opt.Methods, wilcoxonMethod)
	together := len(p.alone) == len(g.verdicts) && (!ranks || slices.Contains(opt.Methods, hierarchicalMethod))
	if together {
		listen := func(done, total int) { opt.work.add(work*done/total - work*(done-1)/total) }
		posterior, err := hierarchical.New(p.alone, hierarchical.Options{Progress: listen})
		if err != nil {
			return err
		}
		p.posterior = func() (hierarchical.Posterior, error) { return posterior, nil }
		p.Mean, _ = posterior.Mean().Estimate(p.Level) // the level was checked
		r.Pooled, r.Verdicts = append(r.Pooled, p), append(r.Verdicts, base.hierarchical(posterior, opt))
		if !opt.All && !ranks {
			return nil
		}
	}
	v, err := base.wilcoxon(g.verdicts, r.pairs, opt)
	if v.Recommended = !together; v.Recommended {
		v.Why = "not every data set has a posterior of its own, which needs folds of several training sets that differ"
	}
	if !slices.ContainsFunc(g.verdicts, func(one Verdict) bool { return one.Method != "" }) {
		v.Why = "there is one value of each model on each data set"
	}
	r.Verdicts = append(r.Verdicts, v)
	return err
}

// fewDatasets is the number below which their signs alone cannot reject at 5%.
const fewDatasets = 6

// hierarchical is the verdict of the hierarchical posterior.
func (v Verdict) hierarchical(p hierarchical.Posterior, opt Options) Verdict {
	v.Method, v.Recommended, v.Estimate = hierarchicalMethod, true, p.Mean().Mean()
	v.Why = "the differences of the data sets are taken for a sample of a t distribution, " +
		"each with the uncertainty of its own folds"
	v.Assumptions = "Hierarchical model of Corani et al. (2017) with the paired likelihood of each data set, or " +
		"the correlated t of K-fold CV and hold-outs; the estimate is the mean over data sets, " +
		"interval and probability are about one more."
	ends := opt.interval(infer.Interval{Low: p.PredictiveQuantile(opt.Alpha / 2),
		High: p.PredictiveQuantile(1 - opt.Alpha/2)}, p.PredictiveQuantile)
	v.Low, v.High = v.Metric.CutDifference(ends.Low, ends.High)
	if n := p.Len(); n < fewDatasets {
		v.Low, v.High = math.NaN(), math.NaN()
		v.Note = fmt.Sprintf("with %d data sets there is no interval for another one: the prior would make it (and "+
			"Wilcoxon's exact p-value is never below %.3g)", n, math.Pow(2, 1-float64(n)))
	}
	below := p.PredictiveCDF(opt.Delta)
	v.PBetter = below
	if v.Metric.Upward() {
		v.PBetter = 1 - below
	}
	if opt.Rope > 0 {
		_, v.PRope, _ = p.Predictive(opt.Rope)
	}
	v.claim(1-below, below, opt)
	return v
}

// wilcoxon is the verdict of the signed-rank test of the mean differences.
func (v Verdict) wilcoxon(sets []Verdict, pairs map[cell]*pair, opt Options) (Verdict, error) {
	v.Method = wilcoxonMethod
	v.Assumptions = "The data sets are a random sample, one number each, whose differences are symmetric " +
		"(Demšar 2006); how surely each is known is left out."
	var differences, sizes []float64
	v.Estimate = 0
	for _, one := range sets {
		p := pairs[one.cell()]
		d := p.differences.Mean()
		differences = append(differences, d-opt.Delta)
		sizes = append(sizes, max(p.of.Largest(p.metric), math.Abs(opt.Delta)))
		v.Estimate += d / float64(len(sets))
	}
	w, err := ranks.Wilcoxon(differences, sizes)
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
	if math.Abs(v.Estimate) <= infer.Rounding(slices.Max(sizes)) {
		v.Estimate = 0
	}
	switch least := opt.Alternative.Sides() * math.Pow(2, -float64(w.N)); {
	case w.N == 0:
		v.Note = "the models are equal on all data sets"
	case least > opt.Alpha:
		v.Note = fmt.Sprintf("with %d differences other than 0 no p-value is below %.3g", w.N, min(1, least))
	}
	if v.PValue <= opt.Alpha { // the ranks decide, whose side the mean need not be on
		above := w.Greater < w.Less
		if v.Winner = v.favours(above); above != (v.Estimate > opt.Delta) {
			v.Note = "the ranks of the differences decide, and their mean lies on the other side"
		}
	}
	return v, nil
}
