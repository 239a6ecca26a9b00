package nested

import (
	"cmp"
	"math"
	"slices"

	"github.com/block-regularized/bcv/research/study"
)

// Finding is a bound that the procedures on nested halves were built to keep, and what one does.
type Finding struct {
	Procedure string  `dataframe:"procedure"`
	M         int     `dataframe:"m"`
	Goal      string  `dataframe:"goal"`
	Value     float64 `dataframe:"value"` // mean over cells, or of a cell
	SE        float64 `dataframe:"se"`    // of a cell; 0 for means
	Least     float64 `dataframe:"least" table:"blank"`
	Most      float64 `dataframe:"most" table:"blank"`
	Met       bool    `dataframe:"met"`
	At        string  `dataframe:"at"` // the cell
}

// allowed is how many standard errors a share of one cell may lie beyond its bound.
const allowed = 3

// Findings judges a procedure with m replications on the given rows, which should be cells that did not choose: the
// means, and the cells that break a bound, or the one that is nearest to it. Bounds of false claims of a cell allow for
// three standard errors. The power is to be 0.2 wherever that of bcv-t with as many replications is less.
func Findings(rows []Row, name string, m int) []Finding {
	var of []Row
	other := map[string]float64{} // power of bcv-t
	for _, r := range rows {
		switch {
		case r.Procedure == name && r.M == m:
			of = append(of, r)
		case r.Procedure == BCVT && r.M == m:
			other[r.cell()] = r.OwnPower
		}
	}
	if of == nil {
		return nil
	}
	s := summarize(of)
	out := []Finding{
		{Goal: "one side, mean of cells that are H0 by construction", Value: s.Equal, Least: 0.035, Most: 0.055},
		{Goal: "two-sided, mean", Value: s.TwoSided, Least: 0.035, Most: 0.06},
		{Goal: "power, mean", Value: s.OwnPower, Least: 0.38, Most: none},
		{Goal: "power at a common difference, mean", Value: s.Power, Least: 0.38, Most: none},
		{Goal: "coverage of 95% intervals, mean", Value: s.Coverage, Least: 0.93, Most: 0.97},
	}
	for i := range out {
		out[i].Met = out[i].room() >= 0
	}
	weak := func(power func(Row) float64) func(Row) (float64, float64) {
		return func(r Row) (float64, float64) {
			if other[r.cell()] >= leastPower {
				return none, 0
			}
			return power(r), 0
		}
	}
	for _, goal := range []struct {
		name        string
		least, most float64
		of          func(r Row) (value, se float64)
	}{
		{"one side, cell", none, 0.065, Row.side},
		{"two-sided, cell", none, 0.09, func(r Row) (float64, float64) { return r.False, r.FalseSE }},
		{"power, cell in which bcv-t has less", leastPower, none, weak(func(r Row) float64 { return r.OwnPower })},
		{"coverage, cell", 0.9, none, func(r Row) (float64, float64) { return r.Coverage, 0 }},
	} {
		out = append(out, worst(of, Finding{Goal: goal.name, Least: goal.least, Most: goal.most}, goal.of)...)
	}
	for i := range out {
		f := &out[i]
		f.Procedure, f.M, f.Value, f.SE = name, m, round(f.Value), round(f.SE)
	}
	return out
}

// none stands for a bound that there is not.
var none = math.NaN()

// leastPower is the power that is wanted wherever bcv-t has less.
const leastPower = 0.2

// room returns how far the value lies within its bounds.
func (f Finding) room() float64 {
	room := math.Inf(1)
	if !math.IsNaN(f.Least) {
		room = f.Value - f.Least
	}
	if !math.IsNaN(f.Most) {
		room = min(room, f.Most-f.Value)
	}
	return room + allowed*f.SE
}

// worst returns the cells that break a bound, or the one that is nearest to it.
func worst(rows []Row, bound Finding, of func(Row) (value, se float64)) []Finding {
	var broken, kept []Finding
	for _, r := range rows {
		f := bound
		if f.Value, f.SE = of(r); math.IsNaN(f.Value) {
			continue
		}
		f.At, f.Met = r.cell(), f.room() >= 0
		if f.Met {
			kept = append(kept, f)
		} else {
			broken = append(broken, f)
		}
	}
	if broken != nil || kept == nil {
		return broken
	}
	return []Finding{slices.MinFunc(kept, func(a, b Finding) int { return cmp.Compare(a.room(), b.room()) })}
}

// goals returns what the test and the posterior on nested halves do on the cells that confirm.
func goals(rows []Row) []Finding {
	var out []Finding
	for _, name := range []string{NestedT, NestedPaired} {
		for _, m := range counted {
			out = append(out, Findings(study.Where(rows, func(r Row) bool { return !r.Choice }), name, m)...)
		}
	}
	return out
}
