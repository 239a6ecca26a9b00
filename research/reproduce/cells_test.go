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

func TestLayout(t *testing.T) {
	for key, want := range map[string]string{"ORG/P/a_ci_low_pct": "a interval low, %", "x/2/p_h0": "P(H0)",
		"x/y/p_h1": "P(H1)", "x/RHS/variance_se": "variance s.e.", "x/y/K_fold_CV": "K fold CV"} {
		if _, column := Layout("{1}, {2}", "{3}")(key); column != want {
			t.Errorf("%s: column %q, want %q", key, column, want)
		}
	}
	if line, _ := Layout("{2}, {1}", "{3}")("a_b/c/d"); line != "c, a b" {
		t.Errorf("line %q, want %q", line, "c, a b")
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
