// Package bench validates two learners on a data set for studies that judge procedures: it takes the differences of
// their metrics on the folds of partition sets, what procedures claim by them, and how often claims are false.
package bench

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/study"
)

// Learner is an algorithm that sees some features, from First to Last, counted from 1.
type Learner struct {
	learn.Learner
	First, Last int
}

// String names the algorithm and its features, as "lda x1-3".
func (l Learner) String() string { return fmt.Sprintf("%v x%d-%d", l.Learner, l.First, l.Last) }

// On returns a learner that sees the features from first to last.
func On(l learn.Learner, first, last int) Learner { return Learner{l, first, last} }

// Set is a partition set that two learners are validated on, with the replications of Inner inside both halves of the
// number Halves of half-splits; 0 for none. The seed of the options does not count.
type Set struct {
	Method        cv.Method
	Options       cv.Options
	Halves, Inner int
}

// Differences are those of B minus A by one metric on the folds of one data set; NaN where the metric has no value.
type Differences struct {
	Folds map[cv.Method][][]float64 // by replication
	Sizes map[cv.Method][2]int      // records that train and validate on a fold of hold-outs
	Inner [][2][][2]float64         // by half-split, half, inner replication and fold
}

// Bench is two learners on one data set. Classifiers must be of type learn.Prober. It is for one goroutine.
type Bench struct {
	d        *dataset.Data
	learners [2]Learner
	fits     [2]learn.Fitter
	metrics  []metric.Definition
	said     metric.Predictions
}

// New prepares two learners for a data set. The metrics have their names in package metric.
func New(d *dataset.Data, learners [2]Learner, metrics ...string) (*Bench, error) {
	b := &Bench{d: d, learners: learners}
	for _, name := range metrics {
		def, err := metric.Parse(name)
		if err != nil {
			return nil, err
		}
		b.metrics = append(b.metrics, def...)
	}
	b.said = metric.Predictions{Classes: d.Classes, Positive: 1, Truth: make([]float64, d.N()),
		Predicted: make([]float64, d.N())}
	if d.Class != nil {
		b.said.Probabilities = make([]float64, d.K()*d.N())
	}
	for i, l := range learners {
		var columns []int
		for j := l.First; j <= l.Last; j++ {
			columns = append(columns, j-1)
		}
		prepared, err := l.Prepare(context.Background(), study.Columns(d, columns))
		if err != nil {
			return nil, fmt.Errorf("%v: %w", l, err)
		}
		b.fits[i] = prepared.NewFitter(nil)
	}
	return b, nil
}

// Fold trains both learners and returns the difference by each metric.
func (b *Bench) Fold(s cv.Split) ([]float64, error) {
	if err := b.Train(s.Train); err != nil {
		return nil, err
	}
	return b.Validate(s.Valid)
}

// Train trains both learners on some records, in ascending order.
func (b *Bench) Train(records []int32) error {
	for i, fit := range b.fits {
		if _, err := fit.Fit(context.Background(), records); err != nil {
			return fmt.Errorf("%v: %w", b.learners[i], err)
		}
	}
	return nil
}

// Validate returns the difference by each metric on some records.
func (b *Bench) Validate(records []int32) ([]float64, error) {
	n := len(records)
	p := b.said
	p.Truth, p.Predicted = p.Truth[:n], p.Predicted[:n]
	for k, i := range records {
		p.Truth[k] = b.d.Target(i)
	}
	out := make([]float64, len(b.metrics))
	for i, fit := range b.fits {
		fit.Predict(records, p.Predicted)
		if p.Classes != nil {
			p.Probabilities = b.said.Probabilities[:len(p.Classes)*n]
			if err := fit.(learn.Prober).Probabilities(records, p.Probabilities); err != nil {
				return nil, fmt.Errorf("%v: %w", b.learners[i], err)
			}
		}
		values, _ := metric.Values(&p, b.metrics)
		for k, v := range values {
			out[k] += float64(2*i-1) * v
		}
	}
	return out, nil
}

// Run returns the differences on all partition sets, by metric. Sets with inner replications come once at most.
func (b *Bench) Run(sets []Set, rng *rand.Rand) ([]Differences, error) {
	out := make([]Differences, len(b.metrics))
	for k := range out {
		out[k] = Differences{Folds: map[cv.Method][][]float64{}, Sizes: map[cv.Method][2]int{}}
	}
	for _, s := range sets {
		s.Options.Seed = rng.Uint64()
		set, err := cv.New(s.Method, b.d.N(), s.Options)
		if err != nil {
			return nil, err
		}
		for _, f := range set.Folds() {
			d, err := b.Fold(f.Split)
			if err != nil {
				return nil, err
			}
			for k := range out {
				if f.Fold == 1 {
					out[k].Folds[s.Method] = append(out[k].Folds[s.Method], nil)
				}
				last := &out[k].Folds[s.Method][f.Replication-1]
				*last = append(*last, d[k])
				out[k].Sizes[s.Method] = [2]int{len(f.Train), len(f.Valid)}
			}
		}
		if s.Halves > 0 {
			if err := b.inside(set, s, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// inside adds the differences on the inner replications.
func (b *Bench) inside(set cv.Set, s Set, out []Differences) error {
	nested, err := cv.Nest(set, s.Halves, s.Inner, cv.Options{})
	if err != nil {
		return err
	}
	for k := range out {
		out[k].Inner = make([][2][][2]float64, s.Halves)
		for j := range out[k].Inner {
			out[k].Inner[j] = [2][][2]float64{make([][2]float64, s.Inner), make([][2]float64, s.Inner)}
		}
	}
	for i := range nested.FoldCount() {
		f := nested.Fold(i)
		d, err := b.Fold(f.Split)
		if err != nil {
			return err
		}
		for k := range out {
			out[k].Inner[f.HalfSplit-1][f.Half-1][f.Replication-1][f.Fold-1] = d[k]
		}
	}
	return nil
}

// Pairs returns the differences on m x 2 BCV, if the metric has a value on all folds.
func (x Differences) Pairs() ([][2]float64, bool) {
	var out [][2]float64
	for _, pair := range x.Folds[cv.BCV] {
		out = append(out, [2]float64(pair))
	}
	return out, finite(x.Folds[cv.BCV])
}
