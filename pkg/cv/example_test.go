package cv_test

import (
	"fmt"
	"strings"

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
	fmt.Println(blocked.ID(), "has", blocked.FoldCount(), "folds; two training sets share",
		blocked.Measure().OverlapMax)
	learning, err := cv.New(cv.BRLT, 20, cv.Options{M: 6, Train: 15, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(learning.ID(), "has", learning.FoldCount(), "folds; two training sets share",
		learning.Measure().OverlapMin, "or", learning.Measure().OverlapMax)
	_, err = cv.New(cv.KFold, 20, cv.Options{M: 3})
	fmt.Println(err)
	// Output:
	// bcv:1:4cba606e009552fb has 6 folds; two training sets share 5
	// brlt:1:a70ee8ddc3140351 has 6 folds; two training sets share 10 or 11
	// cv: the option M has no meaning for method kfold, which uses K, Conditions, Groups
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

// Two-fold CV inside the halves of five half-splits, of which the first three are the
// replications of a 3 x 2 BCV: training sets of a quarter of the records.
func ExampleNest() {
	outer, err := cv.New(cv.BCV, 16, cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := cv.Nest(outer, 5, 2, cv.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.FoldCount(), "inner folds")
	f := set.Fold(0)
	fmt.Println("half-split", f.HalfSplit, "half", f.Half, "replication", f.Replication, "fold", f.Fold,
		"train", f.Train, "valid", f.Valid)
	fmt.Println("half 1 is", outer.Fold(0).Valid)
	// Output:
	// 40 inner folds
	// half-split 1 half 1 replication 1 fold 1 train [2 8 14 15] valid [0 1 4 9]
	// half 1 is [0 1 2 4 8 9 14 15]
}

// Twenty sentences of three kinds: the splits keep the kinds alike in training
// and validation sets, X²/J being at most 0.1.
func ExampleLabelCondition() {
	kinds := strings.Fields("a b a c a a b a c a b a a b c a a b a c")
	conditions := []cv.Condition{cv.LabelCondition("kind", kinds)}
	set, err := cv.New(cv.BCV, len(kinds), cv.Options{M: 3, Seed: 1, Conditions: conditions, Limit: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	distances, err := set.Distances(conditions)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range distances {
		fmt.Printf("split %d: X²/J = %.3f\n", d.Split, d.Ratio)
	}
	// Output:
	// split 1: X²/J = 0.097
	// split 2: X²/J = 0.097
	// split 3: X²/J = 0.097
}
