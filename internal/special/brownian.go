package special

import "math"

// MaximumTail returns the probability that the maximum over 0 <= t <= 1 of |B(t)|, of a Brownian motion B, is c or more:
// 4 Σ (-1)^k (1 - Φ((2k+1) c)), or with one side that of B(t), 2 (1 - Φ(c)) (reflection principle).
func MaximumTail(c, sides float64) float64 {
	switch {
	case c <= 0:
		return 1
	case sides == 1:
		return math.Erfc(c / math.Sqrt2)
	}
	sum := 0.0
	if c < 1 { // the other series is short there: 1 - 4/π Σ (-1)^k/(2k+1) exp(-(2k+1)² π²/(8 c²))
		for k := range 4 {
			odd := float64(2*k + 1)
			sum += 4 / math.Pi * float64(1-2*(k%2)) / odd * math.Exp(-odd*odd*math.Pi*math.Pi/(8*c*c))
		}
		return 1 - sum
	}
	for k := range 5 {
		sum += 2 * float64(1-2*(k%2)) * math.Erfc(float64(2*k+1)*c/math.Sqrt2)
	}
	return sum
}

// MaximumCritical returns the c with MaximumTail p, to 1e-12.
func MaximumCritical(p, sides float64) float64 {
	return Root(func(c float64) float64 { return p - MaximumTail(c, sides) }, 0, 40, 1e-12)
}

// Reached returns the probability that a Brownian motion with a drift θ reaches c > 0 by the time t (Bachelier and
// Lévy): Φ((θt - c)/√t) + exp(2θc) Φ(-(θt + c)/√t).
func Reached(c, drift, t float64) float64 {
	root := math.Sqrt(2 * t)
	p := math.Erfc((c-drift*t)/root) / 2
	if other := math.Erfc((c+drift*t)/root) / 2; other > 0 { // whose factor may overflow
		p += math.Exp(2*drift*c + math.Log(other))
	}
	return min(p, 1)
}

// leastTail is the smallest tail that OnPath maps t values by: those beyond count as it.
const leastTail = 1e-300

// OnPath returns the place of a path at a share of its length from a t value with df degrees of freedom: the normal value
// of the same tail, times the root of the share.
func OnPath(t, df, share float64) float64 {
	z := StudentCritical(max(StudentTail(math.Abs(t), df), leastTail), math.Inf(1))
	return math.Copysign(z*math.Sqrt(share), t)
}

// OffPath returns the t value that OnPath puts at c > 0; infinite where the share is so small that there is none.
func OffPath(c, df, share float64) float64 {
	tail := StudentTail(c/math.Sqrt(share), math.Inf(1))
	if tail <= leastTail {
		return math.Inf(1)
	}
	return StudentCritical(tail, df)
}
