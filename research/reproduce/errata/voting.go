package errata

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/voting"
	"gonum.org/v1/gonum/stat/distuv"
)

// E37 shows by three exact counterexamples that the vote of V theorem 1 does not
// always exceed the average: p below 1/2; an even number of votes, since V counts a
// tie as positive; records that differ.
func E37(study.Config) (Finding, error) {
	type row struct {
		Case    string  `dataframe:"case"`
		Average float64 `dataframe:"average"`
		Vote    float64 `dataframe:"vote"`
		Worse   bool    `dataframe:"vote worse"`
	}
	var rows []row
	var err error
	exact := func(p, rho2 float64, m int, tie voting.Tie) float64 {
		v, problem := voting.ExactMajorityProb(p, rho2, m, tie)
		if err == nil {
			err = problem
		}
		return v
	}
	add := func(name string, average, vote float64) {
		rows = append(rows, row{Case: name, Average: average, Vote: vote, Worse: vote < average})
	}
	add("(a) p = 0.4, rho2 = 0.2, m = 15", 0.4, exact(0.4, 0.2, 15, voting.TieRight))
	add("(b) p = 0.6, rho2 = 0.2, m = 2, negative records", 0.6, exact(0.6, 0.2, 2, voting.TieWrong))
	add("(c) easy and hard records, p = 0.76, m = 15", 0.6+0.4*0.4, 0.6+0.4*exact(0.4, 0.05, 15, voting.TieRight))
	add("where the conditions hold: p = 0.6, rho2 = 0.2, m = 15", 0.6, exact(0.6, 0.2, 15, voting.TieRight))
	return Finding{
		ID: "E37", Claim: "the vote can be worse than the average",
		Confirmed: rows[0].Worse && rows[1].Worse && rows[2].Worse && !rows[3].Worse,
		Tables:    []Table{{Rows: rows}},
	}, err
}

// E38 shows that the distributions of V 20 lack the 1 of the prior, and a 1 in the variance.
func E38(study.Config) (Finding, error) {
	model := voting.Model{N: 100, Pi1: 0.3, P1: 0.7, P0: 0.8, Rho2: 0.3}
	limit, err := model.Limit()
	if err != nil {
		return Finding{}, err
	}
	distribution, err := model.LimitDistribution(posterior.Precision)
	if err != nil {
		return Finding{}, err
	}
	a, b := limit.TP, limit.FP
	alpha, beta := distribution.Params()
	mode := func(a, b float64) float64 { return (a - 1) / (a + b - 2) }
	type row struct {
		Distribution string  `dataframe:"distribution"`
		Alpha        float64 `dataframe:"alpha"`
		Beta         float64 `dataframe:"beta"`
		Mode         float64 `dataframe:"mode"`
	}
	asPrinted, right := a*b/math.Pow(a+b, 3), distuv.Beta{Alpha: a, Beta: b}.Variance()
	fits := near(alpha, a+1, 1e-9) && near(beta, b+1, 1e-9) && near(distribution.Mode(), a/(a+b), 1e-9)
	return Finding{
		ID: "E38", Claim: "the 1 of the prior, and a 1 in the variance, are missing",
		Confirmed: fits && !near(mode(a, b), a/(a+b), 0.001) && asPrinted > right,
		Tables: []Table{
			{Rows: []row{
				{Distribution: "as printed, Beta(a, b)", Alpha: a, Beta: b, Mode: mode(a, b)},
				{Distribution: "of this repository, Beta(a+1, b+1)", Alpha: alpha, Beta: beta,
					Mode: distribution.Mode()}}, Digits: 5},
			{Rows: []quantity{{"printed mode", a / (a + b)}, {"variance of Beta(a, b), printed formula", asPrinted},
				{"variance of Beta(a, b), right", right}}, Digits: 5},
		},
	}, nil
}
