// Package pipeline puts steps before a learner: scaling, power transforms, principal components, selection of
// features, downsampling. All are fitted on the training records of each fit alone.
//
// A Step gets copies of the training records alone, so that it cannot use others. The result, a Fitted, is then
// applied to one record at a time.
package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Step is a processing step before the learner, with its settings.
type Step interface {
	// String names the step and the settings that are not defaults, as "pca(4)".
	String() string
	// Check returns an error if the step cannot be applied to records of d because of its settings, the kinds of
	// features or the range of their values. It must not keep anything of d.
	Check(d *dataset.Data) error
	// Fit fits the step to train, which holds the training records alone, with the features that earlier steps
	// made. records are their numbers in the whole data set, for learn.RandFor. The error explains why the step
	// cannot be fitted to these records.
	Fit(train *dataset.Data, records []int32) (Fitted, error)
}

// Fitted is a step that was fitted to training records.
type Fitted struct {
	// Keep are the training records to train on, as ascending numbers from 0 among the given ones; nil for all. It
	// does not affect the records to predict.
	Keep []int32
	// Features describe the output of Map; nil if features do not change.
	Features []dataset.Feature
	// Map writes the features of a record to dst, computed from src, its features before the step; nil if features
	// do not change.
	Map func(dst, src []float64)
}

// Pipeline is a learner after steps. Because its features differ between fits, Learner is prepared again for each
// fit: fits share only what a learn.Rebinder keeps.
type Pipeline struct {
	Steps   []Step // in their order
	Learner learn.Learner
}

// String names steps and learner, as "scale | pca(4) | logistic".
func (l Pipeline) String() string {
	var b strings.Builder
	for _, s := range l.Steps {
		b.WriteString(s.String() + " | ")
	}
	return b.String() + l.Learner.String()
}

// Traits are those of Learner, and it draws random numbers if a step is Downsample. The steps of a family are equal,
// and fitted once for all learners after them. They count training records equally. It accepts missing features (NaN)
// if the first step other than Downsample does, which says so by a method AcceptsMissing() bool and leaves none.
func (l Pipeline) Traits() learn.Traits {
	t := learn.Around(l.Learner, func(inside learn.Learner) learn.Learner { return Pipeline{l.Steps, inside} })
	t.Common, t.Value = Pipeline{l.Steps, learn.Named{}}, 1
	t.Numeric = l.numeric(t.Numeric)
	first := true
	for _, s := range l.Steps {
		if name.Foreign(s) && !strings.HasPrefix(t.Identity, "outside(") {
			t.Identity = "outside(" + cmp.Or(t.Identity, l.String()) + ")"
		}
		if _, ok := s.(Downsample); ok {
			t.ForRun = l.forRun
			continue
		}
		if first {
			m, ok := s.(interface{ AcceptsMissing() bool })
			t.Missing, first = ok && m.AcceptsMissing(), false
		}
	}
	return t
}

// numeric reports whether a step before OneHot refuses levels or, where there is none, the learner does.
func (l Pipeline) numeric(inside bool) bool {
	for _, s := range l.Steps {
		switch s.(type) {
		case OneHot:
			return false
		case Scale, PCA, MIC, YeoJohnson, BoxCox:
			return true
		}
	}
	return inside
}

// forRun returns the pipeline with the seeds of a run in Downsample and Learner.
func (l Pipeline) forRun(run int) learn.Learner {
	l.Learner, _ = learn.ForRun(l.Learner, run)
	l.Steps = slices.Clone(l.Steps)
	for i, s := range l.Steps {
		if d, ok := s.(Downsample); ok {
			l.Steps[i] = Downsample{Seed: learn.RunSeed(d.Seed, run)}
		}
	}
	return l
}

// Prepare returns an error if a step or Learner refuses d as a whole.
func (l Pipeline) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Check(l, d); err != nil {
		return nil, fmt.Errorf("pipeline: %w", err)
	}
	p := &prepared{Pipeline: l, data: d}
	all := make([]int32, d.N())
	for i := range all {
		all[i] = int32(i)
	}
	// This only finds out what Learner refuses, before the first fit.
	made, _, err := l.Transform(ctx, d, all)
	if err != nil {
		return nil, err
	}
	one, err := learn.Prepare(ctx, l.Learner, made)
	if err != nil {
		return nil, err
	}
	first := one.NewFitter(nil)
	_, p.probable = first.(learn.Prober)
	_, p.rebinds = first.(learn.Rebinder)
	return p, learn.Close(first)
}

type prepared struct {
	Pipeline
	data     *dataset.Data
	probable bool // whether the fitters of Learner are learn.Probers
	rebinds  bool // whether they are learn.Rebinders
}

// With prepares a pipeline with the same steps. Rebinders are fitted alone, to keep what is expensive.
func (p *prepared) With(ctx context.Context, l learn.Learner) (learn.Prepared, error) {
	if p.rebinds {
		return nil, nil
	}
	return l.(Pipeline).Prepare(ctx, p.data)
}

// NewFitter returns a fitter, which is a learn.Prober if the fitter of Learner is one.
func (p *prepared) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &fitter{p: p, pool: pool}
	if p.probable {
		return prober{f}
	}
	return f
}

// Transform fits all steps to the training records of d, whose numbers ascend, and returns all records with their new
// features and the training records that remain. It returns an error if a step refuses the records, and when ctx ends
// between steps. Learner has no part in it.
func (l Pipeline) Transform(ctx context.Context, d *dataset.Data, train []int32) (*dataset.Data, []int32, error) {
	if len(train) == 0 {
		return nil, nil, errors.New("pipeline: no training records; give at least one")
	}
	for _, s := range l.Steps {
		if err := ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("pipeline: %w", err)
		}
		if err := s.Check(d); err != nil {
			return nil, nil, fmt.Errorf("pipeline: %s: %w", s, err)
		}
		fitted, err := s.Fit(d.Take(train), train)
		if err != nil {
			return nil, nil, fmt.Errorf("pipeline: %s: %w", s, err)
		}
		if d, err = fitted.Apply(d); err != nil {
			return nil, nil, fmt.Errorf("pipeline: %s: %w", s, err)
		}
		if fitted.Keep != nil {
			left := make([]int32, len(fitted.Keep))
			for k, i := range fitted.Keep {
				left[k] = train[i]
			}
			train = left
		}
	}
	return d, train, nil
}

// Apply returns d with the features that Map computes for all records. A feature that is not finite is an error.
func (f Fitted) Apply(d *dataset.Data) (*dataset.Data, error) {
	if f.Map == nil {
		return d, nil
	}
	out := *d
	if f.Features != nil {
		out.Features = f.Features
	}
	width := d.P()
	if f.Features != nil {
		width = len(f.Features)
	}
	out.X = mat.NewDense(d.N(), width, nil)
	for i := range d.N() {
		row := out.X.RawRowView(i)
		f.Map(row, d.X.RawRowView(i))
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("feature %s of record %d becomes %v; measure it in another unit or leave the record out",
					out.Feature(j).Name, i, v)
			}
		}
	}
	return &out, nil
}

type fitter struct {
	p     *prepared
	pool  *learn.Pool
	inner learn.Fitter
}

// Fit fits the steps one after the other, then the learner, all on training records.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	report, err := f.fit(ctx, train)
	if err != nil {
		_ = f.Close() // the first error counts
	}
	return report, err
}

// FitPredict fits the steps once.
func (f *fitter) FitPredict(ctx context.Context, family []learn.Learner, train, rows []int32,
	out, each [][]float64) error {
	d, left, err := f.p.Transform(ctx, f.p.data, train)
	if err != nil {
		return err
	}
	var learners []learn.Learner
	for _, l := range family {
		learners = append(learners, l.(Pipeline).Learner)
	}
	s, err := learn.PrepareSettings(ctx, "pipeline", learners, d)
	if err != nil {
		return err
	}
	inner := s.NewFitters(f.pool)
	return errors.Join(inner.FitPredict(ctx, left, rows, out, each), inner.Close())
}

func (f *fitter) fit(ctx context.Context, train []int32) (learn.Report, error) {
	if _, ok := f.inner.(learn.Rebinder); !ok {
		if err := f.Close(); err != nil {
			return learn.Report{}, err
		}
	}
	d, left, err := f.p.Transform(ctx, f.p.data, train)
	if err != nil {
		return learn.Report{}, err
	}
	one, err := learn.Prepare(ctx, f.p.Learner, d)
	if err != nil {
		return learn.Report{}, err
	}
	if err := f.take(one); err != nil {
		return learn.Report{}, err
	}
	return f.inner.Fit(ctx, left)
}

// take continues with the learner as it was prepared for this fit.
func (f *fitter) take(one learn.Prepared) error {
	if r, ok := f.inner.(learn.Rebinder); ok && r.Rebind(one) {
		return nil
	}
	if err := f.Close(); err != nil {
		return err
	}
	f.inner = one.NewFitter(f.pool)
	return nil
}

// Predict predicts records from the features that the steps of the last fit compute.
func (f *fitter) Predict(rows []int32, out []float64) { f.inner.Predict(rows, out) }

// Close closes the fitter of the learner.
func (f *fitter) Close() error {
	err := learn.Close(f.inner)
	f.inner = nil
	return err
}

// prober is a fitter around a learn.Prober.
type prober struct{ *fitter }

// Probabilities writes the probabilities that the learner gives.
func (p prober) Probabilities(rows []int32, out []float64) error {
	return p.inner.(learn.Prober).Probabilities(rows, out)
}

// Downsample is a step for classes of unequal size: it keeps the same number of training records of each class, the
// size of the smallest class, drawn without replacement. All records are predicted. Classes that do not occur in
// the training records do not count.
type Downsample struct {
	Seed uint64 // of the draw, which differs between training sets
}

// String names the step.
func (s Downsample) String() string {
	return name.Of("downsample", name.Setting("seed", s.Seed, 0))
}

// Check refuses data without classes.
func (Downsample) Check(d *dataset.Data) error {
	if d.Class == nil {
		return fmt.Errorf("data set %q has a numeric response, not classes; leave the step out", d.Name)
	}
	return nil
}

// Fit draws the records. It returns an error if only one class occurs.
func (s Downsample) Fit(train *dataset.Data, records []int32) (Fitted, error) {
	classes := make([][]int32, train.K())
	for i, c := range train.Class {
		classes[c] = append(classes[c], int32(i))
	}
	classes = slices.DeleteFunc(classes, func(c []int32) bool { return len(c) == 0 })
	switch len(classes) {
	case 0:
		return Fitted{}, errors.New("no training records; give at least two")
	case 1:
		return Fitted{}, fmt.Errorf("all %d training records are of class %s, so there is nothing to balance; give larger "+
			"training sets or partition by class", train.N(), train.Classes[train.Class[0]])
	}
	least := train.N()
	for _, c := range classes {
		least = min(least, len(c))
	}
	rng := learn.RandFor(s.Seed, records)
	var keep []int32
	for _, c := range classes {
		rng.Shuffle(len(c), func(a, b int) { c[a], c[b] = c[b], c[a] })
		keep = append(keep, c[:least]...)
	}
	slices.Sort(keep)
	return Fitted{Keep: keep}, nil
}
