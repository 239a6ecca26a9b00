package covariance

import (
	"fmt"
	"time"
)

// StudyRow is the effort and the main quantities of one study.
type StudyRow struct {
	Config     string  `dataframe:"config"`
	Date       string  `dataframe:"date"` // of the end of the run
	Law        string  `dataframe:"law"`
	N          int     `dataframe:"n"`
	Learner    string  `dataframe:"learner"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"`
	Quantity   string  `dataframe:"quantity"`
	Value      float64 `dataframe:"value"`
	SE         float64 `dataframe:"se"`
}

// quantities are the names of Coefficients in the order of tables.
var quantities = []string{"rho1", "rho2", "sigma2", "omega+gamma-2tau", "sigma2-omega-n*gamma+n*tau", "gamma", "lambda0", "lambda1", "lambda2", "lambda3", "lambda4"}

// StudyRows returns the coefficients of f with the setting and the cost.
func (r Result) StudyRows() []StudyRow {
	s := r.Study
	coefficients := r.Coefficients()
	var out []StudyRow
	for _, q := range quantities {
		c := coefficients[q]
		out = append(out, StudyRow{s.Config, time.Now().UTC().Format(time.DateOnly), s.Law.String(), s.N, s.Learner.String(), s.Sets * s.Shards, int(s.Seed), r.CPUSeconds(), q, c.Value, c.SE})
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

// FindRow returns the variance of an estimator, which must be among the rows.
func FindRow(rows []VarianceRow, method string, size int) VarianceRow {
	for _, r := range rows {
		if r.Method == method && r.Size == size {
			return r
		}
	}
	panic(fmt.Sprintf("covariance: no variance of %s %d", method, size))
}
