package stopping

import (
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// RuleSummary is the largest type I error of one rule over the cells of a grid.
type RuleSummary struct {
	Rule    string  `dataframe:"rule"`
	Error   float64 `dataframe:"largest error"`
	SE      float64 `dataframe:"standard error"`
	Rho1    float64 `dataframe:"at rho1"`
	Rho2    float64 `dataframe:"at rho2"`
	Milder  float64 `dataframe:"largest for rho2 <= 0.4"`
	MildSE  float64 `dataframe:"its standard error"`
	Percent float64 `dataframe:"percent of the cells above alpha"` // by more than 3 standard errors
}

// SummarizeRules returns a row for each rule, in their order; rows hold the error of
// each rule at excess 0 in each cell.
func SummarizeRules(rows []RuleRow) []RuleSummary {
	var out []RuleSummary
	index, cells := map[string]int{}, map[string]int{}
	for _, r := range rows {
		i, seen := index[r.Rule]
		if !seen {
			i = len(out)
			index[r.Rule], out = i, append(out, RuleSummary{Rule: r.Rule})
		}
		s := &out[i]
		cells[r.Rule]++
		if r.Reject > r.Alpha+gridErrors*r.RejectSE {
			s.Percent++
		}
		if r.Reject > s.Error {
			s.Error, s.SE, s.Rho1, s.Rho2 = r.Reject, r.RejectSE, r.Rho1, r.Rho2
		}
		if r.Rho2 <= 0.4 && r.Reject > s.Milder {
			s.Milder, s.MildSE = r.Reject, r.RejectSE
		}
	}
	for i := range out {
		out[i].Percent *= 100 / float64(cells[out[i].Rule])
	}
	return out
}

// LetterCurves returns the rows of thesis figures 5.5 and 5.6, and those of the
// calibrated rules: what can hold its level, by adjustment or calibration. Stopping
// names test and way to stop.
func LetterCurves(rows []LetterRow) []LetterRow {
	names := map[[2]string]string{
		{Dietterich, Adjusted}: Dietterich + ", adjusted",
		{BCV, Adjusted}:        BCV + ", adjusted",
		{BCV, CalibratedLook}:  BCV + ", calibrated, equal",
		{BCV, CalibratedLate}:  BCV + ", calibrated, late",
	}
	var out []LetterRow
	for _, r := range rows {
		if name := names[[2]string{r.Test, r.Stopping}]; name != "" {
			r.Stopping = name
			out = append(out, r)
		}
	}
	return out
}

// Cells returns all pairs of the given correlations.
func Cells(rho1s, rho2s []float64) []sequential.Correlation {
	var out []sequential.Correlation
	for _, rho1 := range rho1s {
		for _, rho2 := range rho2s {
			out = append(out, sequential.Correlation{Rho1: rho1, Rho2: rho2})
		}
	}
	return out
}

// BandRow is one end of an interval of a confidence sequence, or its middle.
type BandRow struct {
	Rule  string  `dataframe:"rule"`
	Line  string  `dataframe:"line"` // lower end, estimate or upper end
	M     int     `dataframe:"m"`
	Value float64 `dataframe:"value"` // of mu_B - mu_A
}

// ConfidenceSequences returns the intervals of all looks, 3 to max replications, of
// the two-sided calibrated rules of both shapes at level 0.05: together they hold
// the true difference with probability 0.95. Differences are those of max
// replications.
func ConfidenceSequences(differences [][2]float64, max int) ([]BandRow, error) {
	var out []BandRow
	for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
		looks, err := sequential.Test{Max: max, Rule: sequential.Calibrated{Shape: shape}}.Path(differences)
		if err != nil {
			return nil, err
		}
		for _, l := range looks {
			rule := "calibrated, " + shape.String()
			out = append(out, BandRow{Rule: rule, Line: "upper end", M: l.M, Value: l.CI.High}, BandRow{Rule: rule, Line: "estimate", M: l.M, Value: l.Estimate},
				BandRow{Rule: rule, Line: "lower end", M: l.M, Value: l.CI.Low})
		}
	}
	return out, nil
}

// LookRow is one look of a sequential test.
type LookRow struct {
	M        int     `dataframe:"m"`
	Estimate float64 `dataframe:"estimate"` // of mu_B - mu_A
	Boundary float64 `dataframe:"boundary"` // the estimate must lie above it to reject, or below the same with a minus
	Low      float64 `dataframe:"low"`
	High     float64 `dataframe:"high"` // of the interval
	Reject   bool    `dataframe:"reject"`
}

// LookRows returns a row for each look.
func LookRows(looks []sequential.Look) []LookRow {
	var out []LookRow
	for _, l := range looks {
		out = append(out, LookRow{M: l.M, Estimate: l.Estimate, Boundary: l.Boundary.High, Low: l.CI.Low, High: l.CI.High, Reject: l.Reject})
	}
	return out
}

// Replications asks next for the differences of replications 1 to m.
func Replications(next func(m int) ([2]float64, error), m int) ([][2]float64, error) {
	out := make([][2]float64, m)
	for j := range out {
		var err error
		if out[j], err = next(j + 1); err != nil {
			return nil, err
		}
	}
	return out, nil
}
