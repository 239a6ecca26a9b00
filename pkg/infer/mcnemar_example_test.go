package infer_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

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
	fmt.Printf("mu_B - mu_A about %.3f, chi-squared %.2f, p = %.4f, reject: %t\n", r.Estimate, r.Statistic, r.PValue, r.Reject)
	// Output:
	// mu_B - mu_A about 0.083, chi-squared 7.78, p = 0.0053, reject: true
}
