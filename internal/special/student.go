package special

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// StudentTail returns P(T > t) for Student's t with df degrees of freedom, good to
// full relative precision in the upper tail. An infinite df means the normal distribution.
func StudentTail(t, df float64) float64 {
	switch {
	case math.IsInf(df, 1):
		return math.Erfc(t/math.Sqrt2) / 2
	case t < 0:
		return 1 - StudentTail(-t, df)
	case t < 1 && t*t < df: // a tail so large is better off as a complement
		return 0.5 - 0.5*mathext.RegIncBeta(0.5, df/2, t*t/(df+t*t))
	}
	return 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// StudentCritical returns the t with P(T > t) = p, for p in (0, 1).
func StudentCritical(p, df float64) float64 {
	switch {
	case p == 0.5:
		return 0
	case p > 0.5:
		return -StudentCritical(1-p, df)
	case math.IsInf(df, 1):
		return -mathext.NormalQuantile(p)
	case df == 1:
		return 1 / math.Tan(math.Pi*p)
	case df == 2:
		return (1 - 2*p) / math.Sqrt(2*p*(1-p))
	}
	return studentHalley(p, df)
}

// studentHalley solves log P(T > t) = log p by Halley's steps in log t, with Newton's
// far from the solution: the function is concave, so that those converge from every
// start, and a straight line where the tail is a power. The start is the
// Cornish-Fisher expansion.
func studentHalley(p, df float64) float64 {
	logNorm := logGammaRatioHalf(df) - 0.5*math.Log(df*math.Pi)
	z := -mathext.NormalQuantile(p)
	t := z + z*(z*z+1)/(4*df) + z*(5*z*z*z*z+16*z*z+3)/(96*df*df)
	for range 100 {
		tail := StudentTail(t, df)
		if tail == 0 { // beyond the smallest number
			t /= 2
			continue
		}
		gap := math.Log(tail / p)
		slope := math.Exp(logNorm - (df+1)/2*math.Log1p(t*t/df) - math.Log(tail/t)) // of -log P in log t
		step := gap / slope
		if bend := 1 + step/2*(1+slope-(df+1)*t*t/(df+t*t)); bend > 0.5 {
			step /= bend
		}
		t *= math.Exp(step)
		if math.Abs(step) < 1e-5 { // the next would be of the order of its cube
			break
		}
	}
	return t
}

// GammaRatio returns Γ((f+1)/2) / Γ(f/2) for f > 0: √2 times it is the mean of a chi
// variable with f degrees of freedom.
func GammaRatio(f float64) float64 { return math.Exp(logGammaRatioHalf(f)) }

func logGammaRatioHalf(f float64) float64 {
	a, _ := math.Lgamma((f + 1) / 2)
	b, _ := math.Lgamma(f / 2)
	return a - b
}

// FisherTail returns P(F > f) for f >= 0 and the F distribution with df1 and df2 degrees of
// freedom, good to full relative precision.
func FisherTail(f, df1, df2 float64) float64 {
	switch {
	case f == 0:
		return 1
	case math.IsInf(f, 1):
		return 0
	case df1*f < df2:
		return 1 - mathext.RegIncBeta(df1/2, df2/2, df1*f/(df2+df1*f))
	}
	return mathext.RegIncBeta(df2/2, df1/2, df2/(df2+df1*f))
}
