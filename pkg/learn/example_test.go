package learn_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
)

// One fitter fits subset after subset of the records in the same memory.
func Example() {
	d := &dataset.Data{X: mat.NewDense(5, 1, []float64{0, 1, 2, 3, 4}), Response: []float64{1, 3, 5, 7, 100}}
	prepared, err := linear.OLS{}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fitter := prepared.NewFitter(nil)
	for _, train := range [][]int32{{0, 1, 2}, {2, 3, 4}} {
		if _, err := fitter.Fit(context.Background(), train); err != nil {
			fmt.Println(err)
			return
		}
		out := make([]float64, 1)
		fitter.Predict([]int32{3}, out)
		fmt.Printf("%v predict %.1f for record 3\n", train, out[0])
	}
	// Output:
	// [0 1 2] predict 7.0 for record 3
	// [2 3 4] predict 37.3 for record 3
}
