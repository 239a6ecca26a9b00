package stopping_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/stopping"
)

// Ten looks at level 0.05 err more often than one, at rho1 = rho2 = 0 and everywhere.
func ExampleErrors() {
	t := stopping.DefaultNormal(study.Quick)
	t.Cells = []sequential.Correlation{{Rho1: 0, Rho2: 0}, {Rho1: 0.5, Rho2: 0.5}}
	rows, err := stopping.Errors(context.Background(), study.Config{Seed: 1}, t)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		if r.Test == stopping.Ideal {
			fmt.Printf("rho1 = rho2 = %g: one look %.2f, first of ten looks %.2f\n", r.Rho1, r.Fixed, r.Sequential)
		}
	}
	// Output:
	// rho1 = rho2 = 0: one look 0.05, first of ten looks 0.15
	// rho1 = rho2 = 0.5: one look 0.05, first of ten looks 0.09
}

// Calibrated rules hold their level where the published one does not.
func ExampleComparePower() {
	cells := []sequential.Correlation{{Rho1: 0.5, Rho2: 0.5}}
	rows, err := stopping.ComparePower(context.Background(), study.Config{Seed: 1}, stopping.Rules(0.05, 12)[:3],
		cells, []float64{0}, 20_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("%s: error above 0.05 by more than 3 standard errors: %t\n", r.Rule, r.Reject > r.Alpha+3*r.RejectSE)
	}
	// Output:
	// printed: error above 0.05 by more than 3 standard errors: true
	// printed at alpha/2: error above 0.05 by more than 3 standard errors: false
	// calibrated, equal: error above 0.05 by more than 3 standard errors: false
}
