package hierarchical_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// F1 of B minus F1 of A on the folds of three 3 x 2 BCVs, one per data set.
func Example() {
	var sets []paired.Posterior
	for _, folds := range [][][2]float64{
		{{0.012, 0.020}, {0.015, 0.018}, {0.010, 0.024}},
		{{0.031, -0.004}, {0.022, 0.009}, {0.018, 0.006}},
		{{0.070, 0.052}, {0.048, 0.066}, {0.081, 0.037}},
	} {
		p, err := paired.New(folds, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		sets = append(sets, p)
	}
	all, err := hierarchical.New(sets, hierarchical.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, neither, b := all.Predictive(0.005)
	fmt.Printf("next data set: A better %.2f, neither %.2f, B better %.2f\n", a, neither, b)
	for i, own := range sets {
		e, err := all.DataSet(i).Estimate(0.95)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("data set %d: %.3f alone, %.3f with the others, %.3f to %.3f\n", i+1, own.Mean(), e.Mid, e.Low,
			e.High)
	}
	// Output:
	// next data set: A better 0.25, neither 0.05, B better 0.70
	// data set 1: 0.017 alone, 0.017 with the others, 0.007 to 0.027
	// data set 2: 0.014 alone, 0.015 with the others, -0.006 to 0.038
	// data set 3: 0.059 alone, 0.052 with the others, 0.014 to 0.083
}
