package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Decisions of Compare.
const (
	acceptH0 = "accept H0"
	acceptH1 = "accept H1"
)

// Options are the settings of Compare. The zero value has the settings of Wang and Li
// (2019): all metrics, the weight w(m), a uniform prior, delta 0, 95% equal-tailed
// intervals, and the exact test alone.
type Options struct {
	Metrics   []Metric  // nil means all
	Weighting Weighting // nil means BCVWeight
	Prior     float64   // lambda of the Beta(lambda, lambda) prior of P and R; 0 means 1
	Delta     float64   // H0: nu_B - nu_A <= Delta
	Rope      float64   // half width of the region of practical equivalence, 0 for none
	Level     float64   // credibility of the intervals; 0 means 0.95
	HDI       bool      // highest-density intervals instead of equal-tailed ones
	Draws     int       // Monte-Carlo draws in addition to the exact test, 0 for none
	Seed      uint64    // of the Monte-Carlo draws
}

// filled returns the options with their defaults.
func (o Options) filled() Options {
	if len(o.Metrics) == 0 {
		o.Metrics = Metrics()
	}
	if o.Weighting == nil {
		o.Weighting = BCVWeight{}
	}
	if o.Prior == 0 {
		o.Prior = 1
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	return o
}

// Compare runs the Bayes test for every task and metric and returns one row for
// each, ordered by task.
func Compare(tasks []Task, opt Options) ([]Comparison, error) {
	opt = opt.filled()
	var out []Comparison
	for _, t := range tasks {
		for _, metric := range opt.Metrics {
			c, err := opt.compare(t, metric)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// Distributions returns the posterior distributions of a metric of both models of a
// task, with the weighting and the prior of the options. It is an error if the models have other numbers of folds than
// the 2M of the task (one if it is pooled), or than each other with FixedWeight, which is of any folds.
func (t Task) Distributions(metric Metric, opt Options) (a, b Distribution, err error) {
	opt = opt.filled()
	if err := t.check(opt.Weighting); err != nil {
		return Distribution{}, Distribution{}, err
	}
	weight, err := opt.Weighting.Weight(t.M)
	if err != nil {
		return Distribution{}, Distribution{}, err
	}
	return pair(metric, Sum(t.A.Folds).Scale(weight), Sum(t.B.Folds).Scale(weight), opt.Prior)
}

// check returns an error unless the models have the folds that a weight is of.
func (t Task) check(w Weighting) error {
	a, b := len(t.A.Folds), len(t.B.Folds)
	n, want := 2*t.M, fmt.Sprintf("the %d folds of %d x 2 CV", 2*t.M, t.M)
	if t.Pooled {
		n, want = 1, "the sum of the folds, as the task is pooled"
	}
	_, fixed := w.(FixedWeight)
	if a == b && (a == n || fixed && a > 0) {
		return nil
	}
	if fixed {
		want = "the same folds"
	}
	return fmt.Errorf("posterior: %d folds of %q and %d of %q; give both models %s", a, t.A.Name, b, t.B.Name, want)
}

// pair returns the distributions of a metric of two models from effective counts.
func pair(metric Metric, countsA, countsB Counts, prior float64) (a, b Distribution, err error) {
	if a, err = NewDistribution(metric, countsA, prior); err != nil {
		return Distribution{}, Distribution{}, err
	}
	b, err = NewDistribution(metric, countsB, prior)
	return a, b, err
}

// compare compares the models of a task by one metric.
func (o Options) compare(t Task, metric Metric) (Comparison, error) {
	a, b, err := t.Distributions(metric, o)
	if err != nil {
		return Comparison{}, err
	}
	weight, _ := o.Weighting.Weight(t.M)
	c := Comparison{Task: t.Name, Metric: metric.String(), ModelA: t.A.Name, ModelB: t.B.Name, M: t.M,
		Weight: weight, Prior: o.Prior, Level: o.Level, Delta: o.Delta, Rope: o.Rope, A: a.Mode(), B: b.Mode()}
	ia, err := o.interval(a)
	if err != nil {
		return Comparison{}, err
	}
	ib, err := o.interval(b)
	if err != nil {
		return Comparison{}, err
	}
	c.ALow, c.AHigh, c.BLow, c.BHigh = ia.Low, ia.High, ib.Low, ib.High
	return c, o.test(&c, a, b)
}

// interval returns the credible interval of a model.
func (o Options) interval(d Distribution) (infer.Interval, error) {
	if o.HDI {
		return d.HighestDensity(o.Level)
	}
	return d.EqualTailed(o.Level)
}

// test fills in the probabilities, the Bayes factor and the decision.
func (o Options) test(c *Comparison, a, b Distribution) (err error) {
	if c.LogPH0, c.LogPH1, err = LogDifference(a, b, o.Delta); err != nil {
		return err
	}
	c.PH0, c.PH1 = math.Exp(c.LogPH0), math.Exp(c.LogPH1)
	// Accept H0 iff P(H0) >= P(H1) (Wang and Li 2019, algorithm 1).
	c.Decision = acceptH0
	if c.LogPH1 > c.LogPH0 {
		c.Decision = acceptH1
	}
	if c.PRope, err = Rope(a, b, o.Rope); err != nil {
		return err
	}
	prior, err := o.priorOdds(a.metric)
	if err != nil {
		return err
	}
	if c.BayesFactor, err = bayesFactor(c.LogPH1-c.LogPH0, prior, o.Delta); err != nil {
		return err
	}
	if o.Draws != 0 {
		c.Draws = o.Draws
		c.MCPH0, c.MCSE, err = monteCarlo(a, b, o.Delta, o.Draws, o.Seed)
	}
	return err
}

// priorOdds returns the logarithm of the prior odds of H1.
func (o Options) priorOdds(metric Metric) (float64, error) {
	prior, err := NewDistribution(metric, Counts{}, o.Prior)
	if err != nil {
		return 0, err
	}
	p0, p1, err := LogDifference(prior, prior, o.Delta)
	return p1 - p0, err
}

// Rope returns P(|nu_B - nu_A| <= r), the probability that two models are
// practically equivalent. It is 0 for r = 0. r must lie in [0, 1].
func Rope(a, b Distribution, r float64) (float64, error) {
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

// bayesFactor returns the posterior odds of H1 over the prior odds, from the logarithms of both.
func bayesFactor(log, prior, delta float64) (float64, error) {
	if log -= prior; math.IsNaN(log) {
		return 0, fmt.Errorf("posterior: no Bayes factor at delta %v; one hypothesis has prior probability 0, use a "+
			"delta inside (-1, 1)", delta)
	}
	return math.Exp(math.Min(log, math.Log(math.MaxFloat64))), nil
}

// Sentence returns the result as a sentence for a paper.
func (c Comparison) Sentence() string {
	better := fmt.Sprintf("%s has the higher %s", c.ModelB, c.Metric)
	if c.Delta != 0 {
		better = fmt.Sprintf("the %s of %s exceeds that of %s by more than %g", c.Metric, c.ModelB, c.ModelA, c.Delta)
	}
	s := fmt.Sprintf("%s%s: %.2f%% [%.2f%%, %.2f%%] for %s and %.2f%% [%.2f%%, %.2f%%] for %s (posterior mode and "+
		"%g%% credible interval, %d x 2 BCV); the posterior probability that %s is %s",
		pick(c.Task != "", c.Task+", "), c.Metric, 100*c.A, 100*c.ALow, 100*c.AHigh, c.ModelA, 100*c.B, 100*c.BLow,
		100*c.BHigh, c.ModelB,
		100*c.Level, c.M, better, probability(c.PH1, c.LogPH1))
	if c.Rope > 0 {
		s += fmt.Sprintf(", and that the two differ by at most %g it is %.3g", c.Rope, c.PRope)
	}
	return s + "."
}

// probability returns p with 4 digits: of its complement for p near 1, and of its
// logarithm where p underflows.
func probability(p, logP float64) string {
	switch {
	case p == 0:
		return fmt.Sprintf("exp(%.6g)", logP)
	case p > 0.9999 && p < 1:
		return fmt.Sprintf("1-%.4g", -math.Expm1(logP))
	}
	return fmt.Sprintf("%.4g", p)
}

func pick(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
