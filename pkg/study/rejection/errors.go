package rejection

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/sim"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// ErrorStudy finds the error rates of two classifiers that are trained on data sets
// of N records, on the whole population: figure 3 of the McNemar paper. If
// there is one law, all settings see the same data sets.
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

// Run simulates the study; opt as in package sim.
func (s ErrorStudy) Run(ctx context.Context, opt sim.Options) (ErrorResult, error) {
	e := sim.Experiment[[]errorMoments, struct{}]{
		Plan: sim.Plan{Name: "true errors " + s.Name(), Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"settings": s.Pair.Settings, "n": s.Pair.N, "sets": s.Sets}},
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
	}
	moments, err := e.Run(ctx, opt)
	return ErrorResult{s, moments}, err
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
			if d == nil || !p.OneLaw {
				d = dataset.Draw(p.Law(setting), p.N, rng)
				if all, err = Population(p.Law(setting)); err != nil {
					return nil, err
				}
				if a, err = ErrorOn(all, p.A, d); err != nil {
					return nil, err
				}
			}
			b, err := ErrorOn(all, p.B(setting), d)
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
			out = append(out, ErrorRow{s.Pair.Data, s.Pair.Settings[k], s.Pair.N, name, m[i].Mean, m[i].MeanSE(), s.Sets * s.Shards, int(s.Seed)})
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

// ErrorOn trains on all records of d and returns the error rate on a population.
func ErrorOn(population *dataset.Data, l learn.Learner, d *dataset.Data) (float64, error) {
	if nn, ok := l.(neighbour.WeightedNN); ok {
		return nearestError(nn.Weights, d, population), nil
	}
	// One data set of both, of which the first records train.
	n, all := d.N(), d.N()+population.N()
	both := &dataset.Data{Name: d.Name, X: mat.NewDense(all, d.P(), nil), Features: d.Features, Classes: d.Classes, Class: slices.Concat(d.Class, population.Class)}
	both.X.Stack(d.X, population.X)
	rows := make([]int32, all)
	for i := range rows {
		rows[i] = int32(i)
	}
	prepared, err := l.Prepare(both)
	if err != nil {
		return 0, err
	}
	f := prepared.NewFitter()
	if err := f.Fit(rows[:n]); err != nil {
		return 0, err
	}
	predicted := make([]float64, population.N())
	f.Predict(rows[n:], predicted)
	errors := 0
	for i, v := range predicted {
		if int32(v) != population.Class[i] {
			errors++
		}
	}
	return float64(errors) / float64(population.N()), nil
}

// simplePoints is how many quantiles of each class stand for the law of Simple.
const simplePoints = 1000

// Population returns the records that stand for a law: all there are, or the
// quantiles of the two normal classes of Simple.
func Population(law dataset.Generator) (*dataset.Data, error) {
	switch g := law.(type) {
	case dataset.EXP6:
		return g.Grid(), nil
	case dataset.Population:
		return g.Data, nil
	case dataset.Gaussians:
		if g.P == 1 {
			d := g.New(2 * simplePoints)
			for i := range d.Class {
				d.Class[i] = int32(i % 2)
				d.X.Set(i, 0, g.Shift*float64(i%2)+distuv.UnitNormal.Quantile((float64(i/2)+0.5)/simplePoints))
			}
			return d, nil
		}
	}
	return nil, fmt.Errorf("rejection: no population is known for %s", law)
}

// nearestError is the error rate of the nearest training record, of several the
// first, on the population. It is what neighbour.WeightedNN predicts, which sorts
// the neighbours of every record and so is for data sets that many folds share.
func nearestError(weights []float64, d, population *dataset.Data) float64 {
	x := d.X.RawMatrix().Data
	errors := 0
	for i := range population.N() {
		if d.Class[nearest(weights, x, population.X.RawRowView(i))] != population.Class[i] {
			errors++
		}
	}
	return float64(errors) / float64(population.N())
}

// nearest returns the number of the row of x nearest to z, of several the first.
func nearest(weights, x, z []float64) int {
	best, at := math.Inf(1), 0
	if len(z) == 2 {
		for k := 0; 2*k < len(x); k++ {
			u, v := x[2*k]-z[0], x[2*k+1]-z[1]
			if distance := weights[0]*u*u + weights[1]*v*v; distance < best {
				best, at = distance, k
			}
		}
		return at
	}
	for k := 0; k*len(z) < len(x); k++ {
		distance := 0.0
		for j, v := range x[k*len(z) : (k+1)*len(z)] {
			distance += weights[j] * (v - z[j]) * (v - z[j])
			if j&3 == 3 && distance >= best {
				break
			}
		}
		if distance < best {
			best, at = distance, k
		}
	}
	return at
}
