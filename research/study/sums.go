package study

import (
	"context"
	"math/rand/v2"

	"github.com/block-regularized/bcv/research/sim"
)

// setsPerShard is the number of data sets that Sums draws at a time.
const setsPerShard = 500

// Sums returns the experiment that draws data sets, a multiple of 500 or they are rounded down to one, and sums what
// measure finds in each; rows makes rows of a table of the sums.
func Sums[R any](name string, sets int, seed uint64, measure func(*rand.Rand) ([]float64, error),
	rows func(sums []float64, sets int) []R) *Experiment[[]R] {
	add := Elementwise(func(into *float64, from float64) { *into += from })
	return New(name, sim.Experiment[[]float64, struct{}]{
		Plan: sim.Plan{Name: name, Version: 1, Seed: seed, Shards: max(1, sets/setsPerShard),
			Config: map[string]any{"sets": setsPerShard}},
		Shard: func(ctx context.Context, w struct{}, shard int, rng *rand.Rand) ([]float64, error) {
			return Each(setsPerShard, func(_ struct{}, rng *rand.Rand, into *[]float64) error {
				found, err := measure(rng)
				if err == nil {
					add(into, found)
				}
				return err
			})(ctx, w, shard, rng)
		},
		Merge: add,
	}, func(sums []float64, _ Effort) ([]R, error) {
		return rows(sums, max(1, sets/setsPerShard)*setsPerShard), nil
	})
}
