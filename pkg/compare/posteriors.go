package compare

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// dirichletMethod is the posterior of two models for right and wrong items of a test set.
const dirichletMethod = "dirichlet"

// posteriors are the procedures that decide by a posterior of the difference on folds.
var posteriors = []Procedure{
	{Name: known.Posterior, For: "counts of an m x 2 CV", Needs: "the counts tp, fp and fn on an m x 2 CV",
		Target: verdict.FittedModels, Source: "Wang and Li 2019", Folds: true, takes: []*setting{drawsSetting},
		fits: (*pair).effective, run: effectivePosterior},
	{Name: known.Paired, For: "m x 2 CV", Needs: "values on the folds of several training sets",
		Target: verdict.Algorithms,
		fits:   (*pair).valued, run: pairedPosterior,
		rate: func(d infer.Differences, opt Options) known.ErrorRate {
			return known.PairedRate(d.Replications(), opt.Prior, opt.tests())
		}},
	{Name: verdict.CorrelatedT, For: "K-fold CV and hold-outs", Needs: "values on the folds of several training sets",
		Target: verdict.Algorithms, Source: "Corani and Benavoli 2015", fits: (*pair).valued, run: correlatedPosterior},
}

// onFolds reports whether tests of fold differences are about these results.
func (p *pair) onFolds() bool { return !p.results.OnTestSet() && !p.results.OnOneSet() }

// valued reports whether there are differences on folds.
func (p *pair) valued() bool { return p.onFolds() && p.differences.Replications() > 0 }

// pairedPosterior decides by the posterior of package paired.
func pairedPosterior(p *pair, opt Options) (draft, error) {
	pairs, err := p.differences.Pairs()
	if err != nil || len(pairs) < 2 {
		return draft{}, misfit(known.Paired,
			"is a posterior for an m x 2 CV with m >= 2; the differences come from "+p.differences.Design())
	}
	post, nested, err := paired.NewWithInner(pairs, p.differences.Inner(), opt.Prior, opt.Prior)
	if err != nil {
		return draft{}, noPosterior(known.Paired, err)
	}
	v := p.verdict().posterior(known.Paired, post, opt)
	prior, measured := opt.Prior, ""
	v.ErrorRate = known.Unknown
	switch {
	case nested:
		measured, v.Basis.Nested = "the variance of the data measured in halves of them; ", known.NestedPosterior
		if prior == nil {
			prior, v.ErrorRate = paired.NestedPrior, errorRate(known.NestedPosterior, p.differences, opt)
		}
	case prior == nil:
		prior = paired.Uniform{}
	}
	v.Assumptions = fmt.Sprintf("Normal differences, correlated within and between replications; %sprior of the "+
		"correlations: %s (package paired).", measured, prior)
	if !nested {
		v.ErrorRate = errorRate(known.Paired, p.differences, opt)
	}
	v.ErrorRate = v.WorstError()
	return v, nil
}

// correlatedPosterior decides by the correlated t of Corani and Benavoli (2015).
func correlatedPosterior(p *pair, opt Options) (draft, error) {
	rho, err := p.values.Rho()
	if err != nil {
		return draft{}, err
	}
	post, err := paired.CorrelatedT(slices.Concat(p.values.Differences...), rho)
	if err != nil {
		return draft{}, noPosterior(verdict.CorrelatedT, err)
	}
	v := p.verdict().posterior(verdict.CorrelatedT, post, opt)
	v.Assumptions = fmt.Sprintf("Normal differences, any two with the correlation %.3g, "+
		"the share of validation records (Corani and Benavoli 2015).", rho)
	same := resampledTest // the test whose intervals the correlated t has
	if p.differences.Folds() > 1 {
		same = known.Corrected
	}
	v.ErrorRate = errorRate(same, p.differences, opt)
	return v, nil
}

// noPosterior says why a posterior does not fit, without the name of the package again.
func noPosterior(method string, err error) error {
	return misfit(method, "has no posterior: "+strings.TrimPrefix(err.Error(), "paired: "))
}

// posterior fills in the result of a posterior of the difference.
func (v draft) posterior(name string, p paired.Posterior, opt Options) draft {
	v.Method, v.Target, v.Estimate = name, verdict.Algorithms, p.Mean()
	v.Level, v.Delta, v.Alternative = 1-opt.Alpha, opt.Delta, opt.Alternative
	v.Statistic, v.PValue = math.NaN(), math.NaN()
	e := opt.estimate(p)
	v.Low, v.High = e.Low, e.High
	v.probabilities(p, opt)
	v.claim(p.Survival(opt.Delta), p.CDF(opt.Delta), opt)
	return v
}

// interval is the interval of a posterior: the equal-tailed one, or for a one-sided question the one that ends where a
// claim does.
func (o Options) interval(twoSided infer.Interval, quantile func(level float64) float64) infer.Interval {
	switch o.Alternative {
	case infer.Greater:
		return infer.Interval{Low: quantile(o.Alpha), High: math.Inf(1)}
	case infer.Less:
		return infer.Interval{Low: math.Inf(-1), High: quantile(1 - o.Alpha)}
	}
	return twoSided
}

// estimate is the mean of a posterior of package paired with its interval.
func (o Options) estimate(p paired.Posterior) infer.Estimate {
	e, _ := p.Estimate(1 - o.Alpha) // the level was checked
	i := o.interval(infer.Interval{Low: e.Low, High: e.High}, p.Quantile)
	return infer.Estimate{Low: i.Low, Mid: e.Mid, High: i.High}
}

// effectivePosterior decides by the Bayes test of the effective counts (Wang and Li 2019).
func effectivePosterior(p *pair, opt Options) (draft, error) {
	task, metric, err := p.task()
	if err != nil {
		return draft{}, err
	}
	o := opt.Posterior
	o.Metrics, o.Delta, o.Rope, o.Level = []posterior.Metric{metric}, opt.Delta, opt.Rope, 1-opt.Alpha
	rows, err := posterior.Compare([]posterior.Task{task}, o)
	if err != nil {
		return draft{}, err
	}
	a, b, err := task.Distributions(metric, o)
	if err != nil {
		return draft{}, err
	}
	interval, err := posterior.DifferenceInterval(a, b, o.Level)
	if err != nil {
		return draft{}, err
	}
	interval = opt.interval(interval, func(level float64) float64 {
		q, _ := posterior.DifferenceQuantile(a, b, level) // of one metric
		return q
	})
	c, v := rows[0], p.verdict()
	v.Bayes, v.A, v.B, v.Method, v.Target = &rows[0], c.A, c.B, known.Posterior, verdict.FittedModels
	v.Estimate, v.Low, v.High = c.B-c.A, interval.Low, interval.High
	v.Level, v.Delta, v.Alternative = o.Level, opt.Delta, opt.Alternative
	v.Statistic, v.PValue, v.PBetter, v.PRope = math.NaN(), math.NaN(), c.PH1, math.NaN()
	v.ErrorRate = known.Unknown
	if opt.usual() {
		v.ErrorRate = known.Rate(known.Posterior, opt.Alternative)
	}
	v.Assumptions = fmt.Sprintf("The models are taken for independent, though they saw the same records, "+
		"and the effective counts, %.6g times the counts of all folds, for binomial; prior Beta(%[2]g, %[2]g) of "+
		"precision and recall (Wang and Li 2019).", c.Weight, c.Prior)
	if opt.Rope > 0 {
		v.PRope = c.PRope
	}
	v.claim(c.PH1, c.PH0, opt)
	return v, nil
}

// ParsePrior reads a prior of the correlations: uniform, empirical (the pairs that were
// found for pairs of algorithms on 28 data sets), or two numbers RHO1,RHO2. Of no text it is nil, the usual
// prior: uniform, and paired.NestedPrior for results with inner ones.
func ParsePrior(text string) (paired.Prior, error) {
	switch text {
	case "":
		return nil, nil
	case "uniform":
		return paired.Uniform{}, nil
	case "empirical":
		return empiricalPrior()
	}
	first, second, ok := strings.Cut(text, ",")
	rho1, bad1 := table.Float(strings.TrimSpace(first))
	rho2, bad2 := table.Float(strings.TrimSpace(second))
	if !ok || bad1 != "" || bad2 != "" {
		return nil, fmt.Errorf("compare: prior %q; use uniform, empirical or two numbers RHO1,RHO2", text)
	}
	return paired.Fixed{Rho1: rho1, Rho2: rho2}, nil
}

// correlations are the columns rho1 and rho2 of pairs of algorithms in the study rho_scatter; TestEmpiricalPrior checks
// them.
//
//go:embed correlations.csv
var correlations string

// empiricalPrior returns the correlations of the differences of pairs of algorithms in
// the study rho_scatter: seven algorithms on 28 data sets. Estimates outside of the
// possible correlations, by noise, are left out.
func empiricalPrior() (paired.Empirical, error) {
	rows, _, err := table.Read[struct {
		Rho1 float64 `dataframe:"rho1"`
		Rho2 float64 `dataframe:"rho2"`
	}]("correlations.csv", strings.NewReader(correlations))
	if err != nil {
		return nil, err
	}
	var pairs [][2]float64
	for _, r := range rows {
		pairs = append(pairs, [2]float64{r.Rho1, r.Rho2})
	}
	return paired.Feasible(pairs), nil
}
