package thesis5

import (
	"context"
	"slices"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Theory covers the exact tables and numbers of thesis chapter 5.
func Theory() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "t-theory",
		Title: "Law of the m x 2 t statistic and length of its interval",
		Items: []string{"thesis:table-5.1", "thesis:table-5.2-5.3", "thesis:table-5.4", "thesis:table-5.11-5.12",
			"thesis:text"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			out := slices.Concat(estimatorFormulas(), constantsTable(), lengthTable())
			rows, err := arrciTable()
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				out = append(out, r.result())
			}
			text, err := tTheoryText()
			cfg.Report(1, 1)
			return append(out, text...), err
		},
	}
}

// eachPair visits the correlations 0, 0.1, ..., 0.5.
func eachPair(visit func(rho1, rho2 float64)) {
	for i := range 6 {
		for j := range 6 {
			visit(float64(i)/10, float64(j)/10)
		}
	}
}
