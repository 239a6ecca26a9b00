package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
)

type prepared struct {
	data     *dataset.Data
	target   []float64 // of the records
	models   []learn.Prepared
	names    []string // of the models
	metric   metric.Definition
	positive int
	folds    int
	seed     uint64
	probable bool // whether all fitters are learn.Probers
}

// NewFitter returns a fitter with one fitter for each setting.
func (p *prepared) NewFitter() learn.Fitter {
	f := &fitter{p: p, stop: context.Background()}
	for _, m := range p.models {
		f.fitters = append(f.fitters, m.NewFitter())
	}
	if p.probable {
		return prober{f}
	}
	return f
}

type fitter struct {
	p       *prepared
	fitters []learn.Fitter
	stop    context.Context
	best    int     // place of the chosen setting
	value   float64 // of the metric
}

// Fit chooses the setting, and fits it to the training records.
func (f *fitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errors.New("tune: no training records; give at least one")
	}
	f.best, f.value = 0, math.NaN()
	set, err := f.p.split(train)
	if err != nil {
		return fmt.Errorf("tune: inner folds: %w", err)
	}
	if len(f.fitters) > 1 && set.FoldCount() > 0 {
		values, err := f.values(set, train)
		if err != nil {
			return err
		}
		f.value = values[0]
		for k, v := range values {
			if better := v < f.value; v != f.value && better != f.p.metric.HigherIsBetter {
				f.best, f.value = k, v
			}
		}
	}
	if err := f.fitters[f.best].Fit(train); err != nil {
		return fmt.Errorf("tune: %s: %w", f.p.names[f.best], err)
	}
	return nil
}

// split returns the inner folds, of places in train; none if these cannot be divided.
func (p *prepared) split(train []int32) (cv.Set, error) {
	opt := cv.Options{K: min(p.folds, len(train)), Seed: learn.RandFor(p.seed, train).Uint64()}
	if p.data.Times != nil {
		opt = cv.Options{Times: at(p.data.Times, train)}
		if opt.K = min(p.folds, different(opt.Times)-1); opt.K < 1 {
			return cv.Set{}, nil
		}
		return cv.New(cv.Rolling, len(train), opt)
	}
	if p.data.Groups != nil {
		opt.Groups = at(p.data.Groups, train)
		opt.K = min(opt.K, different(opt.Groups))
	}
	if opt.K < 2 {
		return cv.Set{}, nil
	}
	if p.data.Class != nil {
		count, labels := make([]int, p.data.K()), make([]string, len(train))
		for _, i := range train {
			count[p.data.Class[i]]++
		}
		for k, i := range train {
			c := int(p.data.Class[i])
			if count[c] < 2 { // cv refuses labels that no two folds can share
				c = slices.Index(count, slices.Max(count))
			}
			labels[k] = p.data.Classes[c]
		}
		opt.Conditions = []cv.Condition{cv.LabelCondition("class", labels)}
	}
	return cv.New(cv.KFold, len(train), opt)
}

// different returns how many different values there are.
func different[T cmp.Ordered](values []T) int {
	return len(slices.Compact(slices.Sorted(slices.Values(values))))
}

// values returns the mean of the metric of each setting over the folds.
func (f *fitter) values(set cv.Set, train []int32) ([]float64, error) {
	out := make([]float64, len(f.fitters))
	for _, fold := range set.Folds() {
		for k := range f.fitters {
			v, err := f.fold(k, at(train, fold.Train), at(train, fold.Valid))
			if err != nil {
				return nil, fmt.Errorf("tune: %s: inner fold %d: %w", f.p.names[k], fold.Fold, err)
			}
			out[k] += v / float64(set.FoldCount())
		}
	}
	return out, nil
}

// fold returns the metric of a setting on an inner fold.
func (f *fitter) fold(setting int, train, valid []int32) (float64, error) {
	if err := f.stop.Err(); err != nil {
		return 0, err
	}
	if err := f.fitters[setting].Fit(train); err != nil {
		return 0, err
	}
	return f.judge(f.fitters[setting], valid)
}

// judge returns the metric of the predictions of records.
func (f *fitter) judge(of learn.Fitter, rows []int32) (float64, error) {
	q := &metric.Predictions{Classes: f.p.data.Classes, Positive: f.p.positive, Truth: at(f.p.target, rows),
		Predicted: make([]float64, len(rows))}
	of.Predict(rows, q.Predicted)
	if f.p.metric.Needs == metric.Probabilities {
		q.Probabilities = make([]float64, len(rows)*f.p.data.K())
		if err := of.(learn.Prober).Probabilities(rows, q.Probabilities); err != nil {
			return 0, err
		}
	}
	if err := f.stop.Err(); err != nil { // then predictions are useless
		return 0, err
	}
	v, err := f.p.metric.Value(q)
	if err == nil && f.p.data.Weights != nil {
		losses := make([]float64, len(rows))
		_, err = f.p.metric.Parts(q, losses)
		v = stat.Mean(losses, at(f.p.data.Weights, rows))
	}
	if err != nil || math.IsNaN(v) {
		return v, fmt.Errorf("%w; give fewer inner folds, or another metric", cmp.Or(err, errors.New("it is not a number")))
	}
	return v, nil
}

// at returns the values at places.
func at[T any](values []T, places []int32) []T {
	out := make([]T, len(places))
	for k, i := range places {
		out[k] = values[i]
	}
	return out
}

// Chosen returns the name of the setting that the last fit chose, and the mean of the metric over the inner folds: NaN
// if there were none.
func (f *fitter) Chosen() (string, float64) { return f.p.names[f.best], f.value }

// Predict predicts by the chosen setting.
func (f *fitter) Predict(rows []int32, out []float64) { f.fitters[f.best].Predict(rows, out) }

// Note returns the note of the chosen setting, if it is a learn.Noter.
func (f *fitter) Note() string {
	if n, ok := f.fitters[f.best].(learn.Noter); ok {
		return n.Note()
	}
	return ""
}

// StopOn passes ctx on to the fitters that are learn.Cancellers.
func (f *fitter) StopOn(ctx context.Context) {
	f.stop = ctx
	for _, one := range f.fitters {
		if s, ok := one.(learn.Canceller); ok {
			s.StopOn(ctx)
		}
	}
}

// UsePool passes the pool on to the fitters that are learn.Parallel.
func (f *fitter) UsePool(p *learn.Pool) {
	for _, one := range f.fitters {
		if l, ok := one.(learn.Parallel); ok {
			l.UsePool(p)
		}
	}
}

// Close closes the fitters that hold more than memory.
func (f *fitter) Close() error {
	var errs []error
	for _, one := range f.fitters {
		if c, ok := one.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// prober is a fitter of learn.Probers.
type prober struct{ *fitter }

// Probabilities writes those of the chosen setting.
func (p prober) Probabilities(rows []int32, out []float64) error {
	return p.fitters[p.best].(learn.Prober).Probabilities(rows, out)
}
