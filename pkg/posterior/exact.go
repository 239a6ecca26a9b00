package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
)

// LogDifference returns log P(nu_B - nu_A <= delta) and log P(nu_B - nu_A > delta)
// for independent posteriors of the same metric, computed exactly. Delta
// must lie in [-1, 1].
//
// At delta = 0 the event compares the logits of two Beta variables, also for
// F1, and its probability is a single contour integral of gamma functions.
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
		// By symmetry; a rounding error would decide a tie.
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

// logProduct returns the logarithm of
//
//	∫ f_A(v) exp(g(B, v + shift)) dv
//
// over all v with v and v + shift in (0, 1), where f_A is the density of distribution a
// and g a function of distribution b. The integrand has one peak, which may be anything
// from 10^-5 to 1 wide, and may end in a power at either end. The function walks to the
// peak in the logit of the position between the ends, where the integrand is
// smooth and falls off exponentially, and sums by the trapezoid rule there.
func logProduct(a, b Distribution, shift float64, g func(Distribution, special.Point) float64) float64 {
	r, ok := newStretch(a, b, shift)
	if !ok {
		return math.Inf(-1)
	}
	logf := func(t float64) float64 {
		pa, pb, logWeight := r.at(t)
		f := a.z.LogDensity(pa) - math.Log(pa.X) - math.Log(pa.Y/a.ratio) + g(b, pb) + logWeight
		if math.IsNaN(f) || math.IsInf(f, 1) {
			return math.Inf(-1)
		}
		return f
	}
	return special.LogIntegral(logf, a.StdDev()/r.length)
}

// stretch is the range of v on which v and v+shift are metrics of distributions a and
// b, in the variable t: the logit of the relative position of v, minus the
// logit of an anchor near the mean of a. Distances from the anchor keep full relative
// precision, and so do distances from both ends of [0, 1].
type stretch struct {
	a, b           Distribution
	lo, length     float64 // v = lo + length·u
	above          float64 // 1 - v = above + length·(1-u)
	loB, aboveB    float64 // the same for v + shift
	u0, w0         float64 // relative position of the anchor, u0 + w0 = 1
	diffA0, diffB0 float64 // diff of both distributions at the anchor
}

func newStretch(a, b Distribution, shift float64) (stretch, bool) {
	lo, hi := math.Max(0, -shift), math.Min(1, 1-shift)
	if !(lo < hi) {
		return stretch{}, false
	}
	r := stretch{a: a, b: b, lo: lo, length: hi - lo, above: 1 - hi,
		loB: math.Max(0, shift), aboveB: math.Max(0, -shift)}
	v := math.Min(math.Max(a.Mean(), lo+1e-12*r.length), hi-1e-12*r.length)
	r.u0, r.w0 = (v-lo)/r.length, (hi-v)/r.length
	r.diffA0 = a.diffAt(v, 0)
	sum := v + shift
	part := sum - v
	r.diffB0 = b.diffAt(sum, (v-(sum-part))+(shift-part)) // with the rounding error of the sum
	return r, true
}

// at returns the points of both distributions at t and log dv/dt.
func (r stretch) at(t float64) (pa, pb special.Point, logWeight float64) {
	// u - u0 without cancellation, for either sign of t.
	var d, u, w float64
	if t > 0 {
		e := math.Exp(-t)
		s := e*r.w0 + r.u0
		d, u, w = -math.Expm1(-t)*r.u0*r.w0/s, r.u0/s, e*r.w0/s
	} else {
		e := math.Exp(t)
		s := r.w0 + r.u0*e
		d, u, w = math.Expm1(t)*r.u0*r.w0/s, r.u0*e/s, r.w0/s
	}
	d *= r.length
	pa = special.Point{X: r.lo + r.length*u, Y: r.a.ratio * (r.above + r.length*w), Diff: r.diffA0 + r.a.diffSlope()*d}
	pb = special.Point{X: r.loB + r.length*u, Y: r.b.ratio * (r.aboveB + r.length*w), Diff: r.diffB0 +
		r.b.diffSlope()*d}
	return pa, pb, math.Log(r.length) + math.Log(u) + math.Log(w)
}
