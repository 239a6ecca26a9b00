package infer_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Three comparisons at one level: Holm's p-values are never above Bonferroni's.
func ExampleHolm() {
	p := []float64{0.01, 0.04, 0.02}
	holm, err := infer.Holm(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	bonferroni, _ := infer.Bonferroni(p)
	fmt.Println(holm)
	fmt.Println(bonferroni)
	// Output:
	// [0.03 0.04 0.04]
	// [0.03 0.12 0.06]
}
