package correlation

import (
	"errors"
	"io"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// oneAgainstRest makes a classifier of several classes from one of two: one model
// a class, against the others. The class with the highest log odds is predicted,
// of several the one with the lowest number. The fitters of the classifier must
// be learn.Scorers of probabilities.
type oneAgainstRest struct{ binary learn.Learner }

// String names the classifier of two classes.
func (o oneAgainstRest) String() string { return o.binary.String() + " one against rest" }

// Prepare prepares one classifier a class that occurs in d. Two classes take one.
func (o oneAgainstRest) Prepare(d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("experiment", d); err != nil {
		return nil, err
	}
	if d.K() == 2 {
		return o.binary.Prepare(d)
	}
	seen := make([]bool, d.K())
	for _, c := range d.Class {
		seen[c] = true
	}
	p := &restPrepared{class: d.Class, k: d.K()}
	for c, in := range seen {
		if !in {
			continue
		}
		two := &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Classes: []string{"rest", d.Classes[c]}, Class: make([]int32, d.N())}
		for i, is := range d.Class {
			if is == int32(c) {
				two.Class[i] = 1
			}
		}
		one, err := o.binary.Prepare(two)
		if err != nil {
			return nil, err
		}
		p.classes, p.models = append(p.classes, int32(c)), append(p.models, one)
	}
	return p, nil
}

type restPrepared struct {
	class   []int32 // of the records
	k       int
	classes []int32 // that have a model
	models  []learn.Prepared
}

// NewFitter returns a fitter; its fits panic if the classifier of two classes
// gives no scores.
func (p *restPrepared) NewFitter() learn.Fitter {
	f := &restFitter{p: p, trained: make([]bool, p.k)}
	for _, m := range p.models {
		f.fitters = append(f.fitters, m.NewFitter().(learn.Scorer))
	}
	return f
}

type restFitter struct {
	p       *restPrepared
	fitters []learn.Scorer
	trained []bool // whether a class occurs in the training records
	score   []float64
	best    []float64
}

// Fit trains the model of each class that occurs in the training records. An error
// says that there are none, or is that of a model.
func (f *restFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errors.New("correlation: no training records; give at least one")
	}
	clear(f.trained)
	for _, i := range train {
		f.trained[f.p.class[i]] = true
	}
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		if err := f.fitters[k].Fit(train); err != nil {
			return err
		}
	}
	return nil
}

// Predict writes the class with the highest log odds of each row.
func (f *restFitter) Predict(rows []int32, out []float64) {
	f.score = slices.Grow(f.score[:0], 2*len(rows))[:2*len(rows)]
	f.best = slices.Grow(f.best[:0], len(rows))[:len(rows)]
	for i := range f.best {
		f.best[i] = math.Inf(-1)
	}
	first := true
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		f.fitters[k].Score(rows, f.score)
		for i := range rows {
			odds := math.Log(f.score[2*i+1]) - math.Log(f.score[2*i])
			if first || odds > f.best[i] {
				f.best[i], out[i] = odds, float64(c)
			}
		}
		first = false
	}
}

// Close closes the fitters that hold more than memory.
func (f *restFitter) Close() error {
	var errs []error
	for _, one := range f.fitters {
		if c, ok := one.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
