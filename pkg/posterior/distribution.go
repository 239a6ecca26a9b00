package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
)

// minPrior and maxPrior bound the parameter lambda of the prior.
const (
	minPrior = 0.001
	maxPrior = 1e6
)

// maxCount bounds an effective count; beyond it neighbouring float64 counts
// differ by more than the distribution's own width allows.
const maxCount = 1e15

// Distribution is the posterior distribution of one metric of one model, given
// effective counts and the prior Beta(lambda, lambda) of precision and of recall (Goutte
// and Gaussier 2005; Wang and Li 2019, eq. 25-27, where the exponents of the published
// Beta densities are too high by one):
//
//	P  ~ Beta(TP+λ, FP+λ)
//	R  ~ Beta(TP+λ, FN+λ)
//	F1 = 2Z/(1+Z),  Z ~ Beta(TP+λ, FP+FN+2λ)
//
// All methods take and return values of the metric itself, in [0, 1].
// Make one with NewDistribution.
type Distribution struct {
	metric Metric
	z      special.Beta
	ratio  float64 // odds of Z = odds of the metric / ratio
}

// NewDistribution returns the posterior distribution of a metric for effective counts,
// each in [0, 1e15], and a prior lambda in [0.001, 1e6].
func NewDistribution(metric Metric, effective Counts, prior float64) (Distribution, error) {
	if err := effective.Check(); err != nil {
		return Distribution{}, err
	}
	if max(effective.TP, effective.FP, effective.FN) > maxCount {
		return Distribution{}, fmt.Errorf("posterior: an effective count is above %.0e; check the units of the counts",
			float64(maxCount))
	}
	if !(prior >= minPrior && prior <= maxPrior) {
		return Distribution{}, fmt.Errorf("posterior: prior %v; use a value from %v to %v (1 is uniform, 0.5 is "+
			"Jeffreys')",
			prior, minPrior, maxPrior)
	}
	switch metric {
	case Precision:
		return Distribution{Precision, special.NewBeta(effective.TP+prior, effective.FP+prior), 1}, nil
	case Recall:
		return Distribution{Recall, special.NewBeta(effective.TP+prior, effective.FN+prior), 1}, nil
	case F1:
		return Distribution{F1, special.NewBeta(effective.TP+prior, effective.FP+effective.FN+2*prior), 2}, nil
	}
	return Distribution{}, fmt.Errorf("posterior: unknown metric %d; use P, R or F1", int(metric))
}

// sameMetric returns an error unless two distributions belong to the same metric.
func sameMetric(a, b Distribution) error {
	if a.metric != b.metric {
		return fmt.Errorf("posterior: cannot compare %s with %s; take distributions of the same metric",
			a.metric, b.metric)
	}
	return nil
}

// Metric returns the metric that the distribution belongs to.
func (l Distribution) Metric() Metric { return l.metric }

// Params returns the parameters of the Beta distribution of P or R, or of Z for F1.
func (l Distribution) Params() (a, b float64) { return l.z.A, l.z.B }

// at returns the point of Z at metric value v.
func (l Distribution) at(v float64) special.Point {
	return special.Point{X: v, Y: l.ratio * (1 - v), Diff: l.diffAt(v, 0)}
}

// diffAt returns b·x - a·y at metric value v + e, where e is small.
func (l Distribution) diffAt(v, e float64) float64 {
	a := l.z.A * l.ratio // exact: the ratio is 1 or 2
	w := 1 - v
	lost := (1 - w) - v // by the rounding of 1-v
	return special.DiffOfProducts(l.z.B, v, a, w) - a*lost + l.diffSlope()*e
}

// diffSlope is the derivative of b·x - a·y by the metric.
func (l Distribution) diffSlope() float64 { return l.z.B + l.z.A*l.ratio }

// value returns the metric where Z has logit t.
func (l Distribution) value(t float64) float64 {
	x, y := special.Odds(t)
	return l.ratio * x / (l.ratio*x + y)
}

// LogProb returns the log density at v: -Inf outside [0, 1] and if v is NaN, and at an end
// where the density is 0, +Inf at an end where it is unbounded.
func (l Distribution) LogProb(v float64) float64 {
	switch {
	case v < 0 || v > 1 || math.IsNaN(v):
		return math.Inf(-1)
	case v == 0:
		return l.logProbAtEnd(l.z.A, l.z.B, 1/l.ratio)
	case v == 1:
		return l.logProbAtEnd(l.z.B, l.z.A, l.ratio)
	}
	// The metric's logit differs from Z's by a constant: d logit = dv/(v(1-v)).
	return l.z.LogDensity(l.at(v)) - math.Log(v) - math.Log1p(-v)
}

// logProbAtEnd is the limit of the log density at an end of [0, 1] where the
// distribution behaves as (scale·d)^a/B(a,b) at distance d.
func (l Distribution) logProbAtEnd(a, b, scale float64) float64 {
	switch {
	case a > 1:
		return math.Inf(-1)
	case a < 1:
		return math.Inf(1)
	}
	return math.Log(b * scale) // B(1, b) = 1/b
}

// Prob returns the density at v.
func (l Distribution) Prob(v float64) float64 { return math.Exp(l.LogProb(v)) }

// CDF returns P(nu <= v), with full relative accuracy when it is small; NaN if v is NaN.
func (l Distribution) CDF(v float64) float64 { return math.Exp(l.LogCDF(v)) }

// Survival returns P(nu > v), with full relative accuracy when it is small; NaN if v is
// NaN.
func (l Distribution) Survival(v float64) float64 { return math.Exp(l.LogSurvival(v)) }

// LogCDF returns log P(nu <= v), finite where CDF underflows.
func (l Distribution) LogCDF(v float64) float64 {
	lower, _ := l.logTails(v)
	return lower
}

// LogSurvival returns log P(nu > v), finite where Survival underflows.
func (l Distribution) LogSurvival(v float64) float64 {
	_, upper := l.logTails(v)
	return upper
}

func (l Distribution) logTails(v float64) (lower, upper float64) {
	return l.z.LogTails(l.at(v))
}

// Quantile returns the v with CDF(v) = p. It panics unless 0 <= p <= 1.
func (l Distribution) Quantile(p float64) float64 {
	if p > 0.5 {
		return l.upperQuantile(1 - p)
	}
	return l.lowerQuantile(p)
}

// lowerQuantile returns the v with CDF(v) = p.
func (l Distribution) lowerQuantile(p float64) float64 {
	checkProbability(p)
	if p == 0 {
		return 0
	}
	return l.value(l.z.Quantile(math.Log(p), false))
}

// upperQuantile returns the v with Survival(v) = p.
func (l Distribution) upperQuantile(p float64) float64 {
	checkProbability(p)
	if p == 0 {
		return 1
	}
	return l.value(l.z.Quantile(math.Log(p), true))
}

func checkProbability(p float64) {
	if !(p >= 0 && p <= 1) {
		panic(fmt.Sprintf("posterior: probability %v outside [0, 1]", p))
	}
}

// Mode returns the location of the highest density. With lambda = 1 it is the
// micro-averaged metric itself for P and R (Wang and Li 2019, eq. 17, 20), and
// close to it for F1. A distribution that is flat, or unbounded at both ends (no counts
// at all and lambda < 1), has no single mode: then Mode returns the mean.
func (l Distribution) Mode() float64 {
	a, b := l.z.A, l.z.B
	switch {
	case a < 1 && b < 1, a == 1 && b == 1:
		return l.Mean()
	case b < 1:
		return 1
	case a < 1:
		return 0
	}
	if l.metric != F1 {
		return (a - 1) / (a - 1 + b - 1)
	}
	// The derivative of the log density vanishes at the positive root of
	// 2f² + (2a+b-5)f - 2(a-1) = 0.
	k := 2*a + b - 5
	root := math.Sqrt(k*k + 16*(a-1))
	if k < 0 {
		return math.Min((root-k)/4, 1)
	}
	if a == 1 {
		return 0
	}
	return math.Min(4*(a-1)/(k+root), 1)
}

// Mean returns the expectation.
func (l Distribution) Mean() float64 {
	if l.metric != F1 {
		return l.z.A / (l.z.A + l.z.B)
	}
	mean, _ := l.f1Moments()
	return mean
}

// Variance returns the variance.
func (l Distribution) Variance() float64 {
	if l.metric != F1 {
		n := l.z.A + l.z.B
		return l.z.A / n * (l.z.B / n) / (n + 1)
	}
	_, v := l.f1Moments()
	return v
}

// StdDev returns the standard deviation.
func (l Distribution) StdDev() float64 { return math.Sqrt(l.Variance()) }

// f1Moments sums mean and variance over the logit of Z by the trapezoid rule,
// which converges geometrically there. Deviations are taken from the value at
// the centre, so that narrow distributions lose no digits.
func (l Distribution) f1Moments() (mean, variance float64) {
	var s0, s1, s2 float64
	centre := l.value(math.Log(l.z.A / l.z.B))
	l.z.EachLogit(func(t, weight float64) {
		d := l.value(t) - centre
		s0 += weight
		s1 += weight * d
		s2 += weight * d * d
	})
	return centre + s1/s0, s2/s0 - (s1/s0)*(s1/s0)
}
