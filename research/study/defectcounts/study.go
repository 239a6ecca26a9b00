package defectcounts

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// The names of the tables of Counts.
const (
	SummaryTable    = "defect_counts"
	ComponentsTable = "defect_counts_components"
	LoadingsTable   = "defect_counts_loadings"
)

// settings are the sizes of the study.
type settings struct {
	Sets       int // partition sets, Shards to a part
	Shards     int
	Kept       int // measures, as in the thesis
	Components int // at most
	Rotated    int // components of the largest rotation
}

func scaled(s study.Scale) settings {
	if s == study.Quick {
		return settings{Sets: 2, Shards: 2, Kept: 52, Components: 3, Rotated: 3}
	}
	return settings{Sets: 100, Shards: 50, Kept: 52, Components: 15, Rotated: 12}
}

// Counts is the study of the package. It needs a local copy of the data.
var Counts = study.Study{Name: "defect-counts", Title: "numbers of defects by negative binomial regression on " +
	"principal components, over partitions", Seconds: 50, Plan: plan}

func plan(cfg study.Config) (study.Plan, error) {
	d, err := public.Open("kc1-class")
	if err != nil {
		return study.Plan{}, err
	}
	return planOf(cfg, d, scaled(cfg.Scale)), nil
}

// planOf is the plan for a data set and settings.
func planOf(cfg study.Config, d *dataset.Data, s settings) study.Plan {
	each := s.Sets / s.Shards
	e := study.New("defect-counts", sim.Experiment[[]estimates, struct{}]{
		Plan: sim.Plan{Name: "defect-counts", Version: 1, Seed: cfg.Seed, Shards: s.Shards, Config: s},
		Shard: func(ctx context.Context, _ struct{}, shard int, _ *rand.Rand) ([]estimates, error) {
			var out []estimates
			for k := shard * each; k < (shard+1)*each; k++ {
				set, err := partition(d, cfg.Seed<<16+uint64(k))
				if err != nil {
					return nil, err
				}
				one, err := estimate(ctx, d, set, s.Kept, s.Components)
				if err != nil {
					return nil, err
				}
				one.Set = k
				out = append(out, one)
			}
			return out, nil
		},
		Merge: func(into *[]estimates, from []estimates) { *into = append(*into, from...) },
	}, func(all []estimates, _ study.Effort) ([]estimates, error) {
		slices.SortFunc(all, func(a, b estimates) int { return cmp.Compare(a.Set, b.Set) })
		return all, nil
	})
	return study.Plan{Simulations: []study.Simulation{e}, Tables: func() ([]study.Table, error) {
		components, summary, err := summarize(e.Result())
		if err != nil {
			return nil, err
		}
		rotated, err := rotations(d, s.Kept, s.Rotated)
		if err != nil {
			return nil, err
		}
		return []study.Table{study.NewTable(SummaryTable, summary), study.NewTable(ComponentsTable, components),
			study.NewTable(LoadingsTable, rotated)}, nil
	}}
}
