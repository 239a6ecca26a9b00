package infer_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Two learners on the folds of a 3 x 2 BCV. scipy 1.10.1 finds the same t, p and
// interval from d = b - a: d.mean() / (sqrt(7/5) d.std()), stats.t with 5 degrees.
func ExampleRun() {
	lossA := [][]float64{{0.21, 0.23}, {0.22, 0.22}, {0.24, 0.21}}
	lossB := [][]float64{{0.18, 0.20}, {0.19, 0.18}, {0.19, 0.19}}
	d, err := infer.NewDifferences(lossA, lossB)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := infer.Run("bcv-t", d, infer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("t = %.3f with %v degrees of freedom, p = %.4f\n", r.Statistic, r.DF[0], r.PValue)
	fmt.Printf("mu_B - mu_A = %.4f [%.4f, %.4f]\n", r.Estimate, r.CI.Low, r.CI.High)

	_, err = infer.Run("5x2-t", d, infer.Options{})
	fmt.Println(err)
	// Output:
	// t = -2.988 with 5 degrees of freedom, p = 0.0305
	// mu_B - mu_A = -0.0333 [-0.0620, -0.0047]
	// infer: 5x2-t is a test for a 5 x 2 CV; the differences come from a 3 x 2 CV; these fit: mx2-t, corrected-repeated-kfold-t, blocked-3x2-t, bcv-t
}
