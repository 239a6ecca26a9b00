package oa_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
)

// The array of 3 x 2 BCV: four blocks, three splits, any two of which put one
// block of four in both training sets.
func ExampleTwoLevel() {
	a, err := oa.TwoLevel(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	for run := range a.Runs() {
		fmt.Println(a.Sign(run, 0), a.Sign(run, 1), a.Sign(run, 2))
	}
	_, err = oa.TwoLevel(10)
	fmt.Println(err)
	// Output:
	// 1 1 1
	// -1 1 -1
	// 1 -1 -1
	// -1 -1 1
	// oa: 10 runs; a two-level array of strength 2 needs a multiple of 4
}

// Check finds what keeps an array from having strength 2.
func ExampleArray_Check() {
	a, err := oa.TwoLevel(8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Check())
	a.Cells[0][0] = 1
	fmt.Println(a.Check())
	// Output:
	// <nil>
	// oa: columns 2 and 1 have levels 0, 0 in 1 runs, not in 2
}
