package calibration

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// most is the number of replications that are run; smaller sets are its beginning.
const most = 10

// counted are the numbers of replications that are judged.
var counted = []int{3, 5, most}

// outcome is what one data set gives.
type outcome struct {
	// Folds holds, learner by learner and fold by fold, TP, FP and FN of the second
	// class, or the mean squared error.
	Folds []float64
	// Rates holds, learner by learner and fold by fold, the probabilities of TP, FP and
	// FN of the fitted model on new records, where they are known in closed form.
	Rates []float64 `json:",omitempty"`
}

// experiment simulates data sets of a setting, in shards of the given number.
func (s setting) experiment(sets, perShard int, seed uint64) *study.Experiment[[]outcome] {
	var learners []string
	for _, l := range s.learners {
		learners = append(learners, fmt.Sprintf("%s %v %v", l.name, l.learner, l.columns))
	}
	return study.New(s.id(), sim.Experiment[[]outcome, *dataset.Data]{
		Plan: sim.Plan{Name: s.id(), Version: 2, Seed: seed, Shards: sets / perShard, Config: map[string]any{
			"distribution": s.distribution.String(), "n": s.n, "learners": learners, "sets": perShard, "m": most}},
		Worker: func() *dataset.Data { return s.distribution.New(s.n) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]outcome) error {
			o, err := s.one(d, rng)
			*out = append(*out, o)
			return err
		}),
		Merge: study.Append[outcome],
	}, study.State)
}

// one draws a data set and validates all learners on it.
func (s setting) one(d *dataset.Data, rng *rand.Rand) (outcome, error) {
	var o outcome
	s.distribution.Fill(d, rng)
	set, err := cv.New(cv.BCV, s.n, cv.Options{M: most, Seed: rng.Uint64()})
	if err != nil {
		return o, err
	}
	predicted := make([]float64, s.n)
	for _, l := range s.learners {
		prepared, err := l.learner.Prepare(context.Background(), l.view(d))
		if err != nil {
			return o, fmt.Errorf("%s: %w", l.name, err)
		}
		fit := prepared.NewFitter(nil)
		for _, f := range set.Folds() {
			if _, err := fit.Fit(context.Background(), f.Train); err != nil {
				return o, fmt.Errorf("%s: %w", l.name, err)
			}
			fit.Predict(f.Valid, predicted[:len(f.Valid)])
			if s.regression() {
				o.Folds = append(o.Folds, meanSquare(predicted, d, f.Valid))
				continue
			}
			c := study.Confusion(predicted, d, f.Valid, 1)
			o.Folds = append(o.Folds, c.TP, c.FP, c.FN)
			g, normal := s.distribution.(simdata.Gaussians)
			if plane, linear := fit.(linear.Model); normal && linear && l.columns != nil {
				r := g.Counts(plane, l.columns)
				o.Rates = append(o.Rates, r.TP, r.FP, r.FN)
			}
		}
	}
	return o, nil
}

func meanSquare(predicted []float64, d *dataset.Data, valid []int32) float64 {
	sum := 0.0
	for k, i := range valid {
		e := predicted[k] - d.Response[i]
		sum += e * e
	}
	return sum / float64(len(valid))
}
