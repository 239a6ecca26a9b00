package coverage_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/coverage"
)

// The interval from weighted counts holds F1 of the fitted models at least as often as
// it says, and is shorter than that from the average of hold-outs.
func ExampleRun() {
	c := coverage.Default(study.Quick)
	c.DataSets = 400
	r, err := coverage.Run(context.Background(), study.Config{Seed: 1}, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	weighted, average := r.Rows[0], r.Rows[1]
	fmt.Println("holds F1 in 95% of the data sets:", weighted.Fitted > c.Level-3*weighted.FittedSE)
	fmt.Println("shorter:", weighted.Length < average.Length)
	// Output:
	// holds F1 in 95% of the data sets: true
	// shorter: true
}
