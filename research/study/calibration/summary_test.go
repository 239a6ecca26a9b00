package calibration

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"
)

// The summary of two cells by hand.
func TestSummarize(t *testing.T) {
	row := func(data, method string, above, below, power, coverage float64) Row {
		return Row{Kind: "learners", Data: data, Method: method, FalseAbove: above, FalseBelow: below, FalseSE: 0.01,
			Power: power, Coverage: coverage, Fitted: math.NaN()}
	}
	good := []Row{row("x", Paired, 0.04, 0.08, 0.6, 0.88), row("y", Paired, 0.05, 0.05, 0.4, 0.90),
		row("x", "bcv-t", 0.01, 0.01, 0.3, 0.98), row("y", "bcv-t", 0, 0, 0.1, math.NaN())}
	got := Summarize(good)
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	p, b := got[0], got[1]
	check.Near(t, "p.False", p.False, 0.055, 1e-12)
	check.Equal(t, "p.Largest", p.Largest, 0.08)
	check.Near(t, "p.Power", p.Power, 0.5, 1e-12)
	check.Near(t, "p.Times", p.Times, 2.5, 1e-12)
	check.That(t, p.Wanted, "want p.Wanted")
	check.Equal(t, "p.Least", p.Least, 0.88)
	check.Near(t, "p.Covered", p.Covered, 0.89, 1e-12)
	check.That(t, math.IsNaN(p.Fitted), "p.Fitted = %v, want NaN", p.Fitted)
	check.Equal(t, "p.Cells", p.Cells, 2)
	if b.Times != 1 || b.Wanted || b.Covered != 0.98 {
		t.Errorf("%+v", b)
	}
	good[0].FalseBelow = 0.101
	if Summarize(good)[0].Wanted {
		t.Error("wanted, with a cell above 10%")
	}
}
