package infer

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// studentTail returns P(T > t) for Student's t with df degrees of freedom, good to
// full relative precision in the upper tail. An infinite df means the normal law.
func studentTail(t, df float64) float64 {
	switch {
	case math.IsInf(df, 1):
		return math.Erfc(t/math.Sqrt2) / 2
	case t < 0:
		return 1 - studentTail(-t, df)
	case t*t < df: // the argument of the other form would round to 1
		return 0.5 - 0.5*mathext.RegIncBeta(0.5, df/2, t*t/(df+t*t))
	}
	return 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// studentCritical returns the t with P(T > t) = p, for p in (0, 1).
func studentCritical(p, df float64) float64 {
	switch {
	case p > 0.5:
		return -studentCritical(1-p, df)
	case math.IsInf(df, 1):
		return -mathext.NormalQuantile(p)
	case df == 1:
		return 1 / math.Tan(math.Pi*p)
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*p)
	t := math.Sqrt(df * (1 - x) / x)
	return studentPolish(t, p, df)
}

// studentPolish makes one Newton step on the logarithm of the tail, which turns a
// start of seven digits into full precision.
func studentPolish(t, p, df float64) float64 {
	tail := studentTail(t, df)
	if !(tail > 0) || t == 0 {
		return t
	}
	a, _ := math.Lgamma((df + 1) / 2)
	b, _ := math.Lgamma(df / 2)
	density := math.Exp(a-b-(df+1)/2*math.Log1p(t*t/df)) / math.Sqrt(df*math.Pi)
	return t + tail/density*math.Log(tail/p)
}

// fisherTail returns P(F > f) for f >= 0 and the F law with df1 and df2 degrees of
// freedom, good to full relative precision.
func fisherTail(f, df1, df2 float64) float64 {
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
