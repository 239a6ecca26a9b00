package calibration

import (
	"math"

	"github.com/block-regularized/bcv/pkg/study"
)

// TwoSidedRow says how one procedure does on one distribution of differences if it claims
// on either side, at 0.025 each.
type TwoSidedRow struct {
	Data   string  `dataframe:"data"`
	N      int     `dataframe:"n"`
	A      string  `dataframe:"a"`
	B      string  `dataframe:"b"`
	Metric string  `dataframe:"metric"`
	M      int     `dataframe:"m"`
	Equal  bool    `dataframe:"equal"` // the learners are equal by construction: they see as many exchangeable features
	Method string  `dataframe:"method"`
	Prior  string  `dataframe:"prior"`        // of the paired posterior
	False  float64 `dataframe:"false_claims"` // share of claims that the difference is other than what it is, nominal 0.05
	SE     float64 `dataframe:"false_se"`     // of it
	Power  float64 `dataframe:"power"`        // share of claims of a true difference of two standard deviations of the mean difference
	Sets   int     `dataframe:"data_sets"`
	Seed   int     `dataframe:"seed"`
	Date   string  `dataframe:"date"`
}

// equal reports whether a pair is equal by construction.
func (c contest) equal() bool {
	a, b := c.setting.learners[c.a], c.setting.learners[c.b]
	return a.columns != nil && len(a.columns) == len(b.columns)
}

// twoSidedRow turns the counts of a procedure with half of alpha a side into shares.
func (c contest) twoSidedRow(t tally, p procedure, e study.Effort) TwoSidedRow {
	wrong := (t.above + t.below) / t.n
	return TwoSidedRow{Data: c.setting.name, N: c.setting.n, A: c.setting.learners[c.a].name, B: c.setting.learners[c.b].name, Metric: c.metric, M: c.m, Equal: c.equal(),
		Method: p.method, Prior: p.prior, False: round(wrong), SE: round(math.Sqrt(wrong * (1 - wrong) / t.n)), Power: round(t.found / t.n), Sets: int(t.n), Seed: e.Seed, Date: e.Date}
}

// TwoSidedSummary is what a procedure does over the cells of one kind of metric.
type TwoSidedSummary struct {
	Metrics string  `dataframe:"metrics"` // one of Kinds
	Method  string  `dataframe:"method"`
	Prior   string  `dataframe:"prior"`
	Cells   int     `dataframe:"cells"`
	Sets    int     `dataframe:"data_sets"` // of a cell, at least
	False   float64 `dataframe:"false_claims"`
	Largest float64 `dataframe:"largest"`
	SE      float64 `dataframe:"largest_se"` // of a cell of that share
}

// Kinds of metrics, in the names of TwoSidedSummary.
const (
	ErrorRates = "error rates"
	Ratios     = "precision, recall and F1"
	Squares    = "squared errors"
)

// SummarizeTwoSided returns the false claims of the two-sided rule for each kind of metric,
// method and prior over the cells whose learners are equal by construction, in the order in
// which they come.
func SummarizeTwoSided(rows []TwoSidedRow) []TwoSidedSummary {
	var out []TwoSidedSummary
	at := map[[3]string]int{}
	for _, r := range rows {
		if !r.Equal {
			continue
		}
		kind := Ratios
		switch r.Metric {
		case "error":
			kind = ErrorRates
		case "squared error":
			kind = Squares
		}
		key := [3]string{kind, r.Method, r.Prior}
		k, ok := at[key]
		if !ok {
			k = len(out)
			at[key] = k
			out = append(out, TwoSidedSummary{Metrics: kind, Method: r.Method, Prior: r.Prior, Sets: r.Sets})
		}
		s := &out[k]
		s.False = (s.False*float64(s.Cells) + r.False) / float64(s.Cells+1)
		s.Cells++
		s.Sets = min(s.Sets, r.Sets)
		if r.False > s.Largest {
			s.Largest, s.SE = r.False, r.SE
		}
	}
	return out
}
