package infer

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// Welch is Welch's t test of two independent samples, the values of model A and of model B in their runs on one test
// set, such as seeds of training: (mean_B - mean_A - delta) / √(s_A²/n_A + s_B²/n_B) ~ t, with the degrees of freedom
// of Satterthwaite, (v_A + v_B)² / (v_A²/(n_A-1) + v_B²/(n_B-1)) where v = s²/n (Welch 1947, Biometrika 34). It needs
// two runs or more of each model, and is about other runs on this very test set: how results vary with its items does
// not enter. Values that vary by no more than rounding have no spread.
func Welch(a, b []float64, opt Options) (Result, error) {
	const name = "welch-t"
	if len(a) < 2 || len(b) < 2 {
		return Result{}, lacks(name, fmt.Sprintf("two runs or more of each model, and there are %d and %d", len(a), len(b)))
	}
	scale := 0.0
	for _, x := range [][]float64{a, b} {
		for _, v := range x {
			scale = max(scale, math.Abs(v))
		}
	}
	meanA, varianceA := stat.MeanVariance(a, nil)
	meanB, varianceB := stat.MeanVariance(b, nil)
	varianceA, varianceB = varianceA/float64(len(a)), varianceB/float64(len(b))
	sum := varianceA + varianceB
	df := 1.0 // of no spread, which says nothing
	if sum > 0 {
		x, y := varianceA/sum, varianceB/sum // which does not overflow
		df = 1 / (x*x/float64(len(a)-1) + y*y/float64(len(b)-1))
	}
	return Pivot{Name: name, Estimate: meanB - meanA, SD: math.Sqrt(sum), Factor: 1, DF: df, Scale: scale,
		Assumptions: "Runs of both models are independent and vary as normal ones (Welch 1947); the test set stays as it " +
			"is, so that nothing is said of other items."}.Test(opt)
}
