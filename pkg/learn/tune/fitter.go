package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
)

type prepared struct {
	data     *dataset.Data
	target   []float64 // of the records
	settings *learn.Settings
	names    []string // of the settings
	metric   metric.Definition
	positive int
	folds    int
	seed     uint64
	probable bool // whether all fitters are learn.Probers
}

// NewFitter returns a fitter for all settings.
func (p *prepared) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &fitter{p: p, Fitters: p.settings.NewFitters(pool)}
	if p.probable {
		return prober{f}
	}
	return f
}

type fitter struct {
	*learn.Fitters // of the settings
	p              *prepared
	best           int // place of the chosen setting
}

// chosen returns the fitter of the chosen setting.
func (f *fitter) chosen() learn.Fitter { return f.Fitter(f.best) }

// Fit chooses the setting, and fits it to the training records. It reports the mean of the metric over the inner folds,
// NaN if there were none, and the note of the setting.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errors.New("tune: no training records; give at least one")
	}
	f.best = 0
	report := learn.Report{Value: math.NaN()}
	set, err := f.p.split(train)
	if err != nil {
		return learn.Report{}, fmt.Errorf("tune: inner folds: %w", err)
	}
	if len(f.p.names) > 1 && set.FoldCount() > 0 {
		values, err := f.values(ctx, set, train)
		if err != nil {
			return learn.Report{}, err
		}
		report.Value = values[0]
		for k, v := range values {
			if better := v < report.Value; better != f.p.metric.HigherIsBetter && !infer.SameUpToRounding(v, report.Value) {
				f.best, report.Value = k, v
			}
		}
	}
	report.Chosen = f.p.names[f.best]
	chosen, err := f.chosen().Fit(ctx, train)
	if err != nil {
		return learn.Report{}, fmt.Errorf("tune: %s: %w", report.Chosen, err)
	}
	report.Note = chosen.Note
	return report, nil
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
func (f *fitter) values(ctx context.Context, set cv.Set, train []int32) ([]float64, error) {
	out := make([]float64, len(f.p.names))
	for _, fold := range set.Folds() {
		valid, judged := at(train, fold.Valid), make([]*metric.Predictions, len(out))
		predicted, chances := make([][]float64, len(out)), make([][]float64, len(out))
		for k := range judged {
			q := &metric.Predictions{Classes: f.p.data.Classes, Positive: f.p.positive, Truth: at(f.p.target, valid),
				Predicted: make([]float64, len(valid))}
			if f.p.metric.Needs == metric.Probabilities {
				q.Probabilities = make([]float64, len(valid)*f.p.data.K())
			}
			judged[k], predicted[k], chances[k] = q, q.Predicted, q.Probabilities
		}
		err := cmp.Or(f.FitPredict(ctx, at(train, fold.Train), valid, predicted, chances), ctx.Err())
		for k := 0; k < len(out) && err == nil; k++ {
			var v float64
			if v, err = f.p.judge(judged[k], valid); err != nil {
				err = fmt.Errorf("%s: %w", f.p.names[k], err)
			}
			out[k] += v
		}
		if err != nil {
			return nil, fmt.Errorf("tune: inner fold %d: %w", fold.Fold, err)
		}
	}
	for k := range out {
		out[k] /= float64(set.FoldCount())
	}
	return out, nil
}

// judge returns the metric of the predictions of records.
func (p *prepared) judge(q *metric.Predictions, rows []int32) (float64, error) {
	v, err := p.metric.Value(q)
	if err == nil && p.data.Weights != nil {
		losses := make([]float64, len(rows))
		_, err = p.metric.Parts(q, losses)
		v = stat.Mean(losses, at(p.data.Weights, rows))
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

// Predict predicts by the chosen setting.
func (f *fitter) Predict(rows []int32, out []float64) { f.chosen().Predict(rows, out) }

// prober is a fitter of learn.Probers.
type prober struct{ *fitter }

// Probabilities writes those of the chosen setting.
func (p prober) Probabilities(rows []int32, out []float64) error {
	return p.chosen().(learn.Prober).Probabilities(rows, out)
}
