package count

import "math"

// poissonLimit is the dispersion, relative to 1 and the largest mean, above which negative binomial counts are
// Poisson counts up to rounding.
const poissonLimit = 1e8

// dispersion returns the θ of largest likelihood for counts with these means, +Inf where the likelihood rises to
// the Poisson limit. If there are several maxima, it returns the one uphill from the estimate by moments where
// theta.ml of R's package MASS starts.
func dispersion(y, mu []float64) float64 {
	spread, largest := 0.0, 1.0
	for k, m := range mu {
		ratio := 0.0 // counts of 0 may have means that round to 0
		if y[k] > 0 {
			ratio = y[k] / m
		}
		spread += (ratio - 1) * (ratio - 1)
		largest = max(largest, m)
	}
	limit := math.Log(poissonLimit * largest)
	slope := func(a float64) float64 { return thetaSlope(y, mu, math.Exp(a)) }
	a := math.Log(float64(len(y)) / spread)
	if math.IsNaN(a) || math.IsInf(a, 0) {
		a = 0
	}
	a = min(a, limit)
	for sa := slope(a); math.Abs(a) < 700; {
		b := a + math.Copysign(1, sa)
		if b > limit {
			return math.Inf(1)
		}
		sb := slope(b)
		if (sb > 0) != (sa > 0) {
			return math.Exp(falsePosition(slope, a, sa, b, sb))
		}
		a, sa = b, sb
	}
	return math.NaN() // means overflow
}

// falsePosition returns a zero of f between a and b, where f has the values fa and fb of opposite signs, by the
// Illinois variant (Dowell and Jarratt, BIT 11, 1971).
func falsePosition(f func(float64) float64, a, fa, b, fb float64) float64 {
	for range 200 {
		if fb == 0 || math.Abs(b-a) < 1e-13 {
			break
		}
		c := b - fb*(b-a)/(fb-fa)
		fc := f(c)
		if (fc > 0) != (fb > 0) {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		if b, fb = c, fc; math.Abs(fb) < 1e-300 {
			break
		}
	}
	return b
}

// thetaSlope returns θ times the slope of the log likelihood in θ.
func thetaSlope(y, mu []float64, theta float64) float64 {
	sum := 0.0
	for k, m := range mu {
		sum += digammaRise(theta, y[k]) - math.Log1p(m/theta) + (m-y[k])/(m+theta)
	}
	return theta * sum
}

// logLikelihood returns the log likelihood of counts whose means have these logarithms.
func logLikelihood(y, eta []float64, theta float64) float64 {
	sum := 0.0
	for k, e := range eta {
		factorial, _ := math.Lgamma(y[k] + 1)
		sum -= factorial
		if y[k] > 0 {
			sum += y[k] * e
		}
		if math.IsInf(theta, 1) {
			sum -= math.Exp(e)
			continue
		}
		sum += logRise(theta, y[k]) - (theta+y[k])*softplus(e-math.Log(theta))
	}
	return sum
}

// terms is the number of factors of Γ(θ+y)/Γ(θ) that are computed one by one, before Stirling's series.
const terms = 32

// digammaRise returns ψ(θ+y) - ψ(θ) for a whole number y, without loss of digits at large θ.
func digammaRise(theta, y float64) float64 {
	sum := 0.0
	for j := 0.0; j < min(y, terms); j++ {
		sum += 1 / (theta + j)
	}
	if y <= terms {
		return sum
	}
	a, b := theta+terms, theta+y
	tail := func(x float64) float64 { return -1/(2*x) - 1/(12*x*x) + 1/(120*x*x*x*x) }
	return sum + math.Log1p((y-terms)/a) + tail(b) - tail(a)
}

// logRise returns log Γ(θ+y) - log Γ(θ) - y log θ for a whole number y.
func logRise(theta, y float64) float64 {
	sum := 0.0
	for j := 1.0; j < min(y, terms); j++ {
		sum += math.Log1p(j / theta)
	}
	if y <= terms {
		return sum
	}
	a, b := theta+terms, theta+y
	tail := func(x float64) float64 { return 1/(12*x) - 1/(360*x*x*x) }
	return sum + (b-0.5)*math.Log1p(y/theta) - (a-0.5)*math.Log1p(terms/theta) - (y - terms) + tail(b) - tail(a)
}
