package metrics

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/study"
)

// Summary is what one procedure does by one metric over the cells of the study.
type Summary struct {
	Metric    string `dataframe:"metric"`
	Folds     string `dataframe:"folds"`
	Procedure string `dataframe:"procedure"`
	Cells     int    `dataframe:"cells"`
	Sets      int    `dataframe:"data_sets"` // of a cell, at least
	// shares of false claims of one side, nominal 0.05: mean over both sides of all cells, and the larger side of the
	// worst cell
	One      float64 `dataframe:"one_sided"`
	WorstOne float64 `dataframe:"worst_one_sided"`
	OneSE    float64 `dataframe:"worst_one_sided_se"`
	OneAt    string  `dataframe:"worst_one_sided_at"`
	// of the two-sided rule, nominal 0.05
	Two      float64 `dataframe:"two_sided"`
	WorstTwo float64 `dataframe:"worst_two_sided"`
	TwoSE    float64 `dataframe:"worst_two_sided_se"`
	TwoAt    string  `dataframe:"worst_two_sided_at"`
	Power    float64 `dataframe:"power"`
	Coverage float64 `dataframe:"coverage_90"` // mean
	Least    float64 `dataframe:"least_coverage_90"`
}

// Known reports whether a row is judged on nearly all data sets: at most a tenth were left out. The data sets of others
// are selected by the metric.
func (r Row) Known() bool { return 9*r.Undefined <= r.Sets }

// Summarize returns the summary of each procedure by each metric over the rows that are Known, in the order in which
// they come.
func Summarize(rows []Row) []Summary {
	key := func(r Row) Summary { return Summary{Metric: r.Metric, Folds: r.Folds, Procedure: r.Procedure} }
	var out []Summary
	for _, of := range study.Group(study.Where(rows, Row.Known), key) {
		out = append(out, key(of[0]).of(of))
	}
	return out
}

// of fills in a summary from rows, of which there is at least one.
func (s Summary) of(rows []Row) Summary {
	s.Cells, s.Sets, s.Least = len(rows), rows[0].Sets, 2
	n := float64(len(rows))
	for _, r := range rows {
		s.Sets = min(s.Sets, r.Sets)
		s.One += (r.Above + r.Below) / 2 / n
		s.Two += r.False / n
		s.Power += r.Power / n
		s.Coverage += r.Coverage / n
		s.Least = min(s.Least, r.Coverage)
		if side := max(r.Above, r.Below); side > s.WorstOne || s.OneAt == "" {
			s.WorstOne, s.OneSE, s.OneAt = side, standardError(side, r.Sets), r.cell()
		}
		if r.False > s.WorstTwo || s.TwoAt == "" {
			s.WorstTwo, s.TwoSE, s.TwoAt = r.False, r.FalseSE, r.cell()
		}
	}
	for _, x := range []*float64{&s.One, &s.Two, &s.Power, &s.Coverage} {
		*x = round(*x)
	}
	return s
}

// cell names a cell with its number of replications.
func (r Row) cell() string {
	return fmt.Sprintf("%s and %s, %s, n = %d, m = %d", r.A, r.B, r.Data, r.N, r.M)
}

// ErrorRow has the two-sided errors of the procedures by one metric: the mean over cells, and in parentheses that of
// the worst.
type ErrorRow struct {
	Metric  string `dataframe:"metric"` // as people call it
	BCVT    string `dataframe:"bcv-t"`
	Paired  string `dataframe:"paired"`
	NestedT string `dataframe:"nested-t"`
	Nested  string `dataframe:"nested posterior"`
	Random  string `dataframe:"corrected t on random m x 2"`
	KFold   string `dataframe:"corrected t on m x 5-fold"`
}

// Errors returns a row for each metric.
func Errors(rows []Row) []ErrorRow {
	var out []ErrorRow
	for len(rows) > 0 {
		name := rows[0].Metric
		of := study.Where(rows, func(r Row) bool { return r.Metric == name })
		rows = study.Where(rows, func(r Row) bool { return r.Metric != name })
		r := ErrorRow{Metric: metric.Metric{Name: name}.Label()}
		for _, s := range Summarize(of) {
			*map[[2]string]*string{{BCVT, foldsOf(cv.BCV)}: &r.BCVT, {Paired, foldsOf(cv.BCV)}: &r.Paired,
				{NestedT, foldsOf(cv.BCV)}: &r.NestedT, {Nested, foldsOf(cv.BCV)}: &r.Nested,
				{Corrected, foldsOf(cv.Mx2)}: &r.Random, {Corrected, foldsOf(cv.RepeatedKFold)}: &r.KFold,
			}[[2]string{s.Procedure, s.Folds}] = fmt.Sprintf("%.1f%% (%.1f%%)", 100*s.Two, 100*s.WorstTwo)
		}
		out = append(out, r)
	}
	return out
}
