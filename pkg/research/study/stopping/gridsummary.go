package stopping

import (
	"fmt"
	"math"
	"strings"
)

// SummaryRow summarizes for one test on one design whether its level can be relied
// on, and what it finds.
type SummaryRow struct {
	Test         string  `dataframe:"test"`
	Design       string  `dataframe:"partition set"`
	Cells        int     `dataframe:"cells"`
	OneSided     float64 `dataframe:"largest one-sided error"` // NaN for a test without one-sided form
	OneSE        float64 `dataframe:"its s.e."`                // standard error
	OneAt        string  `dataframe:"where"`
	OneAbove     float64 `dataframe:"percent of them above"` // percentage with an error above 0.05 + 3 standard errors
	TwoSided     float64 `dataframe:"largest two-sided error"`
	TwoSE        float64 `dataframe:"s.e. of it"`
	TwoAt        string  `dataframe:"at"`
	TwoAbove     float64 `dataframe:"percent above"`
	TypicalError float64 `dataframe:"error at rho = 0.2"` // two-sided, in the cell whose correlations are 0.2
	TypicalPower float64 `dataframe:"power at rho = 0.2"`
	MeanPower    float64 `dataframe:"mean power"` // over the cells; two-sided, at |mu - Delta| = 2 sigma
}

// typicalRho is near the correlations of differences of learners: in thesis table
// 5.9 rho1 is 0.15 to 0.27, rho2 0.16 to 0.22.
const typicalRho = 0.2

// Summarize returns one row per test and design, in the order of the rows. The
// largest of many simulated errors is on average a little above the true largest.
func Summarize(rows []TestErrorRow) []SummaryRow {
	var out []SummaryRow
	index := map[[2]string]int{}
	for _, r := range rows {
		key := [2]string{r.Test, r.Design}
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, SummaryRow{Test: r.Test, Design: r.Design, OneSided: -1, TwoSided: -1,
				TypicalError: math.NaN(), TypicalPower: math.NaN()})
		}
		out[i].see(r)
	}
	for i := range out {
		s := &out[i]
		n := float64(s.Cells)
		s.OneAbove, s.TwoAbove, s.MeanPower = 100*s.OneAbove/n, 100*s.TwoAbove/n, s.MeanPower/n
		if s.OneSided < 0 {
			s.OneSided, s.OneSE, s.OneAbove = math.NaN(), math.NaN(), math.NaN()
		}
	}
	return out
}

// see takes one cell: shares are sums until all are seen.
func (s *SummaryRow) see(r TestErrorRow) {
	s.Cells++
	s.MeanPower += r.Power
	if r.typical() {
		s.TypicalError, s.TypicalPower = r.TwoSided, r.Power
	}
	if r.OneSided > s.OneSided {
		s.OneSided, s.OneSE, s.OneAt = r.OneSided, r.OneSE, r.at()
	}
	if r.TwoSided > s.TwoSided {
		s.TwoSided, s.TwoSE, s.TwoAt = r.TwoSided, r.TwoSE, r.at()
	}
	if above(r.OneSided, r.OneSE) {
		s.OneAbove++
	}
	if above(r.TwoSided, r.TwoSE) {
		s.TwoAbove++
	}
}

func above(p, se float64) bool { return p > gridAlpha+gridErrors*se }

// typical reports whether all correlations that the design has are typicalRho.
func (r TestErrorRow) typical() bool {
	is := func(rho float64) bool { return math.IsNaN(rho) || math.Abs(rho-typicalRho) < 1e-9 }
	return is(r.Rho1) && is(r.Rho2)
}

// at names the cell.
func (r TestErrorRow) at() string {
	var parts []string
	if !math.IsNaN(r.Rho1) {
		parts = append(parts, fmt.Sprintf("rho1 = %.1f", r.Rho1))
	}
	if !math.IsNaN(r.Rho2) {
		parts = append(parts, fmt.Sprintf("rho2 = %.1f", r.Rho2))
	}
	return strings.Join(parts, ", ")
}

// gridErrors is the number of standard errors by which an error above the level counts.
const gridErrors = 3
