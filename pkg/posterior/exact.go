package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
)

// LogDifference returns log P(nu_B - nu_A <= delta) and log P(nu_B - nu_A > delta)
// for independent posteriors of the same metric, computed exactly. Delta
// must lie in [-1, 1].
//
// At delta = 0 the event is one between the logits of two Beta variables, for
// F1 too, and its probability a single contour integral of gamma functions.
// Elsewhere it is a quadrature of the density of one distribution times the cdf of the
// other. Both tails have full relative accuracy however small they are.
func LogDifference(a, b Distribution, delta float64) (atMost, above float64, err error) {
	if err := sameMetric(a, b); err != nil {
		return 0, 0, err
	}
	if !(delta >= -1 && delta <= 1) {
		return 0, 0, fmt.Errorf("posterior: delta is %v; a difference of two metrics lies in [-1, 1]", delta)
	}
	if delta == 0 && a.z == b.z {
		// By symmetry, without a rounding error that would decide a tie.
		return -math.Ln2, -math.Ln2, nil
	}
	if delta == 0 {
		above, atMost = special.LogitDifferenceTails(a.z, b.z)
		return atMost, above, nil
	}
	atMost, above = shiftedTails(a, b, delta)
	return atMost, above, nil
}

// shiftedTails returns log P(nu_B <= nu_A + delta) and its complement for
// delta != 0. The smaller one is integrated, the other is 1 minus it. The
// integral runs over the narrower distribution, whose scale resolves both.
func shiftedTails(a, b Distribution, delta float64) (atMost, above float64) {
	if b.StdDev() < a.StdDev() {
		above, atMost = shiftedTails(b, a, -delta)
		return atMost, above
	}
	if b.Mean()-a.Mean() > delta {
		atMost = logProduct(a, b, delta, Distribution.logBelow)
		if delta > 0 { // beyond 1-delta every nu_B is small enough
			atMost = logAdd(atMost, a.LogSurvival(1-delta))
		}
		atMost = math.Min(atMost, 0)
		return atMost, special.Log1mExp(atMost)
	}
	above = logProduct(a, b, delta, Distribution.logAbove)
	if delta < 0 { // below -delta every nu_B is large enough
		above = logAdd(above, a.LogCDF(-delta))
	}
	above = math.Min(above, 0)
	return special.Log1mExp(above), above
}

// The factors of the second distribution in an integral over the first.
func (l Distribution) logBelow(p special.Point) float64 { lower, _ := l.z.LogTails(p); return lower }
func (l Distribution) logAbove(p special.Point) float64 { _, upper := l.z.LogTails(p); return upper }

// logProbAt is LogProb at a point.
func (l Distribution) logProbAt(p special.Point) float64 {
	v, w := p.X, p.Y/l.ratio
	return l.z.LogDensity(p) - math.Log(v) - math.Log(w)
}

// differenceDensity returns the density of nu_B - nu_A at d.
func differenceDensity(a, b Distribution, d float64) float64 {
	if b.StdDev() < a.StdDev() {
		a, b, d = b, a, -d
	}
	return math.Exp(logProduct(a, b, d, Distribution.logProbAt))
}

// logAdd returns log(exp(x) + exp(y)).
func logAdd(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(x, -1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}
