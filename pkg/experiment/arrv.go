package experiment

import (
	"context"
	"strconv"

	"github.com/block-regularized/bcv/pkg/variance"
)

// arrv covers thesis table 3.5, which is exact.
func arrv() Experiment {
	return Experiment{
		Name:  "arrv",
		Title: "Average reduction rate of variance",
		Items: []string{"thesis:table-3.5"},
		Run: func(_ context.Context, cfg Config) ([]Result, error) {
			var out []Result
			for _, m := range []int{2, 3, 4, 5, 6, 7, 11, 15, 16} {
				v, err := variance.ARRV(m)
				if err != nil {
					return nil, err
				}
				out = append(out, Result{Source: "thesis", Item: "table-3.5", Key: strconv.Itoa(m), Value: v})
			}
			cfg.progress(1, 1)
			return out, nil
		},
	}
}
