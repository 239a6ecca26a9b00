package cv_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
)

// Three replications of two-fold CV of 12 records, any two training sets of
// different replications sharing 3 of their 6 records. Two more replications
// can be added later.
func ExampleNewBCV() {
	set, err := cv.NewBCV(12, 3, 1)
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
