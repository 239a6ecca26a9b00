package infer_test

import (
	"fmt"
	"strings"

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
	fmt.Println(strings.ReplaceAll(err.Error(), "; ", ";\n"))
	// Output:
	// t = -2.988 with 5 degrees of freedom, p = 0.0305
	// mu_B - mu_A = -0.0333 [-0.0620, -0.0047]
	// infer: 5x2-t is a test for a 5 x 2 CV;
	// the differences come from a 3 x 2 CV;
	// these fit: mx2-t, corrected-repeated-kfold-t, blocked-3x2-t, bcv-t
}

// The ten tables of a 5 x 2 BCV on 300 records: B errs more often than A.
func ExampleBCVMcNemar() {
	folds := []infer.Contingency{
		{N00: 9, N01: 10, N10: 21, N11: 110}, {N00: 8, N01: 12, N10: 24, N11: 106},
		{N00: 10, N01: 9, N10: 22, N11: 109}, {N00: 7, N01: 11, N10: 25, N11: 107},
		{N00: 9, N01: 8, N10: 19, N11: 114}, {N00: 9, N01: 12, N10: 26, N11: 103},
		{N00: 6, N01: 10, N10: 24, N11: 110}, {N00: 11, N01: 9, N10: 20, N11: 110},
		{N00: 8, N01: 10, N10: 23, N11: 109}, {N00: 9, N01: 11, N10: 22, N11: 108},
	}
	r, err := infer.BCVMcNemar(folds, infer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mu_B - mu_A about %.3f, chi-squared %.2f, p = %.4f, reject: %t\n", r.Estimate, r.Statistic, r.PValue,
		r.Reject)
	// Output:
	// mu_B - mu_A about 0.083, chi-squared 7.78, p = 0.0053, reject: true
}

// Three comparisons at one level: Holm's p-values are never above Bonferroni's.
func ExampleHolm() {
	p := []float64{0.01, 0.04, 0.02}
	holm, err := infer.Holm(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	bonferroni, _ := infer.Bonferroni(p)
	fmt.Println(holm)
	fmt.Println(bonferroni)
	// Output:
	// [0.03 0.04 0.04]
	// [0.03 0.12 0.06]
}
