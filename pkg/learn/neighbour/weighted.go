package neighbour

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// WeightedNN predicts the class of the nearest training record, by the distance sum w_j (x_j - z_j)² over the
// features; the record with the lowest number wins ties. The sources call it FNN, first nearest neighbour, and
// choose weights that give it the error rate of another classifier.
type WeightedNN struct {
	Weights []float64 // of the features, from 0; nil means 1 for each
}

// String returns "1nn" or, with weights, "1nn(weights=0.5 2)".
func (w WeightedNN) String() string {
	return name.Of("1nn", name.Setting("weights", strings.Trim(fmt.Sprint(w.Weights), "[]"), ""))
}

// Traits are none.
func (WeightedNN) Traits() learn.Traits { return learn.Traits{Numeric: true} }

// Prepare takes a data set with classes and numeric features, and sorts the neighbours of each record. It returns
// an error unless there is one weight per feature, finite and not negative, and at least one is positive.
func (w WeightedNN) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := check(d); err != nil {
		return nil, err
	}
	weight, err := w.weights(d)
	if err != nil {
		return nil, err
	}
	s := newSpace(d)
	if err := s.finite(weight); err != nil {
		return nil, err
	}
	return &weightedNN{neighbours: &neighbours{space: s, weight: weight, length: listLength(s.n, 1)}, class: d.Class}, nil
}

// weights returns the weights of the features of d.
func (w WeightedNN) weights(d *dataset.Data) ([]float64, error) {
	if w.Weights == nil {
		return ones(d.P()), nil
	}
	if len(w.Weights) != d.P() {
		return nil, fmt.Errorf("neighbour: %d weights for %d features; give one weight per feature", len(w.Weights), d.P())
	}
	var highest float64
	for j, v := range w.Weights {
		if !(v >= 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("neighbour: the weight of feature %s is %v; give a number from 0", d.Feature(j).Name, v)
		}
		highest = max(highest, v)
	}
	if highest == 0 {
		return nil, fmt.Errorf("neighbour: all %d weights are 0; give at least one feature a weight", len(w.Weights))
	}
	return slices.Clone(w.Weights), nil
}

type weightedNN struct {
	neighbours *neighbours
	class      []int32
}

// NewFitter returns a fitter.
func (p *weightedNN) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &weightedFitter{search: newSearch(p.neighbours, 1, pool), class: p.class}
	f.vote = f.take
	return f
}

type weightedFitter struct {
	*search
	class []int32
	out   []float64 // of the open prediction
	vote  func(worker, k int, near *ranking)
}

// Fit sets the training records. It returns an error if there are none.
func (f *weightedFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return learn.Report{}, f.fit(ctx, train, 1)
}

// Open sets the partition set of the prepared data.
func (f *weightedFitter) Open(ctx context.Context, set cv.Set) error { return f.open(ctx, set, 1) }

// FitFold trains on fold f of the open set. It returns an error if the fold has no training records.
func (f *weightedFitter) FitFold(ctx context.Context, fold int) (learn.Report, error) {
	return learn.Report{}, f.fitFold(ctx, fold, 1)
}

// Predict writes the class of the nearest training record of each row.
func (f *weightedFitter) Predict(rows []int32, out []float64) {
	s := f.search
	if s.lists == nil {
		f.out = out
		s.scan(rows, f.vote)
		return
	}
	for k, i := range rows {
		var nearest uint32
		if m := s.mask(int(i)); m != 0 {
			nearest = s.lists.record[int(i)*s.length+bits.TrailingZeros64(m)]
		} else {
			s.near(int(i))
			nearest = s.found[0]
		}
		out[k] = float64(f.class[nearest])
	}
}

func (f *weightedFitter) take(_, k int, near *ranking) { f.out[k] = float64(f.class[near.record[0]]) }
