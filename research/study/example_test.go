package study_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// A study of the means of 20,000 uniform numbers, in 20 shards, or at the paper scale
// of 100 times as many. Run would save its table in a directory of results.
func Example() {
	type row struct {
		Quantity string `dataframe:"quantity"`
		Within   bool   `dataframe:"within 3 standard errors"`
	}
	uniform := study.Study{Name: "uniform", Title: "mean of uniform numbers", Seconds: 0.1,
		Plan: func(cfg study.Config) (study.Plan, error) {
			draws := 1000
			if cfg.Scale == study.Paper {
				draws *= 100
			}
			e := study.New("uniform", sim.Experiment[sim.Moments, struct{}]{
				Plan: sim.Plan{Name: "uniform", Version: 1, Seed: cfg.Seed, Shards: 20,
					Config: map[string]int{"draws": draws}},
				Shard: func(_ context.Context, _ struct{}, _ int, rng *rand.Rand) (m sim.Moments, err error) {
					for range draws {
						m.Add(rng.Float64())
					}
					return m, nil
				},
				Merge: (*sim.Moments).Merge,
			}, func(m sim.Moments, _ study.Effort) (sim.Moments, error) { return m, nil })
			return study.Plan{Simulations: []study.Simulation{e}, Tables: func() ([]study.Table, error) {
				m := e.Result()
				rows := []row{{"mean", math.Abs(m.Mean-0.5) < 3*m.MeanSE()}}
				return []study.Table{study.NewTable("uniform", rows)}, nil
			}}, nil
		}}
	tables, err := study.Run(context.Background(), study.Config{Scale: study.Quick, Seed: 1}, uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range tables {
		if err := t.Write(os.Stdout); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// quantity,within 3 standard errors
	// mean,true
}
