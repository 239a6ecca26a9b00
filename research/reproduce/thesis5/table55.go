package thesis5

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// TStatistics covers table 5.5: what its cells say is computed from the fold
// differences and compared with the tests of package infer.
func TStatistics() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "t-statistics",
		Title: "Formulas of four t statistics of m x 2 BCV",
		Items: []string{"thesis:table-5.5"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var out []reproduce.Result
			for i, row := range tRows() {
				r, err := row.results(rand.New(rand.NewPCG(cfg.Seed, uint64(i))))
				if err != nil {
					return nil, err
				}
				out = append(out, r...)
			}
			return out, nil
		},
	}
}

// tCase is an m x 2 CV with a question, and a distribution for the limit of the length.
type tCase struct {
	mu                [][]float64
	m                 float64
	delta, alpha      float64
	sigma, rho1, rho2 float64
}

// newTCase draws a case of m replications.
func newTCase(m int, rng *rand.Rand) tCase {
	c := tCase{m: float64(m), delta: rng.NormFloat64(), alpha: 0.001 + 0.3*rng.Float64(),
		sigma: 0.2 + 1.5*rng.Float64(), rho1: rng.Float64() / 2, rho2: rng.Float64() / 2}
	shift, scale := rng.NormFloat64(), math.Exp(rng.NormFloat64())
	for range m {
		c.mu = append(c.mu, []float64{shift + scale*rng.NormFloat64(), shift + scale*rng.NormFloat64()})
	}
	return c
}

// test runs a test of package infer on the case. se is what its statistic divides by.
func (c tCase) test(run func(infer.Differences, infer.Options) (infer.Result, error)) (r infer.Result,
	d infer.Differences, se float64, err error) {
	if d, err = infer.DifferencesOf(c.mu); err == nil {
		r, err = run(d, infer.Options{Delta: c.delta, Alpha: c.alpha})
	}
	return r, d, (r.Estimate - c.delta) / r.Statistic, err
}

// mean is mu_hat_{m x 2} (thesis eq. 5.2).
func (c tCase) mean() float64 {
	sum := 0.0
	for _, pair := range c.mu {
		sum += pair[0] + pair[1]
	}
	return sum / (2 * c.m)
}

// within is the sum of S_i² (below thesis eq. 5.46).
func (c tCase) within() float64 {
	sum := 0.0
	for _, pair := range c.mu {
		mean := (pair[0] + pair[1]) / 2
		sum += (pair[0]-mean)*(pair[0]-mean) + (pair[1]-mean)*(pair[1]-mean)
	}
	return sum
}

// around is Var_hat(mu_hat_{m x 2}) (below thesis eq. 5.56).
func (c tCase) around() float64 {
	mean, sum := c.mean(), 0.0
	for _, pair := range c.mu {
		sum += (pair[0]-mean)*(pair[0]-mean) + (pair[1]-mean)*(pair[1]-mean)
	}
	return sum / (2 * c.m)
}

// quantile is the upper quantile u_p of the normal distribution.
func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(1-2*p) }

// tFormula is the text of a cell, and what it says.
type tFormula struct {
	text string
	at   func(c tCase) float64
}

// tRow is a row of table 5.5. Where a cell does not hold, others are tried.
type tRow struct {
	name                              string
	run                               func(infer.Differences, infer.Options) (infer.Result, error)
	statistic                         string
	mean, variance, factor, df, limit tFormula
	otherLimit                        tFormula
	// the variance is the variance of all differences, and the factor has a cell
	all  bool
	root func(l theory.TStatistic) float64 // expected root of the variance over sigma
}

// tRows returns the table as published.
func tRows() []tRow {
	first := tFormula{"mu_hat_1^(1) (first hold-out estimate)", func(c tCase) float64 { return c.mu[0][0] }}
	mean := tFormula{"mu_hat_{m x 2}", tCase.mean}
	around := tFormula{"Var_hat(mu_hat_{m x 2})", tCase.around}
	m := tFormula{"m", func(c tCase) float64 { return c.m }}
	m21 := tFormula{"2m-1", func(c tCase) float64 { return 2*c.m - 1 }}
	one := func(tCase) float64 { return 1 }
	limit := tFormula{"2*sqrt(1-rho2)*sigma*u_{alpha/2}",
		func(c tCase) float64 { return 2 * math.Sqrt(1-c.rho2) * c.sigma * quantile(c.alpha/2) }}
	return []tRow{
		{name: "98paired", run: infer.PairedMx2T, statistic: "T_m^(P)", mean: first,
			variance: tFormula{"(1/m)*sum_i S_i^2", func(c tCase) float64 { return c.within() / c.m }},
			factor:   tFormula{"", one}, df: m,
			limit: tFormula{"2*sqrt(1-rho1)*sigma*u_{sigma/2}",
				func(c tCase) float64 { return 2 * math.Sqrt(1-c.rho1) * c.sigma * quantile(c.sigma/2) }},
			otherLimit: tFormula{"2*sqrt(1-rho1)*sigma*u_{alpha/2}",
				func(c tCase) float64 { return 2 * math.Sqrt(1-c.rho1) * c.sigma * quantile(c.alpha/2) }},
			root: rootWithin},
		{name: "13comb", run: infer.CombinedT, statistic: "T_m^(C)", mean: mean,
			variance: tFormula{"(1/(2m))*sum_i S_i^2/m",
				func(c tCase) float64 { return c.within() / c.m / (2 * c.m) }}, factor: tFormula{"", one}, df: m,
			limit: tFormula{"0", func(tCase) float64 { return 0 }},
			root:  func(l theory.TStatistic) float64 { return rootWithin(l) / math.Sqrt(2*float64(l.M)) }},
		{name: "14blocked", run: infer.BlockedT, statistic: "T_m^(B)", mean: mean, variance: around, all: true,
			factor: tFormula{"1", one}, df: m21, limit: limit, root: theory.TStatistic.ExactExpectedSD},
		{name: "bmx2", run: infer.BCVT, statistic: "T_m^(S)", mean: mean, variance: around, all: true,
			factor: tFormula{"sqrt((2m+1)/(2m-1))",
				func(c tCase) float64 { return math.Sqrt((2*c.m + 1) / (2*c.m - 1)) }},
			df: m21, limit: limit, root: theory.TStatistic.ExactExpectedSD},
	}
}

// rootWithin is the expected root of the mean S_i² over sigma: S_i² is sigma²(1-rho1)
// times chi²(1), independent over i.
func rootWithin(l theory.TStatistic) float64 {
	m := float64(l.M)
	return math.Sqrt((1-l.Rho1)*2/m) * special.GammaRatio(m)
}

// results checks the cells of a row.
func (w tRow) results(rng *rand.Rand) ([]reproduce.Result, error) {
	var out []reproduce.Result
	add := func(column string, tolerance float64, ours func(c tCase) (float64, error), cells ...tFormula) error {
		text, err := holding(rng, tolerance, ours, cells)
		out = append(out, reproduce.Result{Source: "thesis", Item: "table-5.5", Key: w.name + "/" + column, Text: text})
		return err
	}
	of := func(pick func(r infer.Result, d infer.Differences, se float64) float64) func(c tCase) (float64, error) {
		return func(c tCase) (float64, error) {
			r, d, se, err := c.test(w.run)
			if err != nil {
				return 0, err
			}
			return pick(r, d, se), nil
		}
	}
	statistic := tFormula{w.statistic, func(c tCase) float64 {
		return (w.mean.at(c) - c.delta) / (w.factor.at(c) * math.Sqrt(w.variance.at(c)))
	}}
	const exact = 1e-12
	errs := []error{
		add("statistic", exact, of(func(r infer.Result, _ infer.Differences, _ float64) float64 {
			return r.Statistic
		}), statistic),
		add("mu_hat", exact, of(func(r infer.Result, _ infer.Differences, _ float64) float64 { return r.Estimate }),
			w.mean),
		add("variance_estimator", exact, of(w.varianceOf), w.variance),
	}
	if w.all {
		errs = append(errs, add("C_hat", exact, of(func(r infer.Result, d infer.Differences, se float64) float64 {
			return se / math.Sqrt(w.varianceOf(r, d, se))
		}), w.factor))
	}
	errs = append(errs,
		add("dof", exact, of(func(r infer.Result, _ infer.Differences, _ float64) float64 { return r.DF[0] }), w.df),
		add("limit_expected_ci_length", limitTolerance, w.limitLength, w.limit, w.otherLimit))
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("table 5.5, %s: %w", w.name, err)
		}
	}
	if last := &out[len(out)-1]; last.Text == w.otherLimit.text {
		last.Note = "E42: the printed u_{sigma/2} is no quantile of the level alpha; the same slip stands in section " +
			"5.5.1"
	}
	return out, nil
}

// varianceOf returns the variance estimate of package theory: Var2, or the square of
// what the statistic divides by.
func (w tRow) varianceOf(_ infer.Result, d infer.Differences, se float64) float64 {
	if !w.all {
		return se * se
	}
	v, err := theory.Var2.Estimate(d)
	if err != nil {
		return math.NaN()
	}
	return v
}

// holding returns the text of the first cell that agrees with ours on 20 random cases,
// m = 2 to 12, and if none does, how far the first is off.
func holding(rng *rand.Rand, tolerance float64, ours func(c tCase) (float64, error), cells []tFormula) (string, error) {
	cases, want := make([]tCase, 20), make([]float64, 20)
	for i := range cases {
		cases[i] = newTCase(2+rng.IntN(11), rng)
		var err error
		if want[i], err = ours(cases[i]); err != nil {
			return "", err
		}
	}
	failed := ""
	for _, cell := range cells {
		if cell.at == nil {
			continue
		}
		agrees := true
		for i, c := range cases {
			if said := cell.at(c); !(math.Abs(said-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
				agrees = false
				if failed == "" {
					failed = fmt.Sprintf("%g where the print gives %g", want[i], said)
				}
				break
			}
		}
		if agrees {
			return cell.text, nil
		}
	}
	return failed, nil
}

// limitTolerance is what the extrapolation of limitLength may be off by.
const limitTolerance = 1e-6

// limitLength extrapolates the expected length of the test's confidence interval to m
// without end. The length is a series in h = 1/√m; m goes from 64 to 65536 in steps of
// 4, so that h is halved (Romberg). The factor before the root of the variance is
// the length of the interval on some data, as it depends on m and alpha alone.
func (w tRow) limitLength(c tCase) (float64, error) {
	rng := rand.New(rand.NewPCG(1, 55))
	var lengths []float64
	for m := 64; m <= 65536; m *= 4 {
		x := newTCase(m, rng)
		x.alpha = c.alpha
		r, _, _, err := x.test(w.run)
		if err != nil {
			return 0, err
		}
		factor := (r.CI.High - r.CI.Low) / math.Sqrt(w.variance.at(x))
		lengths = append(lengths, factor*c.sigma*w.root(theory.TStatistic{M: m, Rho1: c.rho1, Rho2: c.rho2}))
	}
	for power := 2.0; len(lengths) > 1; power *= 2 {
		for k := range len(lengths) - 1 {
			lengths[k] = (power*lengths[k+1] - lengths[k]) / (power - 1)
		}
		lengths = lengths[:len(lengths)-1]
	}
	return lengths[0], nil
}
