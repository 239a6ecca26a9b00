package infer

import (
	"fmt"
	"math"
)

// Moments are what Welch's test takes of the values of a model in its runs: a summary of a paper has no more.
type Moments struct {
	Mean, Variance float64 // Variance has n - 1 below, and is 0 or more
	N              int     // runs
}

// Welch is Welch's t test of two independent samples, the values of model A and of model B in their runs on one test
// set, such as seeds of training: (mean_B - mean_A - delta) / √(s_A²/n_A + s_B²/n_B) ~ t, with the degrees of freedom
// of Satterthwaite, (v_A + v_B)² / (v_A²/(n_A-1) + v_B²/(n_B-1)) where v = s²/n (Welch 1947, Biometrika 34). It needs
// two runs or more of each model, and is about other runs on this very test set: how results vary with its items does
// not enter. Values that vary by no more than rounding have no spread.
func Welch(a, b Moments, opt Options) (Result, error) {
	const name = "welch-t"
	if a.N < 2 || b.N < 2 {
		return Result{}, lacks(name, fmt.Sprintf("two runs or more of each model, and there are %d and %d", a.N, b.N))
	}
	varianceA, varianceB := a.Variance/float64(a.N), b.Variance/float64(b.N)
	sum := varianceA + varianceB
	df := 1.0 // of no spread, which says nothing
	if sum > 0 {
		x, y := varianceA/sum, varianceB/sum // which does not overflow
		df = 1 / (x*x/float64(a.N-1) + y*y/float64(b.N-1))
	}
	return Pivot{Name: name, Estimate: b.Mean - a.Mean, SD: math.Sqrt(sum), Factor: 1, DF: df,
		Scale: max(math.Abs(a.Mean), math.Abs(b.Mean)),
		Assumptions: "Runs of both models are independent and vary as normal ones (Welch 1947); the test set stays as it " +
			"is, so that nothing is said of other items."}.Test(opt)
}
