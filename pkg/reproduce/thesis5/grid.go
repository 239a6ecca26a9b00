package thesis5

import (
	"context"

	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/stopping"
)

// ErrorsOfTests writes a table that nobody has published: the errors of every
// test over the grid of table 5.8. It has no results for the account.
func ErrorsOfTests() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "test-errors",
		Title: "Type I errors of every test on normal differences",
		Items: []string{"thesis:table-5.8"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			if cfg.Results == "" || cfg.Scale != study.Paper {
				return nil, nil
			}
			rows, err := stopping.RunToyGrid(ctx, cfg, stopping.ToyGridRuns)
			if err != nil {
				return nil, err
			}
			return nil, study.Save(cfg, "type1_errors", rows)
		},
	}
}
