package posterior

import "math"

// Mode returns the place of the highest density. With lambda = 1 it is the
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
