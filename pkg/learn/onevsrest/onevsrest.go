// Package onevsrest turns a classifier of two classes into a classifier of several classes.
package onevsrest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// OneVsRest makes a classifier of several classes from Binary, a classifier of two: one model per class, against
// the others. The class with the highest log odds is predicted; the lowest number wins ties. The fitters of Binary
// must be learn.Probers; Prepare refuses others.
//
// Its fitters are learn.Probers: the probability of a class is that of its model divided by the sum over the models
// of all classes in the training records, as in scikit-learn's OneVsRestClassifier; all are equal if the sum is 0.
// They are learn.Noters and learn.Choosers: notes and choices name the classes whose models they come from.
type OneVsRest struct{ Binary learn.Learner }

// String names the classifier of two classes, as "onevsrest(logistic)".
func (o OneVsRest) String() string { return "onevsrest(" + o.Binary.String() + ")" }

// Unwrap returns the classifier of two classes, see learn.HasProbabilities.
func (o OneVsRest) Unwrap() learn.Learner { return o.Binary }

// ForRun returns OneVsRest with the classifier of a run (learn.Seeded).
func (o OneVsRest) ForRun(run int) (learn.Learner, bool) {
	other, draws := learn.ForRun(o.Binary, run)
	return OneVsRest{other}, draws
}

// Identity is the name with the identity of the classifier of two classes, see learn.Identity.
func (o OneVsRest) Identity() string { return "onevsrest(" + learn.Identity(o.Binary) + ")" }

// AcceptsMissing reports whether the classifier of two classes accepts missing features.
func (o OneVsRest) AcceptsMissing() bool { return learn.AcceptsMissing(o.Binary) }

// AcceptsWeights reports whether the classifier of two classes does.
func (o OneVsRest) AcceptsWeights() bool { return learn.AcceptsWeights(o.Binary) }

// Prepare prepares one classifier per class that occurs in d, and a single one for two classes.
func (o OneVsRest) Prepare(d *dataset.Data) (learn.Prepared, error) {
	return o.PrepareContext(context.Background(), d)
}

// PrepareContext is Prepare, but ends with the error of ctx when ctx ends.
func (o OneVsRest) PrepareContext(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Check(o, d); err != nil {
		return nil, fmt.Errorf("onevsrest: %w", err)
	}
	if d.Class == nil {
		return nil, fmt.Errorf("onevsrest: data set %q %w", d.Name, learn.ErrNumbers)
	}
	if d.K() == 2 {
		return learn.Prepare(ctx, o.Binary, d)
	}
	seen := make([]bool, d.K())
	for _, c := range d.Class {
		seen[c] = true
	}
	p := &prepared{class: d.Class, names: d.Classes, k: d.K()}
	for c, in := range seen {
		if !in {
			continue
		}
		two := *d
		two.Classes, two.Class = []string{"rest", d.Classes[c]}, make([]int32, d.N())
		for i, is := range d.Class {
			if is == int32(c) {
				two.Class[i] = 1
			}
		}
		one, err := learn.Prepare(ctx, o.Binary, &two)
		if err != nil {
			return nil, err
		}
		if err := learn.HasProbabilities(o.Binary, one); err != nil {
			return nil, fmt.Errorf("onevsrest: %w", err)
		}
		p.classes, p.models = append(p.classes, int32(c)), append(p.models, one)
	}
	return p, nil
}

type prepared struct {
	class   []int32 // of the records
	names   []string
	k       int
	classes []int32 // that have a model
	models  []learn.Prepared
}

// NewFitter returns a fitter of one model per class.
func (p *prepared) NewFitter() learn.Fitter {
	f := &fitter{p: p, trained: make([]bool, p.k)}
	for _, m := range p.models {
		f.fitters = append(f.fitters, m.NewFitter())
	}
	return f
}

type fitter struct {
	p       *prepared
	fitters []learn.Fitter // learn.Probers
	trained []bool         // whether a class occurs in the training records
	classes float64        // that occur there
	score   []float64
	best    []float64
}

// Fit trains the model of each class that occurs in the training records. The error reports that there are none, or
// comes from a model.
func (f *fitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errors.New("onevsrest: no training records; give at least one")
	}
	clear(f.trained)
	f.classes = 0
	for _, i := range train {
		if c := f.p.class[i]; !f.trained[c] {
			f.trained[c] = true
			f.classes++
		}
	}
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		if err := f.fitters[k].Fit(train); err != nil {
			return err
		}
		if err := f.fitters[k].(learn.Prober).Probabilities(nil, nil); err != nil { // Predict needs them
			return err
		}
	}
	return nil
}

// each returns what is known of the models of the last fit, with the classes that it is known of: "a, c: x; b: y", and
// x alone of all. It leaves out "".
func (f *fitter) each(of func(learn.Fitter) string) string {
	var said []string
	classes := map[string][]string{}
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		if s := of(f.fitters[k]); s != "" {
			if classes[s] == nil {
				said = append(said, s)
			}
			classes[s] = append(classes[s], f.p.names[c])
		}
	}
	for i, s := range said {
		if len(classes[s]) < int(f.classes) {
			said[i] = strings.Join(classes[s], ", ") + ": " + s
		}
	}
	return strings.Join(said, "; ")
}

// Note returns the notes of the models, with the classes that they stand for against the others.
func (f *fitter) Note() string {
	note := f.each(learn.Note)
	if note != "" {
		note = "of one class against the rest: " + note
	}
	return note
}

// Chosen returns what the models chose, and the mean of their values.
func (f *fitter) Chosen() (string, float64) {
	sum, models := 0.0, 0.0
	chosen := f.each(func(one learn.Fitter) string {
		setting, value := learn.Chosen(one)
		if setting != "" {
			sum, models = sum+value, models+1
		}
		return setting
	})
	return chosen, sum / models
}

// StopOn passes ctx on to the models that are learn.Cancellers.
func (f *fitter) StopOn(ctx context.Context) { learn.StopOn(ctx, f.fitters...) }

// UsePool passes the pool on to the models that are learn.Parallel.
func (f *fitter) UsePool(p *learn.Pool) { learn.UsePool(p, f.fitters...) }

// Probabilities writes the normalized probabilities of the models, row by row.
func (f *fitter) Probabilities(rows []int32, out []float64) error {
	f.score = slices.Grow(f.score[:0], 2*len(rows))[:2*len(rows)]
	clear(out)
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		if err := f.fitters[k].(learn.Prober).Probabilities(rows, f.score); err != nil {
			return err
		}
		for i := range rows {
			out[i*f.p.k+int(c)] = f.score[2*i+1]
		}
	}
	for i := range rows {
		f.normalize(out[i*f.p.k:][:f.p.k])
	}
	return nil
}

// normalize divides the probabilities of the classes by their sum.
func (f *fitter) normalize(p []float64) {
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for c, in := range f.trained {
		switch {
		case sum > 0:
			p[c] /= sum
		case in:
			p[c] = 1 / f.classes
		}
	}
}

// Predict writes the class with the highest log odds of each row.
func (f *fitter) Predict(rows []int32, out []float64) {
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
		_ = f.fitters[k].(learn.Prober).Probabilities(rows, f.score) // Fit asked for the error
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
func (f *fitter) Close() error { return learn.Close(f.fitters...) }
