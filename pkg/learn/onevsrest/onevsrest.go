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
// Notes and choices in the report of a fit name the classes whose models they come from.
type OneVsRest struct{ Binary learn.Learner }

// String names the classifier of two classes, as "onevsrest(logistic)".
func (o OneVsRest) String() string { return "onevsrest(" + o.Binary.String() + ")" }

// Traits are those of the classifier of two classes, but no fit chooses one setting: there is one for each class.
func (o OneVsRest) Traits() learn.Traits {
	t := learn.Around(o.Binary, func(l learn.Learner) learn.Learner { return OneVsRest{l} })
	t.Chooses = false
	return t
}

// Prepare prepares one classifier per class that occurs in d, and a single one for two classes.
func (o OneVsRest) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
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
func (p *prepared) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &fitter{p: p, trained: make([]bool, p.k), reports: make([]learn.Report, len(p.models))}
	for _, m := range p.models {
		f.fitters = append(f.fitters, m.NewFitter(pool))
	}
	return f
}

type fitter struct {
	p       *prepared
	fitters []learn.Fitter // learn.Probers
	trained []bool         // whether a class occurs in the training records
	classes float64        // that occur there
	reports []learn.Report // of the models of the last fit
	score   []float64
	best    []float64
}

// Fit trains the model of each class that occurs in the training records. The error reports that there are none, or
// comes from a model.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errors.New("onevsrest: no training records; give at least one")
	}
	clear(f.trained)
	f.classes = 0
	for _, i := range train {
		if c := f.p.class[i]; !f.trained[c] {
			f.trained[c] = true
			f.classes++
		}
	}
	clear(f.reports)
	for k, c := range f.p.classes {
		if !f.trained[c] {
			continue
		}
		var err error
		if f.reports[k], err = f.fitters[k].Fit(ctx, train); err == nil {
			err = f.fitters[k].(learn.Prober).Probabilities(nil, nil) // Predict needs them
		}
		if err != nil {
			return learn.Report{}, err
		}
	}
	return f.report(), nil
}

// report returns the notes of the models, with the classes that they stand for against the others, what they chose,
// and the mean of their values.
func (f *fitter) report() (out learn.Report) {
	if out.Note = f.each(func(r learn.Report) string { return r.Note }); out.Note != "" {
		out.Note = "of one class against the rest: " + out.Note
	}
	if out.Chosen = f.each(func(r learn.Report) string { return r.Chosen }); out.Chosen == "" {
		return out
	}
	models := 0.0
	for _, r := range f.reports {
		if r.Chosen != "" {
			out.Value, models = out.Value+r.Value, models+1
		}
	}
	out.Value /= models
	return out
}

// each returns what the models of the last fit report, with the classes whose models do: "a, c: x; b: y", and x alone
// of all. It leaves out "".
func (f *fitter) each(of func(learn.Report) string) string {
	var texts []string
	var classes map[string][]string // by text
	for k, r := range f.reports {
		text := of(r)
		switch {
		case text == "":
			continue
		case classes == nil:
			classes = map[string][]string{}
		}
		if classes[text] == nil {
			texts = append(texts, text)
		}
		classes[text] = append(classes[text], f.p.names[f.p.classes[k]])
	}
	for i, text := range texts {
		if len(classes[text]) < int(f.classes) {
			texts[i] = strings.Join(classes[text], ", ") + ": " + text
		}
	}
	return strings.Join(texts, "; ")
}

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
