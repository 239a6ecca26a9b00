// Package impute lets any learner work on records with missing features: they are filled in from the training
// records of each fit alone.
package impute

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
)

// Impute is Learner after a Step that fills in missing features.
type Impute struct {
	Learner learn.Learner
	OneHot  bool // turn levels into columns of 0 and 1 after they are filled in, see dataset.Data.OneHot
}

// String returns the name, such as "impute(ols)".
func (m Impute) String() string {
	return name.Of("impute", m.Learner.String(), name.Flag("onehot", m.OneHot))
}

// Traits are those of the learner inside, but it accepts missing features. What is filled in does not depend on
// weights.
func (m Impute) Traits() learn.Traits {
	t := learn.Around(m.Learner, func(l learn.Learner) learn.Learner { return Impute{l, m.OneHot} })
	t.Missing, t.Numeric = true, t.Numeric && !m.OneHot
	return t
}

// Prepare refuses a feature without values, missing targets, and anything that Learner refuses.
func (m Impute) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	l := m.Learner
	if m.OneHot {
		l = learn.Coded{Learner: l}
	}
	return pipeline.Pipeline{Steps: []pipeline.Step{Step{}}, Learner: l}.Prepare(ctx, d)
}

// Step is a step of a pipeline: missing features (NaN) get the median of the training records if they are numbers,
// and their most frequent level if they are nominal; the level with the lowest number wins ties. Median and level
// belong to the fit: records outside the training set do not influence them and get the same values.
type Step struct{}

// String names the step.
func (Step) String() string { return "impute" }

// AcceptsMissing reports true: the step accepts missing features and leaves none.
func (Step) AcceptsMissing() bool { return true }

// Check refuses nothing.
func (Step) Check(*dataset.Data) error { return nil }

// Fit keeps the training records. An error names a feature that none of them has.
func (Step) Fit(train *dataset.Data, _ []int32) (pipeline.Fitted, error) {
	n, p := train.X.Dims()
	for j := range p {
		i := 0
		for i < n && math.IsNaN(train.X.At(i, j)) {
			i++
		}
		if i == n {
			return pipeline.Fitted{}, fmt.Errorf("feature %s has no value in the %d training records; leave the feature out "+
				"or give more records", train.Feature(j).Name, n)
		}
	}
	values := make([]float64, p)
	for j := range values {
		values[j] = math.NaN()
	}
	return pipeline.Fitted{Map: func(dst, src []float64) {
		for j, v := range src {
			if dst[j] = v; !math.IsNaN(v) {
				continue
			}
			if math.IsNaN(values[j]) { // the first value of its feature
				values[j] = usual(train, j)
			}
			dst[j] = values[j]
		}
	}}, nil
}

// usual returns the replacement of a missing value of feature j.
func usual(train *dataset.Data, j int) float64 {
	known := slices.DeleteFunc(mat.Col(nil, j, train.X), math.IsNaN)
	slices.Sort(known)
	if f := train.Feature(j); f.Nominal() || f.Indicator {
		return mode(known)
	}
	return median(known)
}

// median returns the middle of sorted values, the mean of two.
func median(x []float64) float64 {
	low, high := x[(len(x)-1)/2], x[len(x)/2]
	if low == high {
		return low
	}
	return low/2 + high/2 // the sum may be infinite
}

// mode returns the most frequent of sorted values, the smallest if there are several.
func mode(x []float64) float64 {
	best, most, count := x[0], 0, 0
	for k, v := range x {
		if k > 0 && v != x[k-1] {
			count = 0
		}
		if count++; count > most {
			best, most = v, count
		}
	}
	return best
}
