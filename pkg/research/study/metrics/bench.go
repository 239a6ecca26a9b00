package metrics

import (
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// The partition sets of each data set; those with fewer replications are their beginnings.
const (
	most   = 10 // replications
	halves = 10 // half-splits with inner replications
	inner  = 2  // replications in each half
	parts  = 5  // of the repeated K-fold CV
)

// counted are the numbers of replications that are judged.
var counted = []int{3, 5, most}

// differences are those of B minus A by one metric on the folds of one data set; NaN where the metric has no value.
type differences struct {
	folds map[cv.Method][][]float64 // by replication
	inner [][2][][2]float64
}

// bench validates the two learners of a setting on one data set.
type bench struct {
	setting
	d       *dataset.Data
	fits    [2]learn.Fitter
	metrics []metric.Definition
	said    metric.Predictions
}

func newBench(s setting, d *dataset.Data) (*bench, error) {
	b := &bench{setting: s, d: d}
	for _, name := range s.metrics() {
		def, err := metric.Parse(name)
		if err != nil {
			return nil, err
		}
		b.metrics = append(b.metrics, def...)
	}
	b.said = metric.Predictions{Classes: d.Classes, Positive: 1, Truth: make([]float64, s.n),
		Predicted: make([]float64, s.n)}
	if d.Class != nil {
		b.said.Probabilities = make([]float64, 2*s.n)
	}
	for i, l := range s.learners {
		var columns []int
		for j := l.first; j <= l.last; j++ {
			columns = append(columns, j-1)
		}
		prepared, err := l.Prepare(study.Columns(d, columns))
		if err != nil {
			return nil, fmt.Errorf("%v: %w", l, err)
		}
		b.fits[i] = prepared.NewFitter()
	}
	return b, nil
}

// fold trains both learners and returns the difference by each metric.
func (b *bench) fold(s cv.Split) ([]float64, error) {
	n := len(s.Valid)
	p := b.said
	p.Truth, p.Predicted = p.Truth[:n], p.Predicted[:n]
	for k, i := range s.Valid {
		p.Truth[k] = b.d.Target(i)
	}
	out := make([]float64, len(b.metrics))
	for i, fit := range b.fits {
		if err := fit.Fit(s.Train); err != nil {
			return nil, fmt.Errorf("%v: %w", b.learners[i], err)
		}
		fit.Predict(s.Valid, p.Predicted)
		if p.Classes != nil {
			p.Probabilities = b.said.Probabilities[:2*n]
			if err := fit.(learn.Prober).Probabilities(s.Valid, p.Probabilities); err != nil {
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

// run returns the differences on all partition sets, by metric.
func (b *bench) run(rng *rand.Rand) ([]differences, error) {
	out := make([]differences, len(b.metrics))
	for k := range out {
		out[k].folds = map[cv.Method][][]float64{}
	}
	for _, method := range []cv.Method{cv.BCV, cv.Mx2, cv.RepeatedKFold} {
		opt := cv.Options{M: most, Seed: rng.Uint64()}
		if method == cv.RepeatedKFold {
			opt.K = parts
		}
		set, err := cv.New(method, b.n, opt)
		if err != nil {
			return nil, err
		}
		for _, f := range set.Folds() {
			d, err := b.fold(f.Split)
			if err != nil {
				return nil, err
			}
			for k := range out {
				if f.Fold == 1 {
					out[k].folds[method] = append(out[k].folds[method], nil)
				}
				last := &out[k].folds[method][f.Replication-1]
				*last = append(*last, d[k])
			}
		}
		if method == cv.BCV {
			if err := b.inside(set, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// inside adds the differences on the inner replications.
func (b *bench) inside(set cv.Set, out []differences) error {
	nested, err := cv.Nest(set, halves, inner, cv.Options{})
	if err != nil {
		return err
	}
	for k := range out {
		out[k].inner = make([][2][][2]float64, halves)
		for j := range out[k].inner {
			out[k].inner[j] = [2][][2]float64{make([][2]float64, inner), make([][2]float64, inner)}
		}
	}
	for i := range nested.FoldCount() {
		f := nested.Fold(i)
		d, err := b.fold(f.Split)
		if err != nil {
			return err
		}
		for k := range out {
			out[k].inner[f.HalfSplit-1][f.Half-1][f.Replication-1][f.Fold-1] = d[k]
		}
	}
	return nil
}
