package nested

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/research/internal/check"
)

// row is a row of nested-t with 1,000 data sets and some shares.
func row(data string, equal bool, above, below, either, power float64) Row {
	se := func(p float64) float64 { return math.Sqrt(p * (1 - p) / 1000) }
	return Row{Data: data, Equal: equal, Procedure: NestedT, M: 5, Above: above, AboveSE: se(above), Below: below,
		BelowSE: se(below), False: either, FalseSE: se(either), Power: power, OwnPower: power + 0.1, Coverage: 1 - either}
}

// Means, the larger side, and the worst cells by hand.
func TestSummarize(t *testing.T) {
	bcv := row("one", true, 0.2, 0.2, 0.2, 0.1)
	bcv.Procedure = BCVT
	all := Summarize([]Row{row("one", true, 0.02, 0.04, 0.05, 0.3), bcv, row("two", false, 0.09, 0.01, 0.07, 0.5)})
	check.MustEqual(t, "procedures", len(all), 2)
	s := all[0]
	check.Equal(t, "procedure", s.Procedure, NestedT)
	check.Equal(t, "cells", s.Cells, 2)
	check.Near(t, "one side", s.OneSided, 0.04, 1e-15)
	check.Near(t, "one side of equal learners", s.Equal, 0.03, 1e-15)
	check.Equal(t, "worst side", s.Worst, 0.09)
	check.Equal(t, "its cell", s.WorstAt, row("two", false, 0, 0, 0, 0).cell())
	check.Near(t, "two-sided", s.TwoSided, 0.06, 1e-15)
	check.Equal(t, "worst two-sided", s.LargestTwo, 0.07)
	check.Near(t, "power", s.Power, 0.4, 1e-15)
	check.Equal(t, "least power", s.LeastPower, 0.3)
	check.Equal(t, "its cell", s.LeastPowerAt, row("one", true, 0, 0, 0, 0).cell())
	check.Near(t, "power of the estimate", s.OwnPower, 0.5, 1e-15)
	check.Near(t, "least power of the estimate", s.LeastOwnPower, 0.4, 1e-15)
	check.Near(t, "coverage", s.Coverage, 0.94, 1e-15)
	check.Near(t, "least coverage", s.LeastCoverage, 0.93, 1e-15)
}

// findings returns those of a goal.
func findings(all []Finding, goal string) []Finding {
	var out []Finding
	for _, f := range all {
		if f.Goal == goal {
			out = append(out, f)
		}
	}
	return out
}

// A goal is met or broken by the numbers of the rows: each is broken once, and its cell named.
func TestFindings(t *testing.T) {
	good := []Row{row("one", true, 0.05, 0.05, 0.05, 0.4), row("two", true, 0.05, 0.05, 0.05, 0.4)}
	for _, f := range Findings(good, NestedT, 5) {
		check.That(t, f.Met, "%+v is not met; want all goals met", f)
		check.Equal(t, "m", f.M, 5)
		check.Equal(t, "procedure", f.Procedure, NestedT)
	}
	check.Equal(t, "findings at another m", len(Findings(good, NestedT, 3)), 0)
	weaker := row("two", true, 0, 0, 0, 0.05)
	weaker.Procedure = BCVT
	for _, c := range []struct {
		goal string
		rows []Row
		met  bool
	}{
		{"one side, mean of cells that are H0 by construction", []Row{row("two", true, 0.06, 0.055, 0.05, 0.4)}, false},
		{"one side, mean of cells that are H0 by construction", []Row{row("two", true, 0.03, 0.035, 0.05, 0.4)}, false},
		{"two-sided, mean", []Row{row("two", true, 0.05, 0.05, 0.061, 0.4)}, false},
		{"two-sided, mean", []Row{row("two", true, 0.05, 0.05, 0.034, 0.4)}, false},
		{"power, mean", []Row{row("two", true, 0.05, 0.05, 0.05, 0.27)}, false},
		{"power at a common difference, mean", []Row{row("two", true, 0.05, 0.05, 0.05, 0.37)}, false},
		{"coverage of 95% intervals, mean", []Row{row("two", true, 0.05, 0.05, 0.071, 0.4)}, false},
		{"one side, cell", []Row{good[0], row("two", true, 0.02, 0.09, 0.05, 0.4)}, true}, // 0.09 - 3 * 0.00905
		{"one side, cell", []Row{good[0], row("two", true, 0.02, 0.095, 0.05, 0.4)}, false},
		{"two-sided, cell", []Row{good[0], row("two", true, 0.05, 0.05, 0.118, 0.4)}, true},
		{"two-sided, cell", []Row{good[0], row("two", true, 0.05, 0.05, 0.123, 0.4)}, false},
		{"coverage, cell", []Row{good[0], row("two", true, 0.05, 0.05, 0.101, 0.4)}, false},
		{"power, cell in which bcv-t has less", []Row{good[0], row("two", true, 0.05, 0.05, 0.05, 0.09), weaker}, false},
	} {
		of := findings(Findings(c.rows, NestedT, 5), c.goal)
		check.MustEqual(t, "findings of "+c.goal, len(of), 1)
		check.Equal(t, c.goal, of[0].Met, c.met)
		if len(c.rows) > 1 {
			check.Equal(t, "cell of "+c.goal, of[0].At, c.rows[1].cell())
		}
	}
	stronger := row("two", true, 0, 0, 0, 0.15)
	stronger.Procedure = BCVT
	weak := []Row{good[0], row("two", true, 0.05, 0.05, 0.05, 0.05), stronger}
	for _, f := range findings(Findings(weak, NestedT, 5), "power, cell in which bcv-t has less") {
		check.That(t, f.At == good[0].cell(), "%+v is about a cell in which bcv-t has the power 0.25; want none", f)
	}
}

// The points of the figure are the procedures that have all cells, on those that confirm.
func TestFrontier(t *testing.T) {
	chosen, few := row("three", true, 0, 0, 0.9, 0.9), row("one", true, 0.02, 0.02, 0.03, 0.2)
	chosen.Choice, few.Procedure = true, Records
	got := Frontier([]Row{row("one", true, 0.02, 0.04, 0.05, 0.3), row("two", true, 0.02, 0.04, 0.07, 0.5), chosen, few},
		func(s Summary) float64 { return s.OwnPower })
	check.MustEqual(t, "points", len(got), 1)
	check.Equal(t, "series", got[0].Series, NestedT)
	check.Equal(t, "x", got[0].X, 0.07)
	check.Near(t, "y", got[0].Y, 0.5, 1e-15)
}
