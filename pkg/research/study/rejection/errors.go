package rejection

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// ErrorStudy finds the error rates of two classifiers that are trained on data sets
// of N records, on the whole population: figure 3 of the McNemar paper. If
// there is one distribution, all settings see the same data sets.
type ErrorStudy struct {
	Pair   ClassifierPair
	Sets   int // data sets a shard
	Shards int
	Seed   uint64
}

// Name is the data and the size of the training sets, as "EXP6 n=150".
func (s ErrorStudy) Name() string { return fmt.Sprintf("%s n=%d", s.Pair.Data, s.Pair.N) }

// ErrorRow is the error rate of one classifier at one setting.
type ErrorRow struct {
	Data    string  `dataframe:"data"`
	Setting float64 `dataframe:"setting"`
	N       int     `dataframe:"n"`       // training records
	Learner string  `dataframe:"learner"` // A or B
	Error   float64 `dataframe:"error"`   // mean over data sets
	SE      float64 `dataframe:"se"`
	Sets    int     `dataframe:"data_sets"`
	Seed    int     `dataframe:"seed"`
}

// errorMoments are the error rates of A and B and A less B, over data sets.
type errorMoments [3]sim.Moments

// Run simulates the study; options as in package sim.
func (s ErrorStudy) Run(ctx context.Context, opt sim.Options) (ErrorResult, error) {
	return s.Experiment().Run(ctx, opt)
}

// Experiment returns the study as an experiment.
func (s ErrorStudy) Experiment() *study.Experiment[ErrorResult] {
	return study.New("mcnemar "+s.Name(), sim.Experiment[[]errorMoments, struct{}]{
		Plan: sim.Plan{Name: "true errors " + s.Name(), Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: s.Pair.config(map[string]any{"sets": s.Sets})},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) ([]errorMoments, error) {
			return s.shard(ctx, rng)
		},
		Merge: func(into *[]errorMoments, from []errorMoments) {
			for k := range from {
				for i := range from[k] {
					(*into)[k][i].Merge(from[k][i])
				}
			}
		},
	}, func(moments []errorMoments, _ study.Effort) (ErrorResult, error) { return ErrorResult{s, moments}, nil })
}

func (s ErrorStudy) shard(ctx context.Context, rng *rand.Rand) ([]errorMoments, error) {
	p := s.Pair
	out := make([]errorMoments, len(p.Settings))
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var d, all *dataset.Data
		var a float64
		for k, setting := range p.Settings {
			var err error
			if d == nil || !p.OneDistribution {
				d = dataset.Draw(p.Distribution(setting), p.N, rng)
				if all, err = populationOf(p.Distribution(setting)); err != nil {
					return nil, err
				}
				if a, err = errorOn(all, p.A, d); err != nil {
					return nil, err
				}
			}
			b, err := errorOn(all, p.B(setting), d)
			if err != nil {
				return nil, err
			}
			out[k][0].Add(a)
			out[k][1].Add(b)
			out[k][2].Add(a - b)
		}
	}
	return out, nil
}

// ErrorResult is the outcome of a study.
type ErrorResult struct {
	Study   ErrorStudy
	Moments []errorMoments // one a setting
}

// Rows returns one row a setting and classifier.
func (r ErrorResult) Rows() []ErrorRow {
	var out []ErrorRow
	s := r.Study
	for k, m := range r.Moments {
		for i, name := range []string{"A", "B"} {
			out = append(out, ErrorRow{Data: s.Pair.Data, Setting: s.Pair.Settings[k], N: s.Pair.N, Learner: name,
				Error: m[i].Mean, SE: m[i].MeanSE(), Sets: s.Sets * s.Shards, Seed: int(s.Seed)})
		}
	}
	return out
}

// Equal returns the setting at which A and B have the same error rate, by linear
// interpolation between the two settings about it, its standard error and that of
// one data set.
func (r ErrorResult) Equal() (setting, se, ofOne float64, err error) {
	at := r.Study.Pair.Settings
	for k := 1; k < len(at); k++ {
		before, after := r.Moments[k-1][2], r.Moments[k][2]
		if before.Mean*after.Mean > 0 {
			continue
		}
		slope := (after.Mean - before.Mean) / (at[k] - at[k-1])
		spread := math.Sqrt(before.Variance()) / math.Abs(slope)
		return at[k-1] - before.Mean/slope, spread / math.Sqrt(before.N), spread, nil
	}
	return 0, 0, 0, fmt.Errorf("rejection: the error rates on %s do not cross between the settings %v", r.Study.Pair.Data, at)
}
