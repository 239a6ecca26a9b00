package cv_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
)

// The method and its options name a partition set. The blocked 3 x 2 CV of 20
// records, and 6 splits with 15 of 20 records in training.
func ExampleNew() {
	blocked, err := cv.New(cv.BCV, 20, cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(blocked.ID(), "has", blocked.FoldCount(), "folds; two training sets share", blocked.Measure().OverlapMax)
	learning, err := cv.New(cv.BRLT, 20, cv.Options{M: 6, Train: 15, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(learning.ID(), "has", learning.FoldCount(), "folds; two training sets share", learning.Measure().OverlapMin, "or", learning.Measure().OverlapMax)
	_, err = cv.New(cv.KFold, 20, cv.Options{M: 3})
	fmt.Println(err)
	// Output:
	// bcv:1:4cba606e009552fb has 6 folds; two training sets share 5
	// brlt:1:a70ee8ddc3140351 has 6 folds; two training sets share 10 or 11
	// cv: the option M has no meaning for method kfold, which uses K
}

// Three replications of two-fold CV of 12 records, any two training sets of
// different replications sharing 3 of their 6 records. Two more replications
// can be added later.
func ExampleGrow() {
	set, err := cv.New(cv.BCV, 12, cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Overlaps())
	grown, err := cv.Grow(set, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(grown.M(), "replications, overlaps within", grown.Regularization(), "of 12/4")
	// Output:
	// [[6 3 3] [3 6 3] [3 3 6]]
	// 5 replications, overlaps within 1 of 12/4
}
