package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/sim"
)

// RejectionStudy finds how often tests reject the equality of two classifiers
// (McNemar paper, §5.2): the error of the first kind at the first setting of the
// pair (table V), power at the others (figure 4). All tests see the same data sets.
type RejectionStudy struct {
	Pair   ClassifierPair
	Power  bool // the settings of the pair are those of figure 4 alone
	Sets   int  // data sets a shard
	Shards int
	Seed   uint64
}

// rejections counts, for each setting, the data sets on which each test rejects.
type rejections struct {
	Runs float64
	Hits [][]float64 // [setting][test]
}

// Run simulates the study; opt as in package sim.
func (s RejectionStudy) Run(ctx context.Context, opt sim.Options) (RejectionResult, error) {
	e := sim.Experiment[rejections, struct{}]{
		Plan: sim.Plan{Name: "rejections " + s.Pair.Data, Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"settings": s.Pair.Settings, "n": s.Pair.N, "sets": s.Sets, "tests": len(studied)}},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) (rejections, error) {
			return s.shard(ctx, rng)
		},
		Merge: func(into *rejections, from rejections) {
			into.Runs += from.Runs
			for k := range from.Hits {
				for i, h := range from.Hits[k] {
					into.Hits[k][i] += h
				}
			}
		},
	}
	start := cpuSeconds()
	counts, err := e.Run(ctx, opt)
	return RejectionResult{s, counts, cpuSeconds() - start}, err
}

func (s RejectionStudy) shard(ctx context.Context, rng *rand.Rand) (rejections, error) {
	out := rejections{Runs: float64(s.Sets), Hits: make([][]float64, len(s.Pair.Settings))}
	for k := range out.Hits {
		out.Hits[k] = make([]float64, len(studied))
	}
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		err := s.Pair.compare(rng, func(setting int, t *tables) error {
			for i, test := range studied {
				r, err := test.run(t)
				if err != nil {
					return fmt.Errorf("%s: %w", test.name, err)
				}
				if r.Reject {
					out.Hits[setting][i]++
				}
			}
			return nil
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// RejectionResult is the outcome of a study.
type RejectionResult struct {
	Study      RejectionStudy
	counts     rejections
	CPUSeconds float64
}

// RejectionRow says how often one test rejected at one setting.
type RejectionRow struct {
	Data    string  `dataframe:"data"`
	Setting float64 `dataframe:"setting"`
	Family  string  `dataframe:"family"` // t, F, Z or McNemar
	Test    string  `dataframe:"test"`   // as in table V, or one of its other readings
	Share   float64 `dataframe:"share"`  // of the data sets on which the test rejects at level 0.05
	SE      float64 `dataframe:"se"`
	Runs    int     `dataframe:"runs"` // data sets
	Seed    int     `dataframe:"seed"`
}

// Rows returns one row a setting and test, in the order of table V.
func (r RejectionResult) Rows() []RejectionRow {
	var out []RejectionRow
	for k, setting := range r.Study.Pair.Settings {
		for i, test := range studied {
			hits := r.counts.Hits[k][i]
			out = append(out, RejectionRow{r.Study.Pair.Data, setting, test.family, test.name, hits / r.counts.Runs, shareSE(hits, r.counts.Runs), int(r.counts.Runs), int(r.Study.Seed)})
		}
	}
	return out
}

// shareSE is the standard error of a share, from the share with one more hit and
// one more miss: it is not 0 where the share is.
func shareSE(hits, runs float64) float64 {
	p := (hits + 1) / (runs + 2)
	return math.Sqrt(p * (1 - p) / runs)
}
