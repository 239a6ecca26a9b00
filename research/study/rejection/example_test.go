package rejection_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// Two algorithms that err equally often: the t-test on random hold-outs rejects far
// too often, the 5x2 BCV McNemar test does not.
func ExampleStudy() {
	studies, _, err := rejection.Studies(study.Config{Scale: study.Quick, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	epsilon := studies[0]
	r, err := epsilon.Run(context.Background(), sim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range r.Rows() {
		if row.Test == "RHO paired t-test" || row.Test == "5x2 BCV McNemar test" {
			fmt.Printf("%s on %s: error above 0.05 by more than 3 standard errors: %t\n", row.Test, row.Data,
				row.Share > rejection.AlphaTableV+3*row.SE)
		}
	}
	// Output:
	// RHO paired t-test on Epsilon: error above 0.05 by more than 3 standard errors: true
	// 5x2 BCV McNemar test on Epsilon: error above 0.05 by more than 3 standard errors: false
}
