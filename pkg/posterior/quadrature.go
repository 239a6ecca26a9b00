package posterior

import "math"

// logProduct returns the logarithm of
//
//	∫ f_A(v) exp(g(B, v + shift)) dv
//
// over all v with v and v + shift in (0, 1), where f_A is the density of law a
// and g a function of law b. The integrand has one peak, which may be anything
// from 10^-5 to 1 wide, and may end in a power at either end. So: walk to the
// peak in the logit of the position between the ends, where the integrand is
// smooth and falls off exponentially, then sum by the trapezoid rule there.
func logProduct(a, b Law, shift float64, g func(Law, point) float64) float64 {
	r, ok := newStretch(a, b, shift)
	if !ok {
		return math.Inf(-1)
	}
	logf := func(t float64) float64 {
		pa, pb, logWeight := r.at(t)
		f := a.z.logDensity(pa) - math.Log(pa.x) - math.Log(pa.y/a.ratio) + g(b, pb) + logWeight
		if math.IsNaN(f) || math.IsInf(f, 1) {
			return math.Inf(-1)
		}
		return f
	}
	peak, width := findPeak(logf, a.StdDev()/r.length)
	return trapezoid(logf, peak, width)
}

// stretch is the range of v on which v and v+shift are metrics of laws a and
// b, in the variable t: the logit of the relative position of v, minus that of
// an anchor near the mean of a. Distances from the anchor keep full relative
// precision, and so do distances from both ends of [0, 1].
type stretch struct {
	a, b           Law
	lo, length     float64 // v = lo + length·u
	above          float64 // 1 - v = above + length·(1-u)
	loB, aboveB    float64 // the same for v + shift
	u0, w0         float64 // relative position of the anchor, u0 + w0 = 1
	diffA0, diffB0 float64 // diff of both laws at the anchor
}

func newStretch(a, b Law, shift float64) (stretch, bool) {
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

// at returns the points of both laws at t and log dv/dt.
func (r stretch) at(t float64) (pa, pb point, logWeight float64) {
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
	pa = point{r.lo + r.length*u, r.a.ratio * (r.above + r.length*w), r.diffA0 + r.a.diffSlope()*d}
	pb = point{r.loB + r.length*u, r.b.ratio * (r.aboveB + r.length*w), r.diffB0 + r.b.diffSlope()*d}
	return pa, pb, math.Log(r.length) + math.Log(u) + math.Log(w)
}

// findPeak climbs from 0 to the maximum of a function with one peak, by steps
// that grow while they help and shrink when they do not. It returns the peak
// and a width at which the function has fallen by about 1.
func findPeak(f func(float64) float64, width float64) (peak, at float64) {
	t, step := 0.0, math.Min(math.Max(width, 1e-8), 1)
	best := f(t)
	for ; math.IsInf(best, -1) && step < 1000; step *= 2 { // look for any positive value
		for _, s := range [2]float64{t - step, t + step} {
			if v := f(s); v > best {
				t, best = s, v
			}
		}
	}
	step = math.Min(math.Max(width, 1e-8), 1)
	for range 400 {
		left, right := f(t-step), f(t+step)
		switch {
		case right > best && right >= left:
			t, best, step = t+step, right, step*2
		case left > best:
			t, best, step = t-step, left, step*2
		case best-math.Max(left, right) > 0.7:
			step /= 2
		case best-math.Min(left, right) < 0.2 && step < 8:
			step *= 2
		default:
			return t, step
		}
	}
	return t, step
}

// trapezoid returns log ∫ exp(f) for a function with one peak. It halves the
// step until two sums agree to 8 digits: on an analytic integrand each halving
// doubles the number of right digits at least, so the last sum has 16.
func trapezoid(f func(float64) float64, peak, width float64) float64 {
	top := f(peak)
	if math.IsInf(top, -1) {
		return top
	}
	// Terms this far below the top are left out; the search for the ends
	// starts again at each level, since tails may differ on the two sides.
	const negligible = -42
	sum := func(offset, h float64) float64 {
		s := 0.0
		for _, side := range [2]float64{1, -1} {
			for i := 0; i < 1<<16; i++ {
				if side < 0 && i == 0 && offset == 0 {
					continue
				}
				e := f(peak+side*(offset+float64(i)*h)) - top
				s += math.Exp(e)
				if e < negligible {
					break
				}
			}
		}
		return s
	}
	h, total := width, sum(0, width)
	old, oldChange := total*h, math.Inf(1)
	for range 12 {
		total += sum(h/2, h)
		h /= 2
		change := math.Abs(total*h/old - 1)
		// Far in a tail the logarithms carry an error of their own: there
		// the sums stop getting closer before they agree to 8 digits.
		if change <= 1e-8 || (change < 1e-3 && change > oldChange/4) {
			break
		}
		old, oldChange = total*h, change
	}
	return top + math.Log(total*h)
}
