package errata

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/coverage"
)

// E29 shows that the mean length 0.117 of A §2.4 is a misprint of 0.127: on the same
// counts the lengths under the two distributions stand in the ratio of the square roots of
// the weights.
func E29(c study.Config) (Finding, error) {
	type row struct {
		Distribution string  `dataframe:"law"`
		Printed      float64 `dataframe:"printed"`
		ByRatio      float64 `dataframe:"by the ratio sqrt(6 w(3))"`
		Simulated    float64 `dataframe:"simulated"`
		SE           float64 `dataframe:"standard error"`
	}
	s := read(c)
	result, err := coverage.Run(context.Background(), c, coverage.Default(c.Scale))
	if err != nil {
		return Finding{}, err
	}
	ratio := math.Sqrt(6 * posterior.WeightBCV(3))
	short, long := s.number("acl2019:text 2.4/example_il_corrected"), s.number("acl2019:text 2.4/example_il_rho_1")
	recent, old := result.Rows[0], result.Rows[1]
	return Finding{
		ID: "E29", Claim: "0.117 is a misprint of 0.127",
		Confirmed: near(recent.Length, short, 0.001) && near(old.Length, short*ratio, 0.001) &&
			old.Length-long > 5*old.LengthSE,
		Tables: []Table{
			{Caption: fmt.Sprintf("Mean length of the interval of F1, %d data sets", result.DataSets), Rows: []row{
				{Distribution: "weight w(3) = 0.3688", Printed: short, ByRatio: short, Simulated: recent.Length,
					SE: recent.LengthSE},
				{Distribution: "weight 1/6", Printed: long, ByRatio: short * ratio, Simulated: old.Length,
					SE: old.LengthSE}}},
			{Caption: "Ratio of the lengths", Rows: []quantity{{"sqrt(6 w(3))", ratio}, {"printed", long / short},
				{"simulated", old.Length / recent.Length}}},
		},
	}, s.err
}

// E30 shows that the printed degrees of credibility of A §2.4 are for F1 of the models
// fitted to the data set, not for F1 of the algorithm, over data sets.
func E30(c study.Config) (Finding, error) {
	type row struct {
		Weighting   string  `dataframe:"weighting"`
		Printed     float64 `dataframe:"printed, %"`
		Fitted      float64 `dataframe:"fitted models, %"`
		FittedSE    float64 `dataframe:"± fitted models"`
		Algorithm   float64 `dataframe:"algorithm, %"`
		AlgorithmSE float64 `dataframe:"± algorithm"`
	}
	s := read(c)
	result, err := coverage.Run(context.Background(), c, coverage.Default(c.Scale))
	if err != nil {
		return Finding{}, err
	}
	var rows []row
	all := true
	for i, key := range []string{"example_doc_corrected", "example_doc_rho_1"} {
		r, table := result.Rows[i], s.number("acl2019:text 2.4/%s", key)
		rows = append(rows, row{
			Weighting: r.Weighting, Printed: table, Fitted: 100 * r.Fitted, FittedSE: 100 * r.FittedSE,
			Algorithm: 100 * r.Algorithm, AlgorithmSE: 100 * r.AlgorithmSE,
		})
		all = all && near(100*r.Fitted, table, 400*r.FittedSE) && table-100*r.Algorithm > 300*r.AlgorithmSE
	}
	return Finding{
		ID: "E30", Claim: "the printed degrees are those of the fitted models", Confirmed: all,
		Tables: []Table{{Caption: "Share of data sets whose interval holds the true F1", Rows: rows, Digits: 3}},
	}, s.err
}
