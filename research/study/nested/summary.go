package nested

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/study"
)

// Summary is what one procedure does over some cells.
type Summary struct {
	Procedure string `dataframe:"procedure"`
	M         int    `dataframe:"m"`
	Halves    int    `dataframe:"halves"`
	Inner     int    `dataframe:"inner"`
	Trainings int    `dataframe:"trainings"`
	Cells     int    `dataframe:"cells"`
	// false claims of one side, nominal 0.05: mean over both sides of all cells, and the larger side of the worst
	// cell, with its standard error
	OneSided float64 `dataframe:"one_sided"`
	Worst    float64 `dataframe:"worst_side"`
	WorstSE  float64 `dataframe:"worst_side_se"`
	WorstAt  string  `dataframe:"worst_side_at"`
	// mean of one side over the cells that are H0 by construction
	Equal float64 `dataframe:"one_sided_equal" table:"blank"`
	// false claims of the two-sided test, nominal 0.05
	TwoSided      float64 `dataframe:"two_sided"`
	LargestTwo    float64 `dataframe:"worst_two_sided"`
	LargestTwoSE  float64 `dataframe:"worst_two_sided_se"`
	LargestTwoAt  string  `dataframe:"worst_two_sided_at"`
	Power         float64 `dataframe:"power"` // see Row
	LeastPower    float64 `dataframe:"least_power"`
	LeastPowerAt  string  `dataframe:"least_power_at"`
	OwnPower      float64 `dataframe:"own_power"`
	LeastOwnPower float64 `dataframe:"least_own_power"`
	Coverage      float64 `dataframe:"coverage"`
	LeastCoverage float64 `dataframe:"least_coverage"`
}

// Summarize returns the summary of each procedure, by its partition sets, in the order in which they come.
// Whoever compares procedures should give the same cells of each: some are about losses of records alone.
func Summarize(rows []Row) []Summary {
	type key struct {
		name             string
		m, halves, inner int
	}
	var out []Summary
	for _, of := range study.Group(rows, func(r Row) key { return key{r.Procedure, r.M, r.Halves, r.Inner} }) {
		out = append(out, summarize(of))
	}
	return out
}

// cell names a cell.
func (r Row) cell() string {
	return fmt.Sprintf("%s of %s and %s, %s, n = %d", r.Metric, r.A, r.B, r.Data, r.N)
}

// side returns the larger share of false claims of one side, with its standard error.
func (r Row) side() (share, se float64) {
	if r.Above > r.Below {
		return r.Above, r.AboveSE
	}
	return r.Below, r.BelowSE
}

// summarize returns the summary of rows of one procedure.
func summarize(rows []Row) Summary {
	r := rows[0]
	s := Summary{Procedure: r.Procedure, M: r.M, Halves: r.Halves, Inner: r.Inner, Trainings: r.Trainings,
		Cells: len(rows), LeastPower: 2, LeastOwnPower: 2, LeastCoverage: 2}
	n, equal := float64(len(rows)), 0.0
	for _, r := range rows {
		one := (r.Above + r.Below) / 2
		s.OneSided += one / n
		if r.Equal {
			s.Equal += one
			equal++
		}
		s.TwoSided += r.False / n
		s.Power += r.Power / n
		s.OwnPower += r.OwnPower / n
		s.Coverage += r.Coverage / n
		if share, se := r.side(); share > s.Worst || s.WorstAt == "" {
			s.Worst, s.WorstSE, s.WorstAt = share, se, r.cell()
		}
		if r.False > s.LargestTwo || s.LargestTwoAt == "" {
			s.LargestTwo, s.LargestTwoSE, s.LargestTwoAt = r.False, r.FalseSE, r.cell()
		}
		if r.Power < s.LeastPower {
			s.LeastPower, s.LeastPowerAt = r.Power, r.cell()
		}
		s.LeastOwnPower, s.LeastCoverage = min(s.LeastOwnPower, r.OwnPower), min(s.LeastCoverage, r.Coverage)
	}
	s.Equal /= equal
	return s
}

// rounded returns the summary with the digits of tables.
func (s Summary) rounded() Summary {
	for _, x := range []*float64{&s.OneSided, &s.Worst, &s.WorstSE, &s.Equal, &s.TwoSided, &s.LargestTwo, &s.LargestTwoSE,
		&s.Power, &s.LeastPower, &s.OwnPower, &s.LeastOwnPower, &s.Coverage, &s.LeastCoverage} {
		*x = round(*x)
	}
	return s
}

// Frontier returns a point for each procedure on the cells that confirm: the two-sided false claims of its worst cell
// against its power, which is mostly Summary.Power. The points of a procedure with several numbers of replications are
// joined. Procedures that need losses of records are left out: their cells are fewer.
func Frontier(rows []Row, power func(Summary) float64) []figure.Point {
	var out []figure.Point
	cells := 0
	for _, s := range Summarize(study.Where(rows, func(r Row) bool { return !r.Choice })) {
		cells = max(cells, s.Cells)
		if s.Cells == cells {
			out = append(out, figure.Point{Series: s.Procedure, X: s.LargestTwo, Y: power(s)})
		}
	}
	return out
}
