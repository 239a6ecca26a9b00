package compare

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// unknownCoverage is the coverage of intervals that was not measured.
var unknownCoverage = known.Coverage{Mean: math.NaN(), Least: math.NaN()}

// models returns the intervals of the models of the best verdicts: each model is in several pairs.
func (c *comparison) models() (out []verdict.ModelInterval) {
	type key struct {
		results       *results.Results
		metric, model int
	}
	seen := map[key]bool{}
	for _, v := range verdict.Best(c.drafts) {
		p := v.pair
		if p == nil || v.Look != nil { // of several data sets; these intervals do not hold over looks
			continue
		}
		for _, model := range []int{p.a, p.b} {
			if k := (key{p.results, p.metric, model}); !seen[k] {
				seen[k] = true
				out = append(out, p.intervals(model, 1-p.opt.Alpha)...)
			}
		}
	}
	return out
}

// intervals returns the intervals of one model.
func (p *pair) intervals(model int, level float64) []verdict.ModelInterval {
	base := verdict.ModelInterval{Key: p.results.Key, Metric: p.by(), Model: p.results.Models[model], Level: level}
	var out []verdict.ModelInterval
	if p.results.OnTestSet() {
		if m, err := p.onItems(base, model); err == nil {
			out = append(out, m)
		}
		return out
	}
	if p.results.OnOneSet() {
		return nil
	}
	for _, kind := range []struct {
		other    verdict.Target // is asked for alone
		interval func(verdict.ModelInterval, int) (verdict.ModelInterval, error)
	}{{verdict.FittedModels, p.algorithm}, {verdict.Algorithms, p.fitted}} {
		if p.opt.Target == kind.other {
			continue
		}
		if m, err := kind.interval(base, model); err == nil {
			out = append(out, m)
		}
	}
	return out
}

// onItems returns the interval of the mean score of a model on new items by the rule that a difference from a score of
// 0 has, and Wilson's for right and wrong.
func (p *pair) onItems(m verdict.ModelInterval, model int) (verdict.ModelInterval, error) {
	s, err := p.inOrder(model, model, false)
	if err != nil {
		return m, err
	}
	runs, c := s.B, infer.Options{Alpha: 1 - m.Level}
	s.A = slices.Repeat([][]float64{make([]float64, len(runs[0]))}, len(runs))
	test := items.ItemT
	m.Coverage = unknownCoverage
	switch m.Target = verdict.TheseModels; {
	case p.results.InTime():
		test, m.Target = aboutSeries, verdict.OtherStretches
	case len(runs) > 1:
		test, m.Target = items.CrossedT, verdict.ModelsAgain
	case s.Judge != nil:
		test, s.Judge = items.PPIT, ofOneModel(*s.Judge)
	case s.Clusters != nil:
		test = items.ClusterT
	}
	r, err := test(s, c)
	if err != nil {
		return m, err
	}
	m.Method, m.Estimate = r.Test, infer.Estimate{Low: r.CI.Low, Mid: r.Estimate, High: r.CI.High}
	other := func(x float64) bool { return x != 0 && x != 1 }
	if !p.linear && s.DrawsB == nil && r.Test == itemTest && !slices.ContainsFunc(runs[0], other) {
		n := float64(len(runs[0]))
		z := distuv.UnitNormal.Quantile(1 - c.Alpha/2)
		mid, reach := (m.Mid+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(m.Mid*(1-m.Mid)/n+z*z/(4*n*n))/(1+z*z/n)
		m.Method, m.Low, m.High = "wilson", mid-reach, mid+reach
	}
	m.Low, m.High = m.Metric.Cut(m.Low, m.High)
	return m, nil
}

// algorithm returns the interval of the expected metric of the algorithm.
func (p *pair) algorithm(m verdict.ModelInterval, model int) (verdict.ModelInterval, error) {
	m.Target, m.Method, m.Coverage = verdict.Algorithms, known.Paired, known.OfAlgorithms.AtLevel(m.Level)
	var post paired.Posterior
	var err error
	if folds := twoFold(p.results, p.metric, model); len(folds) > 1 {
		var nested bool
		post, nested, err = paired.NewWithInner(folds, p.results.Inner.Of(p.metric, model), nil, paired.SingleModelPrior)
		if nested {
			m.Coverage = unknownCoverage
		}
	} else {
		m.Method, m.Coverage = verdict.CorrelatedT, unknownCoverage
		var rho float64
		if rho, err = p.values.Rho(); err == nil {
			post, err = paired.CorrelatedT(p.results.Values[p.metric].Of(model), rho)
		}
	}
	if err != nil {
		return m, err
	}
	m.Estimate, _ = post.Estimate(m.Level) // the level was checked
	m.Low, m.High = m.Metric.Cut(m.Low, m.High)
	return m, nil
}

// fitted returns the interval of the metric of the fitted models.
func (p *pair) fitted(m verdict.ModelInterval, model int) (verdict.ModelInterval, error) {
	if !p.effective() {
		return m, misfit(known.Posterior, "is a posterior for the counts of an m x 2 CV")
	}
	task, metric, err := p.task()
	if err != nil {
		return m, err
	}
	a, b, err := task.Distributions(metric, p.opt.Posterior)
	if err != nil {
		return m, err
	}
	if model == p.a {
		b = a
	}
	interval := b.EqualTailed
	if p.opt.Posterior.HDI {
		interval = b.HighestDensity
	}
	i, err := interval(m.Level)
	m.Target, m.Method, m.Coverage = verdict.FittedModels, known.Posterior, unknownCoverage
	if p.opt.usual() && !p.opt.Posterior.HDI {
		m.Coverage = known.OfFittedModels.AtLevel(m.Level)
	}
	m.Estimate = infer.Estimate{Low: i.Low, Mid: b.Mode(), High: i.High}
	return m, err
}
