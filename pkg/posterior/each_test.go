package posterior

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func manyTasks(n int) []Task {
	var out []Task
	for i := range n {
		f := func(k int) Counts { return Counts{float64(20 + (i*k)%50), float64(3 + i%11), float64(i % (5 + k))} }
		out = append(out, Task{Name: fmt.Sprint(i), M: 1, A: Model{"a", []Counts{f(1), f(2)}},
			B: Model{"b", []Counts{f(3), f(4)}}})
	}
	return out
}

// Blocks, workers and what a worker remembers do not change a number, nor the report.
func TestCompareEachIsCompare(t *testing.T) {
	tasks := manyTasks(3*taskBlock + 7)
	for _, opt := range []Options{{}, {Delta: 0.01, Rope: 0.02, HDI: true, Metrics: []Metric{F1}}} {
		all, err := Compare(tasks, opt)
		if err != nil || len(all) != len(tasks)*len(opt.filled().Metrics) {
			t.Fatal(len(all), err)
		}
		var alone []Comparison
		for _, task := range tasks {
			c, err := Compare([]Task{task}, opt)
			if err != nil {
				t.Fatal(err)
			}
			alone = append(alone, c...)
		}
		if diff := cmp.Diff(alone, all); diff != "" {
			t.Error(diff)
		}
		var whole, pieces strings.Builder
		p := NewPrinter(&pieces)
		if err := Report(&whole, all); err != nil {
			t.Fatal(err)
		}
		if err := CompareEach(tasks, opt, p.Print); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil || whole.String() != pieces.String() {
			t.Errorf("the report in pieces is another, %v", err)
		}
	}
}

// An error of the last task comes before anything is shown.
func TestCompareEachErrors(t *testing.T) {
	tasks := manyTasks(2 * taskBlock)
	tasks[len(tasks)-1].B.Folds[0].TP = 1e17
	err := CompareEach(tasks, Options{}, func([]Comparison) error {
		t.Error("rows before an error")
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "an effective count is above") {
		t.Error(err)
	}
}
