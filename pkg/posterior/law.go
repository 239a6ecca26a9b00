package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
)

// MinPrior and MaxPrior bound the parameter lambda of the prior.
const (
	MinPrior = 0.001
	MaxPrior = 1e6
)

// maxCount bounds an effective count; beyond it neighbouring float64 counts
// differ by more than the law's own width allows.
const maxCount = 1e15

// Law is the posterior law of one metric of one model, given effective counts
// and the prior Beta(lambda, lambda) of precision and of recall (Goutte and
// Gaussier 2005; Wang and Li 2019, eq. 25-27, whose Beta densities are printed
// with exponents one too high):
//
//	P  ~ Beta(TP+λ, FP+λ)
//	R  ~ Beta(TP+λ, FN+λ)
//	F1 = 2Z/(1+Z),  Z ~ Beta(TP+λ, FP+FN+2λ)
//
// All methods take and return values of the metric itself, in [0, 1].
// Make one with NewLaw.
type Law struct {
	metric Metric
	z      special.Beta
	ratio  float64 // odds of Z = odds of the metric / ratio
}

// NewLaw returns the posterior law of a metric for effective counts, each in
// [0, 1e15], and a prior lambda in [MinPrior, MaxPrior].
func NewLaw(metric Metric, effective Counts, prior float64) (Law, error) {
	if err := effective.Check(); err != nil {
		return Law{}, err
	}
	if max(effective.TP, effective.FP, effective.FN) > maxCount {
		return Law{}, fmt.Errorf("posterior: an effective count is above %.0e; check the units of the counts", float64(maxCount))
	}
	if !(prior >= MinPrior && prior <= MaxPrior) {
		return Law{}, fmt.Errorf("posterior: prior %v; use a value from %v to %v (1 is uniform, 0.5 is Jeffreys')", prior, MinPrior, MaxPrior)
	}
	switch metric {
	case P:
		return Law{P, special.NewBeta(effective.TP+prior, effective.FP+prior), 1}, nil
	case R:
		return Law{R, special.NewBeta(effective.TP+prior, effective.FN+prior), 1}, nil
	case F1:
		return Law{F1, special.NewBeta(effective.TP+prior, effective.FP+effective.FN+2*prior), 2}, nil
	}
	return Law{}, fmt.Errorf("posterior: unknown metric %d; use P, R or F1", int(metric))
}

// sameMetric returns an error unless two laws belong to the same metric.
func sameMetric(a, b Law) error {
	if a.metric != b.metric {
		return fmt.Errorf("posterior: cannot compare %s with %s; take laws of the same metric", a.metric, b.metric)
	}
	return nil
}

// Metric returns the metric that the law belongs to.
func (l Law) Metric() Metric { return l.metric }

// Params returns the parameters of the Beta law behind the metric: of P or R
// itself, of Z for F1.
func (l Law) Params() (a, b float64) { return l.z.A, l.z.B }

// at returns the point of Z at metric value v.
func (l Law) at(v float64) special.Point {
	return special.Point{X: v, Y: l.ratio * (1 - v), Diff: l.diffAt(v, 0)}
}

// diffAt returns b·x - a·y at metric value v + e, where e is small.
func (l Law) diffAt(v, e float64) float64 {
	a := l.z.A * l.ratio // exact: the ratio is 1 or 2
	w := 1 - v
	lost := (1 - w) - v // by the rounding of 1-v
	return special.DiffOfProducts(l.z.B, v, a, w) - a*lost + l.diffSlope()*e
}

// diffSlope is the derivative of b·x - a·y by the metric.
func (l Law) diffSlope() float64 { return l.z.B + l.z.A*l.ratio }

// value returns the metric where Z has logit t.
func (l Law) value(t float64) float64 {
	x, y := special.Odds(t)
	return l.ratio * x / (l.ratio*x + y)
}

// LogProb returns the log density at v: -Inf outside [0, 1] and at an end
// where the density is 0, +Inf at an end where it is unbounded.
func (l Law) LogProb(v float64) float64 {
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
// law behaves as (scale·d)^a/B(a,b) at distance d.
func (l Law) logProbAtEnd(a, b, scale float64) float64 {
	switch {
	case a > 1:
		return math.Inf(-1)
	case a < 1:
		return math.Inf(1)
	}
	return math.Log(b * scale) // B(1, b) = 1/b
}

// Prob returns the density at v.
func (l Law) Prob(v float64) float64 { return math.Exp(l.LogProb(v)) }

// CDF returns P(nu <= v), with full relative accuracy when it is small.
func (l Law) CDF(v float64) float64 { return math.Exp(l.LogCDF(v)) }

// Survival returns P(nu > v), with full relative accuracy when it is small.
func (l Law) Survival(v float64) float64 { return math.Exp(l.LogSurvival(v)) }

// LogCDF returns log P(nu <= v), finite where CDF underflows.
func (l Law) LogCDF(v float64) float64 {
	lower, _ := l.logTails(v)
	return lower
}

// LogSurvival returns log P(nu > v), finite where Survival underflows.
func (l Law) LogSurvival(v float64) float64 {
	_, upper := l.logTails(v)
	return upper
}

func (l Law) logTails(v float64) (lower, upper float64) {
	return l.z.LogTails(l.at(v))
}

// Quantile returns the v with CDF(v) = p. It panics unless 0 <= p <= 1.
func (l Law) Quantile(p float64) float64 {
	if p > 0.5 {
		return l.upperQuantile(1 - p)
	}
	return l.lowerQuantile(p)
}

// lowerQuantile returns the v with CDF(v) = p.
func (l Law) lowerQuantile(p float64) float64 {
	checkProbability(p)
	if p == 0 {
		return 0
	}
	return l.value(l.z.Quantile(math.Log(p), false))
}

// upperQuantile returns the v with Survival(v) = p.
func (l Law) upperQuantile(p float64) float64 {
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
