package mcnemar

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/pkg/research/designs"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Table3 covers the 5 x 2 BCV of table III, which is exact.
func Table3() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "splits",
		Title: "Splits of 5 x 2 BCV",
		Items: []string{"mcnemar:table-3"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			eight, err := oa.TwoLevel(8)
			if err != nil {
				return nil, err
			}
			cfg.Report(1, 1)
			return splits(designs.BCV(eight)), nil
		},
	}
}

// splits gives the 5 x 2 BCV in the column order of the paper:
// c, a, b, ab, ac.
func splits(d designs.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{3, 0, 1, 2, 4} {
		train, valid := d.Blocks(column)
		out = append(out,
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/S", i+1),
				Text: arrays.BlockList("D", train)},
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/T", i+1),
				Text: arrays.BlockList("D", valid)})
	}
	return out
}
