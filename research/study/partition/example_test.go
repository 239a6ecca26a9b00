package partition_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study/partition"
)

// The balance of entity types over the splits, of a regularized set and of random ones.
func ExampleCompareConditions() {
	types := partition.MadeSentences(400, 1)
	r, err := partition.CompareConditions("made sentences", []cv.Condition{types}, 3, 100, 0.5, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the regularized set meets the limit:", r.Worst <= r.Limit)
	fmt.Println("most random sets do:", r.RandomMeets > r.Tries/2)
	// Output:
	// the regularized set meets the limit: true
	// most random sets do: false
}

// Block-regularized learning-testing of 100 records: no random set of 1,000 comes as
// near to the least distance from the ideal overlap.
func ExampleBRLTTable() {
	rows, err := partition.BRLTTable([]int{100}, []float64{0.5}, []int{5}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := rows[0]
	fmt.Printf("n1 = %d, J = %d: distance %g, no set has less than %g; best of 1,000 random sets %g\n", r.N1, r.J, r.K,
		r.Bound, r.Random)
	// Output:
	// n1 = 50, J = 5: distance 0, no set has less than 0; best of 1,000 random sets 5
}
