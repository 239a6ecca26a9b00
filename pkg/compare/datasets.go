package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// wilcoxonMethod is a procedure for several data sets together, beside verdict.Several.
const wilcoxonMethod = "wilcoxon"

// ofDatasets are the procedures for several data sets together; those of single data sets run before them (pool).
var ofDatasets = []Procedure{
	{Name: verdict.Several, For: "folds of several data sets", Target: verdict.Algorithms, Source: "Corani et al. 2017",
		Needs: "results on several data sets, which a column dataset names"},
	{Name: wilcoxonMethod, For: "several data sets", Target: verdict.Algorithms, Source: "Demšar 2006",
		Needs: "results on several data sets, which a column dataset names"},
}

// group holds the best verdicts on each data set for one task and metric.
type group struct {
	task     string
	metric   metric.Metric
	verdicts []draft
}

// pool adds the verdicts on all data sets, for each task and metric that all of them have, of the
// verdicts on one pair of models.
func (c *comparison) pool(verdicts []draft, opt Options) error {
	var groups []*group
	sets := map[string]bool{}
	for _, v := range verdict.Best(verdicts) {
		sets[v.Dataset] = true
		i := slices.IndexFunc(groups, func(g *group) bool { return g.task == v.Task && g.metric == v.Metric })
		if i < 0 {
			i, groups = len(groups), append(groups, &group{task: v.Task, metric: v.Metric})
		}
		groups[i].verdicts = append(groups[i].verdicts, v)
	}
	own := []string{known.Paired, verdict.CorrelatedT, verdict.Several, wilcoxonMethod}
	pools := func(method string) bool { return slices.Contains(own, method) }
	for _, g := range groups {
		if missing := len(sets) - len(g.verdicts); missing > 0 {
			c.note(fmt.Sprintf("%s has no value on %d of %d data sets: nothing is said of all of them together",
				g.metric.Label(), missing, len(sets)))
			continue
		}
		if len(opt.Methods) > 0 && !slices.ContainsFunc(opt.Methods, pools) {
			continue
		}
		if err := c.poolGroup(g, poolShare*len(sets)/len(groups), opt); err != nil {
			return err
		}
	}
	return nil
}

// poolGroup adds the wanted verdicts on all data sets of a group, which are this much work.
func (c *comparison) poolGroup(g *group, work int, opt Options) error {
	first := g.verdicts[0]
	base := draft{Verdict: Verdict{Key: results.Key{Dataset: verdict.AnotherDataset, Task: g.task}, Metric: g.metric,
		ModelA: first.ModelA, ModelB: first.ModelB, A: math.NaN(), B: math.NaN(), Target: verdict.Algorithms,
		Level: 1 - opt.Alpha, Delta: opt.Delta, Alternative: opt.Alternative, Margin: opt.margin(), Rope: opt.Rope,
		Interval: infer.Interval{Low: math.NaN(), High: math.NaN()}, Statistic: math.NaN(), PValue: math.NaN(),
		PAdjusted: math.NaN(), PBetter: math.NaN(), PRope: math.NaN(), ErrorRate: known.Unknown,
		Design: first.Design, Datasets: len(g.verdicts)}}
	if first.OnItems() {
		base.Target = verdict.OtherItems
	}
	p := verdict.Pooled{Task: g.task, Metric: g.metric, ModelA: base.ModelA, ModelB: base.ModelB, Level: base.Level,
		Rope: base.Rope}
	var alone []paired.Posterior
	for _, v := range g.verdicts {
		if own, ok := v.Posterior(); ok {
			alone, p.Datasets = append(alone, own), append(p.Datasets, v.Dataset)
		}
	}
	ranks := slices.Contains(opt.Methods, wilcoxonMethod)
	together := len(alone) == len(g.verdicts) && (!ranks || slices.Contains(opt.Methods, verdict.Several))
	if together {
		listen := func(done, total int) { opt.work.add(work*done/total - work*(done-1)/total) }
		posterior, err := hierarchical.New(alone, hierarchical.Options{Progress: listen})
		if err != nil {
			return err
		}
		p.Mean, _ = posterior.Mean().Estimate(p.Level) // the level was checked
		c.pooled, c.drafts = append(c.pooled, p), append(c.drafts, base.hierarchical(posterior, opt))
		if !opt.All && !ranks {
			return nil
		}
	}
	v, err := base.wilcoxon(g.verdicts, opt)
	if v.Recommended = !together; v.Recommended {
		v.Why = "not every data set has a posterior of its own, which needs folds of several training sets that differ"
	}
	if first.Design.InTime {
		v.Why = "each series is one of a sample of series, and counts once"
	}
	if !slices.ContainsFunc(g.verdicts, func(v draft) bool { return v.Method != "" }) {
		v.Why = "there is one value of each model on each data set"
	}
	c.drafts = append(c.drafts, v)
	return err
}

// fewDatasets is the number below which their signs alone cannot reject at 5%.
const fewDatasets = 6

// hierarchical is the verdict of the hierarchical posterior.
func (v draft) hierarchical(p hierarchical.Posterior, opt Options) draft {
	v.Method, v.Recommended, v.Estimate = verdict.Several, true, p.Mean().Mean()
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
func (v draft) wilcoxon(sets []draft, opt Options) (draft, error) {
	v.Method = wilcoxonMethod
	v.Assumptions = "The data sets are a random sample, one number each, whose differences are symmetric " +
		"(Demšar 2006); how surely each is known is left out."
	var differences, sizes []float64
	v.Estimate = 0
	for _, set := range sets {
		p := set.pair
		d := p.differences.Mean()
		differences = append(differences, d-opt.Delta)
		sizes = append(sizes, max(p.results.Largest(p.metric), math.Abs(opt.Delta)))
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
		v.Note, v.Basis.Undecidable = "the models are equal on all data sets", true
	case least > opt.Alpha:
		v.Basis.Undecidable = true
		v.Note = fmt.Sprintf("with %d differences other than 0 no p-value is below %.3g", w.N, min(1, least))
	}
	if v.PValue <= opt.Alpha { // the ranks decide, whose side the mean need not be on
		above := w.Greater < w.Less
		if v.Winner = v.Favours(above); above != (v.Estimate > opt.Delta) {
			v.Note = "the ranks of the differences decide, and their mean lies on the other side"
		}
	}
	return v, nil
}
