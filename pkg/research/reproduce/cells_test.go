package reproduce

import (
	"fmt"
	"math"
	"testing"
)

func TestCells(t *testing.T) {
	rows := []BestRow{
		{Row: Row{Key: "SREG/RLT/2", Published: "0.1552", Computed: "0.155378", Verdict: Differs}},
		{Row: Row{Key: "SREG/K_fold/5", Published: "3.0e-1", Computed: "0.30001", Verdict: InferredMatch}},
		{Row: Row{Key: "CON/RLT/2", Published: "7", Verdict: NotRun}},
		{Row: Row{Key: "CON/KFCV/2", Published: "8", Computed: "9", Verdict: Differs}},
		{Row: Row{Key: "CON/BCV/2", Published: "8", Computed: "9", Verdict: Differs}},
	}
	got := Cells(rows, Layout("{1}, J = {3}", "{2}"))
	const mixed = "RLT not run; KFCV, BCV differs"
	want := []Cell{
		{"SREG, J = 2", "RLT differs", "RLT, published", 0.1552}, {"SREG, J = 2", "RLT differs", "RLT, computed",
			0.155378},
		{"SREG, J = 5", "", "K fold, published", 0.3}, {"SREG, J = 5", "", "K fold, computed", 0.30001},
		{"CON, J = 2", mixed, "RLT, published", 7}, {"CON, J = 2", mixed, "RLT, computed", math.NaN()},
		{"CON, J = 2", mixed, "KFCV, published", 8}, {"CON, J = 2", mixed, "KFCV, computed", 9},
		{"CON, J = 2", mixed, "BCV, published", 8}, {"CON, J = 2", mixed, "BCV, computed", 9},
	}
	if got, want := fmt.Sprint(got), fmt.Sprint(want); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := Tally(rows), "5 numbers: 1 match (1 of them with an inferred setting, 0 weakly), 0 explained, 0 "+
		"near, 0 inconclusive, 3 differ, 1 not run"; got != want {
		t.Errorf("%s", got)
	}
}
