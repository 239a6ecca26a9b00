package thesis5

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/stopping"
)

// ToyErrors covers thesis table 5.8.
func ToyErrors() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "sequential",
		Title: "Type I errors of sequential tests on normal differences",
		Items: []string{"thesis:table-5.8"},
		Run: func(ctx context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, err := stopping.RunToyErrors(ctx, cfg, stopping.DefaultToy(cfg.Scale))
			if err != nil {
				return nil, err
			}
			var out []reproduce.Result
			for _, r := range rows {
				out = append(out, toyResult(r))
			}
			if cfg.Results == "" {
				return out, nil
			}
			return out, stopping.SaveSequential(ctx, cfg, rows)
		},
	}
}

// toyResult sets the error of the sequential test beside table 5.8, which shows that of
// one look at m = 12 instead (erratum E24).
func toyResult(r stopping.ToyError) reproduce.Result {
	s := reproduce.SamplingOf("thesis:table-5.8")
	return reproduce.Result{Source: "thesis", Item: "table-5.8", Key: fmt.Sprintf("%s/%.1f/%.1f", r.Test, r.Rho1, r.Rho2),
		Value: r.Sequential, SE: r.SequentialSE, PublishedSE: s.Share(r.Sequential), Resolution: 0.05,
		Explanations: []reproduce.Explanation{{Erratum: "E24", Reading: "one look at m = 12 with one-sided t_0.05", Value: r.Fixed, SE: r.FixedSE, PublishedSE: s.Share(r.Fixed)}}}
}
