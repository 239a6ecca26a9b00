package posterior

import (
	"errors"
	"fmt"
	"math"
)

// Weighting says how the 2m confusion matrices become one effective matrix.
// The zero value is the block-regularized default, w(m) of WeightBCV.
type Weighting struct {
	Weight     float64  // used as it is when above 0
	Rho1, Rho2 *float64 // known correlations; both or none
	HoldOut    bool     // hold-out average, 1/(2m)
}

// For returns the weight for m replications.
func (w Weighting) For(m int) (float64, error) {
	chosen := 0
	for _, c := range [...]bool{w.Weight != 0, w.Rho1 != nil || w.Rho2 != nil, w.HoldOut} {
		if c {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return 0, errors.New("posterior: more than one weighting; give a weight, or rho1 and rho2, or the hold-out average")
	case w.Weight != 0:
		if !(w.Weight > 0 && w.Weight <= 1) {
			return 0, fmt.Errorf("posterior: weight %v; it must lie in (0, 1] (w(%d) is %.4g, independent folds have 1)", w.Weight, m, WeightBCV(max(m, 1)))
		}
		return w.Weight, nil
	case w.HoldOut:
		return WeightHoldOut(m), nil
	case w.Rho1 != nil && w.Rho2 != nil:
		return WeightRho(m, *w.Rho1, *w.Rho2)
	case w.Rho1 != nil || w.Rho2 != nil:
		return 0, errors.New("posterior: only one of rho1 and rho2 is given; give both")
	}
	return WeightBCV(m), nil
}

// Options of Compare. Start from DefaultOptions.
type Options struct {
	Metrics   []Metric
	Weighting Weighting
	Prior     float64 // lambda of the Beta(lambda, lambda) prior of P and R
	Delta     float64 // H0: nu_B - nu_A <= Delta
	Rope      float64 // half width of the region of practical equivalence, 0 for none
	Level     float64 // credibility of the intervals
	HDI       bool    // highest-density intervals instead of equal-tailed ones
	Draws     int     // Monte-Carlo draws besides the exact test, 0 for none
	Seed      uint64  // of the Monte-Carlo draws
}

// DefaultOptions returns the settings of Wang and Li (2019): all metrics, w(m),
// lambda = 1, delta = 0, 95% equal-tailed intervals; and the exact test alone.
func DefaultOptions() Options {
	return Options{Metrics: Metrics(), Prior: 1, Level: 0.95}
}

// Compare runs the Bayes test for every task and metric and returns a row
// each, tasks first.
func Compare(tasks []Task, opt Options) ([]Comparison, error) {
	if len(opt.Metrics) == 0 {
		return nil, errors.New("posterior: no metric chosen; use P, R, F1 or several")
	}
	var out []Comparison
	for _, t := range tasks {
		for _, metric := range opt.Metrics {
			c, err := compare(t, metric, opt)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// Laws returns the posterior laws of both models of a task.
func (t Task) Laws(metric Metric, w Weighting, prior float64) (a, b Law, err error) {
	weight, err := w.For(t.M)
	if err != nil {
		return Law{}, Law{}, err
	}
	if a, err = NewLaw(metric, Sum(t.A.Folds).Scale(weight), prior); err != nil {
		return Law{}, Law{}, err
	}
	b, err = NewLaw(metric, Sum(t.B.Folds).Scale(weight), prior)
	return a, b, err
}

func compare(t Task, metric Metric, opt Options) (Comparison, error) {
	a, b, err := t.Laws(metric, opt.Weighting, opt.Prior)
	if err != nil {
		return Comparison{}, err
	}
	weight, _ := opt.Weighting.For(t.M)
	c := Comparison{Task: t.Name, Metric: metric.String(), ModelA: t.A.Name, ModelB: t.B.Name, M: t.M,
		Weight: weight, Prior: opt.Prior, Level: opt.Level, Delta: opt.Delta, Rope: opt.Rope, A: a.Mode(), B: b.Mode()}
	interval := Law.EqualTailed
	if opt.HDI {
		interval = Law.HighestDensity
	}
	ia, err := interval(a, opt.Level)
	if err != nil {
		return Comparison{}, err
	}
	ib, err := interval(b, opt.Level)
	if err != nil {
		return Comparison{}, err
	}
	c.ALow, c.AHigh, c.BLow, c.BHigh = ia.Low, ia.High, ib.Low, ib.High
	if err := c.test(a, b, opt); err != nil {
		return Comparison{}, err
	}
	return c, nil
}

// test fills in the probabilities, the Bayes factor and the decision.
func (c *Comparison) test(a, b Law, opt Options) (err error) {
	if c.LogPH0, c.LogPH1, err = LogDifference(a, b, opt.Delta); err != nil {
		return err
	}
	c.PH0, c.PH1 = math.Exp(c.LogPH0), math.Exp(c.LogPH1)
	// Accept H0 iff P(H0) >= P(H1) (Wang and Li 2019, algorithm 1).
	c.Decision = AcceptH0
	if c.LogPH1 > c.LogPH0 {
		c.Decision = AcceptH1
	}
	if c.PRope, err = Rope(a, b, opt.Rope); err != nil {
		return err
	}
	if c.BayesFactor, err = bayesFactor(c.LogPH0, c.LogPH1, a.metric, opt); err != nil {
		return err
	}
	if opt.Draws != 0 {
		c.Draws = opt.Draws
		c.MCPH0, c.MCSE, err = MonteCarlo(a, b, opt.Delta, opt.Draws, opt.Seed)
	}
	return err
}

// Rope returns P(|nu_B - nu_A| <= r), the probability that two models are
// practically equivalent. It is 0 for r = 0. r must lie in [0, 1].
func Rope(a, b Law, r float64) (float64, error) {
	if !(r >= 0 && r <= 1) {
		return 0, fmt.Errorf("posterior: region of practical equivalence %v; its half width lies in [0, 1]", r)
	}
	if r == 0 {
		return 0, nil
	}
	atMostHigh, aboveHigh, err := LogDifference(a, b, r)
	if err != nil {
		return 0, err
	}
	atMostLow, aboveLow, err := LogDifference(a, b, -r)
	if err != nil {
		return 0, err
	}
	// Subtract on the side where the tails are small.
	if aboveLow < atMostHigh {
		return math.Max(math.Exp(aboveLow)-math.Exp(aboveHigh), 0), nil
	}
	return math.Max(math.Exp(atMostHigh)-math.Exp(atMostLow), 0), nil
}

// bayesFactor returns the posterior odds of H1 over the prior odds. Both
// models have the same prior, so that the prior odds are 1 at delta = 0.
func bayesFactor(logH0, logH1 float64, metric Metric, opt Options) (float64, error) {
	prior, err := NewLaw(metric, Counts{}, opt.Prior)
	if err != nil {
		return 0, err
	}
	p0, p1, err := LogDifference(prior, prior, opt.Delta)
	if err != nil {
		return 0, err
	}
	log := logH1 - logH0
	if opt.Delta != 0 {
		log -= p1 - p0
	}
	if math.IsNaN(log) {
		return 0, fmt.Errorf("posterior: no Bayes factor at delta %v; one hypothesis has prior probability 0, use a delta inside (-1, 1)", opt.Delta)
	}
	return math.Exp(math.Min(log, math.Log(math.MaxFloat64))), nil
}
