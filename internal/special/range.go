package special

import "math"

// RangeTail returns P(R > q) for the range R of k standard normal variables, Tukey's
// studentized range with infinitely many degrees of freedom:
//
//	k ∫ φ(z) (Φ(z)^(k-1) - (Φ(z) - Φ(z-q))^(k-1)) dz,
//
// by the trapezoidal rule, which converges faster than any power for such bells. It keeps
// its relative accuracy, about 1e-12, as far out as the tail is a number. K is at least 2.
func RangeTail(q float64, k int) float64 {
	if !(q > 0) {
		return 1
	}
	const step, reach = 1.0 / 32, 10.0
	n := float64(k - 1)
	sum := 0.0
	// The bell lies between the smallest of k variables and the largest.
	for z := -reach; z <= q+reach; z += step {
		below := math.Erfc(-z/math.Sqrt2) / 2
		ratio := math.Erfc((q-z)/math.Sqrt2) / 2 / below
		if ratio >= 1 {
			continue
		}
		sum += math.Exp(-z*z/2+n*math.Log(below)) * -math.Expm1(n*math.Log1p(-ratio))
	}
	return math.Min(1, float64(k)*sum*step/math.Sqrt(2*math.Pi))
}

// RangeCritical returns the q with RangeTail(q, k) = p, for p in (0, 1).
func RangeCritical(p float64, k int) float64 {
	low, high := 0.0, 1.0
	for RangeTail(high, k) > p {
		low, high = high, 2*high
	}
	for range 200 {
		q := (low + high) / 2
		if q == low || q == high {
			break
		}
		if RangeTail(q, k) > p {
			low = q
		} else {
			high = q
		}
	}
	return (low + high) / 2
}
