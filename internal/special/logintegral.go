package special

import "math"

// LogIntegral returns log ∫ exp(f) over the real line for an analytic f with one peak
// that falls off exponentially on both sides. The search for the peak starts at 0 with
// steps of about width.
func LogIntegral(f func(float64) float64, width float64) float64 {
	peak, width := findPeak(f, width)
	return trapezoid(f, peak, width)
}

// findPeak climbs from 0 to the maximum of a function with one peak, by steps
// that grow while they help and shrink when they do not. It returns the peak
// and a width at which the function has fallen by about 1, or by more than its rounding.
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
		case coarse(best) && best-max(left, right) <= noise(best) && step < 8: // rounding hides which way is up
			step *= 2
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

// noise is the largest rounding error of a function whose logarithm is near top.
func noise(top float64) float64 { return math.Abs(top) * 0x1p-46 }

// coarse reports that rounding is as large as the shape of the peak. Then the logarithm is so large that all of the
// shape is below its last digits.
func coarse(top float64) bool { return noise(top) > 0.7 }

// mostNodes ends the halving, where rounding keeps two sums from agreeing: a prior of
// 0.001 takes about 10^5 nodes.
const mostNodes = 1 << 18

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
	nodes := 0
	sum := func(offset, h float64) float64 {
		s := 0.0
		for _, side := range [2]float64{1, -1} {
			for i := 0; i < 1<<16; i++ {
				if side < 0 && i == 0 && offset == 0 {
					continue
				}
				e := f(peak+side*(offset+float64(i)*h)) - top
				nodes++
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
		if coarse(top) || nodes > mostNodes {
			break
		}
		total += sum(h/2, h)
		h /= 2
		change := math.Abs(total*h/old - 1)
		// Far in a tail the logarithms have their own error: there the sums stop getting closer before they agree
		// to 8 digits.
		if change <= 1e-8 || (change < 1e-3 && change > oldChange/4) {
			break
		}
		old, oldChange = total*h, change
	}
	return top + math.Log(total*h)
}
