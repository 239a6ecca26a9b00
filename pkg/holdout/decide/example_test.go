package decide_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// A tree is better than the most frequent class: the first look shows it.
func ExampleRun() {
	d, err := dataset.Read("../../../data/samples/plants.csv", dataset.Options{Target: "kind"})
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := decide.Run(context.Background(), decide.Plan{Data: d, Seed: 1,
		Learners: []learn.Learner{simple.Majority{}, tree.C45{}},
		Progress: func(o *decide.Outcome) {
			for _, look := range o.Looks {
				fmt.Printf("m = %d: %.3f, %s: %s\n", o.M, look.Estimate, look.CI, look.Decision)
			}
		}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Quantity)
	// Output:
	// m = 3: -0.270, [-0.4271, -0.1129]: B is better
	// difference of the expected losses of the algorithms, trained on half of the records (losses of a fold are paired)
}
