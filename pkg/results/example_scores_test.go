package results_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/results"
)

// Two models were scored on three questions about two passages, one of them with two seeds.
func ExampleNewScores() {
	r, err := results.NewScores([]string{"q1", "q2", "q3"}, []int{0, 0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, run := range []struct {
		model, seed string
		scores      []float64
	}{{"base", "1", []float64{0, 1, 0}}, {"new", "1", []float64{1, 1, 0}}, {"new", "2", []float64{1, 1, 1}}} {
		if err := r.AddScores(run.model, run.seed, run.scores); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%v: %s of %q %.2f\n", r.Design, r.Metrics[0].Name, r.Models, r.Values[0].Cells)
	// Output:
	// a test set of 3 items in 1 to 2 runs, in 2 clusters: accuracy of ["base" "new"] [0.33 0.83]
}
