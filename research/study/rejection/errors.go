package rejection

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// ErrorStudy finds the error rates of two classifiers that are trained on data sets
// of N records, on the whole population: figure 3 of the McNemar paper. If
// there is one distribution, all settings see the same data sets.
type ErrorStudy struct {
	Pair   ClassifierPair
	Sets   int // data sets per shard
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
		Plan: sim.Plan{Name: "true errors " + s.Name(), Version: 2, Seed: s.Seed, Shards: s.Shards,
			Config: s.Pair.config(map[string]any{"sets": s.Sets})},
		Shard: study.Each(s.Sets,
			func(_ struct{}, rng *rand.Rand, out *[]errorMoments) error { return s.one(rng, out) }),
		Merge: study.Elementwise(func(into *errorMoments, from errorMoments) {
			for i := range from {
				into[i].Merge(from[i])
			}
		}),
	}, func(moments []errorMoments, _ study.Effort) (ErrorResult, error) { return ErrorResult{s, moments}, nil })
}

// one adds the error rates on one data set per setting.
func (s ErrorStudy) one(rng *rand.Rand, out *[]errorMoments) (err error) {
	p := s.Pair
	if *out == nil {
		*out = make([]errorMoments, len(p.Settings))
	}
	var d, all *dataset.Data
	var a, b float64
	for k, setting := range p.Settings {
		if d == nil || !p.OneDistribution {
			d = simdata.Draw(p.Distribution(setting), p.N, rng)
			if all, err = populationOf(p.Distribution(setting)); err != nil {
				return err
			}
			if a, err = errorOn(all, anew(p.A, rng), d); err != nil {
				return err
			}
		}
		if b, err = errorOn(all, anew(p.B(setting), rng), d); err != nil {
			return err
		}
		(*out)[k][0].Add(a)
		(*out)[k][1].Add(b)
		(*out)[k][2].Add(a - b)
	}
	return nil
}

// anew returns a learner that draws random numbers with a seed of its own. Those of a fit depend on the seed and on
// which records train, which are all here, so that one seed would give each data set the same ones.
func anew(l learn.Learner, rng *rand.Rand) learn.Learner {
	if l.Traits().ForRun == nil {
		return l
	}
	l, _ = learn.ForRun(l, 2+rng.IntN(math.MaxInt32))
	return l
}

// ErrorResult is the outcome of a study.
type ErrorResult struct {
	Study   ErrorStudy
	Moments []errorMoments // one per setting
}

// Rows returns one row per setting and classifier.
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

// SizeErrorRow is an error rate with what it varies by.
type SizeErrorRow struct {
	ErrorRow
	SD     float64 `dataframe:"sd"`      // over data sets, each with random numbers of its own
	SeedSD float64 `dataframe:"seed_sd"` // of one data set over random numbers, if A and B are one algorithm
}

// SizeRows returns the rows with what they vary by: the variance of A less B on a data set is twice that of the random
// numbers.
func (r ErrorResult) SizeRows() []SizeErrorRow {
	var out []SizeErrorRow
	for i, row := range r.Rows() {
		m := r.Moments[i/2]
		out = append(out, SizeErrorRow{row, math.Sqrt(m[i%2].Variance()), math.Sqrt(m[2].Variance() / 2)})
	}
	return out
}

// Equal returns the setting at which A and B have the same error rate, by linear
// interpolation between the two settings about it, its standard error and the standard error of
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
	return 0, 0, 0, fmt.Errorf("rejection: the error rates on %s do not cross between the settings %v",
		r.Study.Pair.Data, at)
}
