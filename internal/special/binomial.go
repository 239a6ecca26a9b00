package special

import (
	"math"
)

// HalfBinomialTail returns P(X >= k) for X binomial with k + rest trials and probability 1/2, to about 1e-13 of its
// value where there are up to 10^5 trials. It sums the larger terms; their number grows with the root of the
// trials, so that above 10^9 trials the tail of a Beta distribution is used instead.
func HalfBinomialTail(k, rest float64) float64 {
	switch {
	case k == 0:
		return 1
	case k < rest:
		return 1 - HalfBinomialTail(rest+1, k-1)
	}
	n := k + rest
	if n > 1e9 {
		l := NewBeta(k, rest+1)
		lower, _ := l.LogTails(l.Point(1, 1))
		return math.Exp(lower)
	}
	term, sum := 1.0, 1.0
	for i := k; i <= n && term > 1e-17*sum; i++ {
		term *= (n - i) / (i + 1)
		sum += term
	}
	return HalfBinomialMass(k, rest) * sum
}

// HalfBinomialMass returns P(X = k) for the X of HalfBinomialTail, in the deviance form of Loader (2000), which
// keeps its digits where factorials lose theirs.
func HalfBinomialMass(k, rest float64) float64 {
	n := k + rest
	if k == 0 || rest == 0 {
		return math.Exp2(-n)
	}
	d := (k - rest) / n
	deviance := k*math.Log1p(d) + rest*math.Log1p(-d)
	remainder := StirlingRemainder(n) - StirlingRemainder(k) - StirlingRemainder(rest)
	return math.Exp(remainder-deviance) * math.Sqrt(n/(2*math.Pi*k*rest))
}
