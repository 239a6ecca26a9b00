package stopping

import (
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// BandRow is one end of an interval of a confidence sequence, or its middle.
type BandRow struct {
	Rule  string  `dataframe:"rule"`
	Line  string  `dataframe:"line"` // lower end, estimate or upper end
	M     int     `dataframe:"m"`
	Value float64 `dataframe:"value"` // of mu_B - mu_A
}

// ConfidenceSequences returns the intervals of all looks, 3 to max replications, of
// the two-sided calibrated rules of both shapes at level 0.05: together they hold
// the true difference with probability 0.95. Differences are of max
// replications.
func ConfidenceSequences(differences [][2]float64, max int) ([]BandRow, error) {
	var out []BandRow
	for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
		looks, err := sequential.TTest{Max: max, Rule: sequential.Calibrated{Shape: shape}}.Path(differences)
		if err != nil {
			return nil, err
		}
		for _, l := range looks {
			rule := "calibrated, " + shape.String()
			out = append(out, BandRow{Rule: rule, Line: "upper end", M: l.M, Value: l.CI.High},
				BandRow{Rule: rule, Line: "estimate", M: l.M, Value: l.Estimate},
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
		out = append(out, LookRow{M: l.M, Estimate: l.Estimate, Boundary: l.Boundary.High, Low: l.CI.Low,
			High: l.CI.High, Reject: l.Decision.Rejects()})
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
