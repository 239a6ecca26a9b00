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
}

func TestTally(t *testing.T) {
	of := func(verdicts ...string) (rows []BestRow) {
		for _, v := range verdicts {
			rows = append(rows, BestRow{Row: Row{Verdict: v}})
		}
		return rows
	}
	for want, rows := range map[string][]BestRow{
		"3 numbers: 1 match (1 with an inferred setting), 1 differ, 1 not run": of(InferredMatch, Differs, NotRun),
		"4 numbers: 1 match, 1 explained, 1 near, 1 inconclusive": of(ExactMatch, Explained, Near,
			Inconclusive),
	} {
		if got := Tally(rows); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
