package calibration_test

import (
	"fmt"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// What the stored study found for the paired posterior with the uniform prior and for
// bcv-t, over all pairs of learners.
func ExampleSummarize() {
	rows, err := study.Stored[calibration.Row](data.FS, "calibration")
	if err != nil {
		fmt.Println(err)
		return
	}
	learners := study.Where(rows, func(r calibration.Row) bool { return r.Kind == "learners" })
	for _, s := range calibration.Summarize(learners) {
		if s.Method == "bcv-t" || s.Prior == "uniform" {
			fmt.Printf("%s %s: false claims %.1f%% on average, %.1f%% at most, power %.2f\n", s.Method, s.Prior,
				100*s.False, 100*s.Largest, s.Power)
		}
	}
	// Output:
	// paired uniform: false claims 2.8% on average, 13.9% at most, power 0.39
	// bcv-t : false claims 0.7% on average, 6.0% at most, power 0.16
}
