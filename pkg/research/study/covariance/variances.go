package covariance

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// VarianceRow is the variance of one estimator.
type VarianceRow struct {
	Config  string  `dataframe:"config"`
	Learner string  `dataframe:"learner"`
	Method  string  `dataframe:"method"`
	Size    int     `dataframe:"size"` // J, or m of two-fold CVs
	Mean    float64 `dataframe:"mean"` // of the estimate
	Total   float64 `dataframe:"variance"`
	TotalSE float64 `dataframe:"variance_se"`
	Given   float64 `dataframe:"variance_given_data"` // mean over data sets of the variance over partition sets
	GivenSE float64 `dataframe:"variance_given_data_se"`
	Sets    int     `dataframe:"data_sets"`
	Repeats int     `dataframe:"repeats"`
}

// Find returns the variance of an estimator. It panics if that is not among the rows.
func Find(rows []VarianceRow, method string, size int) VarianceRow {
	for _, r := range rows {
		if r.Method == method && r.Size == size {
			return r
		}
	}
	panic(fmt.Sprintf("covariance: no variance of %s %d", method, size))
}

// OrderRow tests one inequality of thesis theorem 2.3.
type OrderRow struct {
	Config     string  `dataframe:"config"`
	Larger     string  `dataframe:"larger"` // by the theorem
	Smaller    string  `dataframe:"smaller"`
	M          int     `dataframe:"m"`
	Difference float64 `dataframe:"difference_pct"` // of the larger variance
	SE         float64 `dataframe:"se"`
	Z          float64 `dataframe:"z"`
	P          float64 `dataframe:"p"` // of a difference as small or smaller if the two were equal
}

// Orders tests theorem 2.3, RHS >= m x 2 CV >= m x 2 BCV >= BRHS, for m = 3, 5, 7.
func (r Result) Orders() []OrderRow {
	chain := []string{"RHS", "mx2CV", "mx2BCV", "BRHS"}
	size := func(method string, m int) int {
		if method == "RHS" || method == "BRHS" {
			return 2 * m
		}
		return m
	}
	var out []OrderRow
	for _, m := range []int{3, 5, 7} {
		for i, larger := range chain[:3] {
			smaller := chain[i+1]
			d, se := r.Reduction(larger, smaller, size(larger, m), size(smaller, m), false)
			z := d / se
			out = append(out, OrderRow{Config: r.Study.Config, Larger: larger, Smaller: smaller, M: m, Difference: d,
				SE: se, Z: z, P: distuv.UnitNormal.CDF(z)})
		}
	}
	return out
}

// RateRow is a reduction rate of block regularization, in percent.
type RateRow struct {
	Config  string  `dataframe:"config"`
	M       int     `dataframe:"m"`
	Total   float64 `dataframe:"total_pct"` // of the whole variance of m x 2 CV
	TotalSE float64 `dataframe:"total_se"`
	Given   float64 `dataframe:"given_pct"` // of its variance given the data set
	GivenSE float64 `dataframe:"given_se"`
}

// Rates returns the reduction rates of m x 2 BCV over m x 2 CV.
func (r Result) Rates() []RateRow {
	var out []RateRow
	for _, m := range []int{3, 5, 7, 9} {
		row := RateRow{Config: r.Study.Config, M: m}
		row.Total, row.TotalSE = r.Reduction("mx2CV", "mx2BCV", m, m, false)
		row.Given, row.GivenSE = r.Reduction("mx2CV", "mx2BCV", m, m, true)
		out = append(out, row)
	}
	return out
}
