package thesis3

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// ARRVRow is the average reduction of variance from one more replication.
type ARRVRow struct {
	M    int     `dataframe:"m"`
	ARRV float64 `dataframe:"arrv_pct"`
}

// ARRVs returns the average reductions for m = 1 to last.
func ARRVs(last int) ([]ARRVRow, error) {
	var out []ARRVRow
	for m := 1; m <= last; m++ {
		v, err := theory.ARRV(m)
		if err != nil {
			return nil, err
		}
		out = append(out, ARRVRow{m, 100 * v})
	}
	return out, nil
}

// RateComparison is a printed reduction rate of m x 2 BCV beside the simulated ones,
// in percent.
type RateComparison struct {
	Config  string  `dataframe:"configuration"`
	N       int     `dataframe:"n"`
	M       int     `dataframe:"m"`
	Printed float64 `dataframe:"printed (%)"`
	Given   float64 `dataframe:"given the data set (%)"`
	GivenSE float64 `dataframe:"± given"`
	Law     float64 `dataframe:"law (m-1)/(n-2) (%)"`
	Total   float64 `dataframe:"whole variance (%)"`
	TotalSE float64 `dataframe:"± whole"`
}

// Rates returns the printed rates of tables 3.8 and 3.10 beside the stored simulated
// ones, in the order of their numbers of records.
func Rates(fsys fs.FS) ([]RateComparison, error) {
	rates, err := study.Stored[covariance.RateRow](fsys, "reduction_rates")
	if err != nil {
		return nil, err
	}
	studies, err := study.Stored[covariance.StudyRow](fsys, "covariance_coefficients")
	if err != nil {
		return nil, err
	}
	best, err := reproduce.Best(fsys, "thesis:table-3.8", "thesis:table-3.10")
	if err != nil {
		return nil, err
	}
	printed := map[string]float64{}
	for _, r := range best {
		if printed[r.Key], err = strconv.ParseFloat(r.Published, 64); err != nil {
			return nil, fmt.Errorf("thesis3: %s: %w", r.Key, err)
		}
	}
	n := map[string]int{}
	for _, s := range studies {
		n[s.Config] = s.N
	}
	var out []RateComparison
	for _, r := range rates {
		if p, ok := printed[fmt.Sprintf("%s/%d", r.Config, r.M)]; ok {
			out = append(out, RateComparison{
				Config: r.Config, N: n[r.Config], M: r.M, Printed: p, Given: r.Given, GivenSE: r.GivenSE,
				Law: 100 * theory.Gain(n[r.Config], r.M), Total: r.Total, TotalSE: r.TotalSE,
			})
		}
	}
	slices.SortStableFunc(out, func(a, b RateComparison) int { return a.N - b.N })
	return out, nil
}

// Laws returns the rows of the first configuration of each number of records: the law
// of the rates depends on no more.
func Laws(rows []RateComparison) []RateComparison {
	first := map[int]string{}
	var out []RateComparison
	for _, r := range rows {
		if first[r.N] == "" {
			first[r.N] = r.Config
		}
		if first[r.N] == r.Config {
			out = append(out, r)
		}
	}
	return out
}
