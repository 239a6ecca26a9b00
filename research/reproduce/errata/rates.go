package errata

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/theory"
)

// E47 shows that some variances of T tables 3.9 and 3.10 cannot come from 10,000 data sets and 1,000 partition
// sets. First sign: m times the variance of m x 2 CV given the data set is one number, so that its printed values
// spread by sampling alone, by at most what the stored simulations say of the differences between data sets; one
// learner has more. Second: rates above the largest that any learner has (theory.Gain).
func E47(c study.Config) (Finding, error) {
	const estimates = 10_000 * 1000
	s := read(c)
	stored, err := study.Stored[covariance.VarianceRow](c.Data, "variances")
	if err != nil {
		return Finding{}, err
	}
	type spread struct {
		Config   string  `dataframe:"configuration"`
		Printed  float64 `dataframe:"standard deviation of m times the printed variance, %"`
		Expected float64 `dataframe:"of 10 million estimates, at most, %"`
		P        float64 `dataframe:"p"`
	}
	type rate struct {
		Config  string  `dataframe:"configuration"`
		M       int     `dataframe:"m"`
		Printed float64 `dataframe:"printed rate, %"`
		Largest float64 `dataframe:"largest possible, %"`
	}
	var spreads []spread
	var rates []rate
	var wide []string
	sizes := []int{3, 5, 7, 9}
	for _, v := range stored {
		key := fmt.Sprintf("thesis:table-3.9 %s/mx2CV/%%d", v.Config)
		if v.Method != "mx2CV" || v.Size != 3 || !s.has(fmt.Sprintf(key, 3)) {
			continue
		}
		var times []float64
		for _, m := range sizes {
			times = append(times, float64(m)*s.number(key, m))
		}
		mean, sd := stat.MeanStdDev(times, nil)
		// the variances of different data sets vary by no more than their estimates
		between := float64(v.Sets) * math.Pow(v.GivenSE/v.Given, 2)
		expected := math.Sqrt(2 * (1 + between) / estimates)
		r := spread{v.Config, 100 * sd / mean, 100 * expected, 0}
		r.P = distuv.ChiSquared{K: 3}.Survival(3 * math.Pow(sd/mean/expected, 2))
		if spreads = append(spreads, r); r.P < 0.001 {
			wide = append(wide, v.Config)
		}
		n := s.float(strings.Split(v.Config, "+")[2])
		for _, m := range sizes {
			r := rate{v.Config, m, s.number("thesis:table-3.10 %s/%d", v.Config, m), 100 * theory.Gain(int(n), m)}
			if r.Printed > r.Largest+300*math.Sqrt(4.0/estimates) {
				rates = append(rates, r)
			}
		}
	}
	slices.Sort(wide)
	return Finding{
		ID: "E47", Claim: "the rows of the support vector machine spread more than 10 million estimates can, and rates " +
			"are above the largest possible",
		Confirmed: slices.Equal(wide, []string{"ADULT+svm+500+14", "CON+svm+500+42", "LETTER+svm+500+256"}) &&
			len(rates) > 8,
		Tables: []Table{{Caption: "Table 3.9, m x 2 CV", Rows: spreads, Digits: 2},
			{Caption: "Table 3.10, rates that are 3 standard errors and more above (m-1)/(n-2)", Rows: rates, Digits: 3}},
	}, s.err
}
