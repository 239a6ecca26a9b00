package nested_test

import (
	"fmt"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/nested"
)

// What the stored study found for procedures with about 100 trainings of each learner, on the cells that did not
// choose the form of nested-t.
func ExampleSummarize() {
	rows, err := study.Stored[nested.Row](data.FS, "nested")
	if err != nil {
		fmt.Println(err)
		return
	}
	confirm := study.Where(rows, func(r nested.Row) bool { return !r.Choice && r.Trainings >= 86 })
	for _, s := range nested.Summarize(confirm) {
		if s.Procedure == nested.Oracle || s.Halves > 0 && s.M != 5 {
			continue
		}
		fmt.Printf("%-19s m = %2d, %d cells: %.1f%% false claims, worst %4.1f%%, power %.2f, of own estimate %.2f\n",
			s.Procedure, s.M, s.Cells, 100*s.TwoSided, 100*s.LargestTwo, s.Power, s.OwnPower)
	}
	// Output:
	// nested-t            m =  5, 39 cells: 4.7% false claims, worst 10.1%, power 0.36, of own estimate 0.40
	// nested-t, raw       m =  5, 39 cells: 2.3% false claims, worst  5.8%, power 0.25, of own estimate 0.28
	// nested-t, records   m =  5, 22 cells: 4.2% false claims, worst  7.5%, power 0.37, of own estimate 0.42
	// nested posterior    m =  5, 39 cells: 4.5% false claims, worst  7.8%, power 0.36, of own estimate 0.40
	// bcv-t               m = 50, 39 cells: 2.6% false claims, worst  8.3%, power 0.31, of own estimate 0.31
	// paired              m = 50, 39 cells: 7.3% false claims, worst 23.5%, power 0.48, of own estimate 0.48
	// corrected resampled m =  0, 39 cells: 4.7% false claims, worst 11.5%, power 0.41, of own estimate 0.47
	// conservative z      m =  0, 39 cells: 4.3% false claims, worst  6.3%, power 0.15, of own estimate 0.41
	// Bates et al.        m =  0, 22 cells: 3.9% false claims, worst  8.3%, power 0.29, of own estimate 0.36
}

// The worst case of each procedure against its power.
func ExampleFrontier() {
	rows, err := study.Stored[nested.Row](data.FS, "nested")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := figure.Scatter(nested.Frontier(rows, func(s nested.Summary) float64 { return s.Power }),
		figure.Labels{X: "two-sided false claims in the worst cell", Y: "power, mean over cells"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d x %d pixels: %.60s ...\n", f.Width, f.Height, f.Alt)
	// Output:
	// 640 x 440 pixels: power, mean over cells against two-sided false claims in the ...
}
