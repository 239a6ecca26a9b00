package acl2019

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/pkg/research/designs"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Table1 covers the 3 x 2 BCV of table 1 and of table 1 of the poster, which is exact.
func Table1() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "blocks",
		Title: "Blocks of 3 x 2 BCV",
		Items: []string{"acl2019:table-1", "acl2019_poster:table-1"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			four, err := oa.TwoLevel(4)
			if err != nil {
				return nil, err
			}
			cfg.Report(1, 1)
			return blockLists(designs.BCV(four)), nil
		},
	}
}

// blockLists gives the 3 x 2 BCV as table 1 and table 1 of the poster have it:
// splits b, a and the twin of ab.
func blockLists(d designs.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{1, 0, 2} {
		train, valid := d.Blocks(column)
		if i == 2 {
			train, valid = valid, train
		}
		s, t := arrays.BlockList("B", train), arrays.BlockList("B", valid)
		for _, r := range [...][3]string{
			{"acl2019", fmt.Sprintf("%d/S", i+1), s}, {"acl2019", fmt.Sprintf("%d/T", i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/1/training", i+1), s}, {"acl2019_poster", fmt.Sprintf("%d/1/validation",
				i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/2/training", i+1), t}, {"acl2019_poster", fmt.Sprintf("%d/2/validation",
				i+1), s},
		} {
			out = append(out, reproduce.Result{Source: r[0], Item: "table-1", Key: r[1], Text: r[2]})
		}
	}
	return out
}
