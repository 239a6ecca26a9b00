package nested

import "math"

// Finding is a bound that nested-t was built to keep, and what it does.
type Finding struct {
	Goal  string  `dataframe:"goal"`
	M     int     `dataframe:"m"`
	Value float64 `dataframe:"value"` // mean over cells, or of the worst cell
	SE    float64 `dataframe:"se"`    // of a cell; 0 for means
	Least float64 `dataframe:"least"`
	Most  float64 `dataframe:"most"`
	Met   bool    `dataframe:"met"`
	At    string  `dataframe:"at"` // the cell
}

// errors3 is how many standard errors a share of one cell may lie beyond its bound.
const errors3 = 3

// Findings judges a procedure with m replications on the given rows, which should be cells that did not choose: the
// means, and the worst cell of each kind with all others that break the bound. Bounds of false claims of a cell allow for
// three standard errors. The power is to be 0.2 wherever that of bcv-t with as many replications is less.
func Findings(rows []Row, name string, m int) []Finding {
	var of []Row
	other := map[string]float64{} // power of bcv-t
	for _, r := range rows {
		switch {
		case r.Procedure == name && r.M == m:
			of = append(of, r)
		case r.Procedure == BCVT && r.M == m:
			other[r.cell()] = r.Power
		}
	}
	if of == nil {
		return nil
	}
	s := summarize(of)
	mean := func(goal string, value, least, most float64) Finding {
		return Finding{Goal: goal, M: m, Value: value, Least: least, Most: most, Met: least <= value && value <= most}
	}
	out := []Finding{
		mean("one side, mean of cells that are H0 by construction", s.Equal, 0.035, 0.055),
		mean("two-sided, mean", s.TwoSided, 0.035, 0.06),
		mean("power, mean", s.Power, 0.38, 1),
		mean("power at two standard deviations of the estimate, mean", s.OwnPower, 0.38, 1),
		mean("coverage of 95% intervals, mean", s.Coverage, 0.93, 0.97),
	}
	for _, goal := range []struct {
		name        string
		least, most float64
		of          func(r Row) (value, se float64)
	}{
		{"one side, cell", 0, 0.065, Row.side},
		{"two-sided, cell", 0, 0.09, func(r Row) (float64, float64) { return r.False, r.FalseSE }},
		{"power, cell in which bcv-t has less", 0.2, 1, func(r Row) (float64, float64) {
			if other[r.cell()] >= 0.2 {
				return math.NaN(), 0
			}
			return r.Power, 0
		}},
		{"coverage, cell", 0.9, 1, func(r Row) (float64, float64) { return r.Coverage, 0 }},
	} {
		out = append(out, worst(of, Finding{Goal: goal.name, M: m, Least: goal.least, Most: goal.most}, goal.of)...)
	}
	return out
}

// worst returns the cells that break a bound, or the one that is nearest to it.
func worst(rows []Row, bound Finding, of func(Row) (value, se float64)) []Finding {
	var broken []Finding
	nearest, margin := bound, math.Inf(1)
	for _, r := range rows {
		f := bound
		f.Value, f.SE = of(r)
		f.At = r.cell()
		left := min(f.Value-f.Least, f.Most-f.Value) + errors3*f.SE
		f.Met = left >= 0
		switch {
		case math.IsNaN(f.Value):
		case !f.Met:
			broken = append(broken, f)
		case left < margin:
			nearest, margin = f, left
		}
	}
	if broken == nil && nearest.Met {
		return []Finding{nearest}
	}
	return broken
}
