package holdout

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Loss is what one prediction costs, such as metric.ZeroOne, Squared or Absolute. Classes come as their numbers.
type Loss func(truth, predicted float64) float64

// DefaultLoss returns metric.Squared for a response and metric.ZeroOne for classes, the
// losses of the sources.
func DefaultLoss(d *dataset.Data) Loss {
	if d.Class != nil {
		return metric.ZeroOne
	}
	return metric.Squared
}

// Evaluator evaluates one learner on partition sets of its data set, one after
// the other. It is for one goroutine; a simulation has one per worker. Close it
// after use.
type Evaluator struct {
	name      string
	data      *dataset.Data
	fitter    learn.Fitter
	shared    learn.SetFitter // fitter, if it gains from whole sets
	classes   int             // 0 for a response
	predicted []float64
	shares    []float64 // probabilities of validation records; nil until they are needed
	set       cv.Set
	report    learn.Report // on the last fit
}

// NewEvaluator returns an evaluator of a learner that was prepared on d; errors
// call it name.
func NewEvaluator(name string, p learn.Prepared, d *dataset.Data) *Evaluator {
	return newEvaluator(name, p, d, nil)
}

// newEvaluator returns an evaluator that uses what is free in a pool, if the learner can.
func newEvaluator(name string, p learn.Prepared, d *dataset.Data, pool *learn.Pool) *Evaluator {
	e := &Evaluator{name: name, data: d, fitter: p.NewFitter(pool), classes: d.K(),
		predicted: make([]float64, d.N())}
	e.shared, _ = e.fitter.(learn.SetFitter)
	return e
}

// Close frees what the fitter holds besides memory.
func (e *Evaluator) Close() error { return learn.Close(e.fitter) }

// FoldError says which learner failed on which fold.
type FoldError struct {
	Learner           string
	Replication, Fold int            // from 1
	Inner             *cv.NestedFold // the inner fold; nil for folds of the set itself
	Err               error
}

// Error names learner, replication and fold, or the inner fold.
func (e *FoldError) Error() string {
	if f := e.Inner; f != nil {
		return fmt.Sprintf("holdout: %s, half-split %d, half %d, inner replication %d, fold %d: %v", e.Learner, f.HalfSplit,
			f.Half, f.Replication, f.Fold, e.Err)
	}
	return fmt.Sprintf("holdout: %s, replication %d, fold %d: %v", e.Learner, e.Replication, e.Fold, e.Err)
}

// Unwrap returns the learner's error.
func (e *FoldError) Unwrap() error { return e.Err }

// Open takes a partition set, which must not change until the next Open. It
// must be of the records of the data set. Its folds may be about some records alone, as in the inner set of a
// cv.Nested: then nothing of the other records enters. It returns soon after ctx ends.
func (e *Evaluator) Open(ctx context.Context, set cv.Set) error {
	if set.N != e.data.N() {
		return fmt.Errorf("holdout: a partition set of %d records for a data set of %d; make the set for this data",
			set.N, e.data.N())
	}
	e.set = set
	if e.shared != nil {
		return e.shared.Open(ctx, set.Dividing())
	}
	return nil
}

// Fold trains on fold f (from 0) of the set and returns the predictions of its
// validation records, in their order. The slice is valid until the next call.
// Errors are *FoldError. Learners that take long end soon after ctx does, with an error that wraps its own; others end
// their fold first.
func (e *Evaluator) Fold(ctx context.Context, f int) ([]float64, error) {
	predicted, err := e.predict(ctx, f)
	if err != nil {
		return nil, err
	}
	for k, v := range predicted {
		if !e.possible(v) {
			return nil, e.impossible(f, k, v)
		}
	}
	return predicted, nil
}

// Note is what a learner reports about a fit.
type Note struct {
	Text           string `json:"text,omitempty"`
	results.Choice        // of a learner that chooses
}

// Note returns what the learner reports about its last fit.
func (e *Evaluator) Note() Note {
	out := Note{Text: e.report.Note}
	if out.Setting = e.report.Chosen; out.Setting == "" {
		return out
	}
	if out.Only = math.IsNaN(e.report.Value); !out.Only {
		out.Value = e.report.Value
	}
	return out
}

// Probabilities returns the probability of each class, in the order of the data's classes, for each validation record
// of fold f, record by record. It follows Fold(f). The slice is valid until the next call. It is a *FoldError if
// the learner gives no probabilities (learn.Prober).
func (e *Evaluator) Probabilities(f int) ([]float64, error) {
	fold := e.set.Fold(f)
	if e.shares == nil {
		e.shares = make([]float64, e.data.N()*e.classes)
	}
	out := e.shares[:len(fold.Valid)*e.classes]
	err := errors.New("it gives no probabilities; use a learner that does")
	if p, ok := e.fitter.(learn.Prober); ok {
		err = caught(func() error { return p.Probabilities(fold.Valid, out) })
	}
	if err != nil {
		return nil, e.failed(fold, err)
	}
	return out, nil
}

// keep is Fold, and Probabilities if they are needed, with slices that later calls leave alone, and the note.
func (e *Evaluator) keep(ctx context.Context, f int, needed bool) (predicted, probabilities []float64, note Note,
	err error) {
	predicted, err = e.Fold(ctx, f)
	if needed && err == nil {
		probabilities, err = e.Probabilities(f)
	}
	return slices.Clone(predicted), slices.Clone(probabilities), e.Note(), err
}

// failed is the error of a fold.
func (e *Evaluator) failed(fold cv.Fold, err error) error {
	return &FoldError{Learner: e.name, Replication: fold.Replication, Fold: fold.Fold, Err: err}
}

// predict trains and predicts without looking at the predictions.
func (e *Evaluator) predict(ctx context.Context, f int) ([]float64, error) {
	fold := e.set.Fold(f)
	out := e.predicted[:len(fold.Valid)]
	err := caught(func() error {
		var err error
		if e.report, err = e.fit(ctx, f, fold); err != nil {
			return err
		}
		e.fitter.Predict(fold.Valid, out)
		return nil
	})
	if err != nil {
		return nil, e.failed(fold, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, e.failed(fold, err)
	}
	return out, nil
}

// caught returns the error of a part of a learner. A panic, as of a learner of the user's own, becomes an error that
// says where.
func caught(part func() error) (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		calls := make([]uintptr, 64)
		frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls)])
		one, more := frames.Next()
		for more && (strings.HasPrefix(one.Function, "runtime.") || strings.Contains(one.Function, "pkg/learn.Row")) {
			one, more = frames.Next() // to the line of the learner
		}
		place := fmt.Sprintf("%s, line %d of %s", path.Base(one.Function), one.Line, filepath.Base(one.File))
		err = fmt.Errorf("it panics: %v (%s)", r, place)
	}()
	return part()
}

// possible reports whether v can be a prediction: the number of a class, or a
// finite response.
func (e *Evaluator) possible(v float64) bool {
	if e.classes > 0 {
		c := int(v)
		return float64(c) == v && uint(c) < uint(e.classes)
	}
	return v-v == 0
}

// impossible is the error of prediction v of validation record k of fold f.
func (e *Evaluator) impossible(f, k int, v float64) error {
	fold := e.set.Fold(f)
	return e.failed(fold, fmt.Errorf("the prediction of record %d is %v, which is neither a class nor a finite response",
		fold.Valid[k], v))
}

func (e *Evaluator) fit(ctx context.Context, f int, fold cv.Fold) (learn.Report, error) {
	switch {
	case len(fold.Train) == 0:
		return learn.Report{}, errors.New("no training records; make a set that trains on some")
	case len(fold.Valid) == 0:
		return learn.Report{}, errors.New("no validation records; make a set that validates on some")
	case e.shared != nil:
		return e.shared.FitFold(ctx, f)
	}
	return e.fitter.Fit(ctx, fold.Train)
}

// Losses writes the mean loss of each fold of set to dst, which has
// set.FoldCount() elements; records count by their weights. A nil loss is DefaultLoss. Errors are those of Fold.
func (e *Evaluator) Losses(ctx context.Context, set cv.Set, loss Loss, dst []float64) error {
	if err := e.Open(ctx, set); err != nil {
		return err
	}
	for f := range dst {
		predicted, err := e.predict(ctx, f)
		if err != nil {
			return err
		}
		rows := set.Fold(f).Valid
		if loss == nil && e.classes > 0 && e.data.Weights == nil {
			dst[f], err = e.errorRate(f, rows, predicted)
		} else {
			dst[f], err = e.meanLoss(f, loss, rows, predicted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errorRate is the share of wrong classes. It spares fast learners a call and a
// branch, which the processor could not foresee, for each record.
func (e *Evaluator) errorRate(f int, rows []int32, predicted []float64) (float64, error) {
	var wrong uint32
	predicted = predicted[:len(rows)]
	for k, i := range rows {
		v := predicted[k]
		if !e.possible(v) {
			return 0, e.impossible(f, k, v)
		}
		differ := uint32(int32(v) ^ e.data.Class[i])
		wrong += (differ | -differ) >> 31
	}
	return float64(wrong) / float64(len(rows)), nil
}

func (e *Evaluator) meanLoss(f int, loss Loss, rows []int32, predicted []float64) (float64, error) {
	for k, v := range predicted {
		if !e.possible(v) {
			return 0, e.impossible(f, k, v)
		}
	}
	if loss == nil {
		loss = DefaultLoss(e.data)
	}
	return meanLoss(loss, e.data, rows, predicted), nil
}

// meanLoss is the mean loss over the given records, by their weights if they have any.
func meanLoss(loss Loss, d *dataset.Data, rows []int32, predicted []float64) float64 {
	var sum, weights float64
	for k, i := range rows {
		w := d.Weight(i)
		sum += w * loss(d.Target(i), predicted[k])
		weights += w
	}
	return sum / weights
}
