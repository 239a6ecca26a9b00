package thesis3

import (
	"context"
	"strconv"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/theory"
)

// ReductionRates covers table 3.5, which is exact.
func ReductionRates() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "arrv",
		Title: "Average reduction rate of variance",
		Items: []string{"thesis:table-3.5"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var out []reproduce.Result
			for _, m := range []int{2, 3, 4, 5, 6, 7, 11, 15, 16} {
				v, err := theory.ARRV(m)
				if err != nil {
					return nil, err
				}
				out = append(out, reproduce.Result{Source: "thesis", Item: "table-3.5", Key: strconv.Itoa(m), Value: v})
			}
			cfg.Report(1, 1)
			return out, nil
		},
	}
}
