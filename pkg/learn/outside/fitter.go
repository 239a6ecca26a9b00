package outside

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/block-regularized/bcv/pkg/learn"
)

// prepared is a command with the records as text.
type prepared struct {
	command Command
	n       int
	records records
	target  target
	env     []string // BCV_TASK, BCV_CLASSES, BCV_NOMINAL, BCV_ROLES
	note    string   // of each fit
}

// NewFitter returns a new fitter. A program that serves is started by the first fit.
func (p *prepared) NewFitter(*learn.Pool) learn.Fitter {
	f := &fitter{prepared: p, wanted: make([]bool, p.n), out: make([]float64, p.n), serving: new(serving)}
	f.forget()
	if p.command.Serve {
		runtime.AddCleanup(f, func(s *serving) { s.end(0) }, f.serving)
	}
	if p.target.classes != nil {
		return classifier{f}
	}
	return f
}

// classifier is a fitter of classes, which is a learn.Prober.
type classifier struct{ *fitter }

// Probabilities looks up the probabilities of the last fit. It returns an error if the program wrote none, and panics
// as Predict does.
func (c classifier) Probabilities(rows []int32, out []float64) error {
	k := len(c.target.classes)
	if len(c.p) == 0 {
		return c.command.errorf("%s has no probabilities; write a column %s beside prediction, and one for each "+
			"other class of BCV_CLASSES", predictionsName, short(probable+c.target.classes[0]))
	}
	for r, i := range rows {
		c.check(i)
		copy(out[r*k:][:k], c.p[int(i)*k:])
	}
	return nil
}

// fitter runs the program for one fit after the other.
type fitter struct {
	*prepared
	wanted  []bool    // records to predict
	out     []float64 // their predictions, NaN elsewhere
	p       []float64 // their probabilities, one for each class; empty if there are none
	buf     []byte
	serving *serving // used only with Serve
}

// Rebind continues with the records of p, which has the same command, and keeps the running program of a fitter
// that serves (learn.Rebinder). It cannot if the program was started with another task, other classes or other nominal
// features.
func (f *fitter) Rebind(p learn.Prepared) bool {
	next, ok := p.(*prepared)
	if !ok || next.n != f.n || !slices.Equal(next.env, f.env) {
		return false
	}
	f.prepared = next
	f.forget()
	return true
}

func (f *fitter) forget() {
	for i := range f.out {
		f.out[i] = math.NaN()
	}
}

// Fit writes the files, lets the program train and predict, and reads the predictions. The error is one line. The
// report says what is unknown where there are weights.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return learn.Report{Note: f.note}, f.fit(ctx, train)
}

func (f *fitter) fit(ctx context.Context, train []int32) error {
	f.forget()
	for i := range f.wanted {
		f.wanted[i] = true
	}
	for _, i := range train {
		f.wanted[i] = f.command.PredictAll
	}
	switch {
	case len(train) == 0:
		return f.command.errorf("no training records; train on at least one")
	case len(train) >= f.n && !f.command.PredictAll:
		return f.command.errorf("all %d records are training records and none is left to predict; train on fewer or set "+
			"PredictAll", f.n)
	}
	if err := f.run(ctx, train); err != nil {
		f.forget()
		return f.command.errorf("%w", err)
	}
	return nil
}

// run makes a fit in its own directory, which it removes.
func (f *fitter) run(ctx context.Context, train []int32) (err error) {
	dir, remove, err := newFolder()
	if err != nil {
		return fmt.Errorf("no temporary directory: %w; set TMPDIR to a directory with space", err)
	}
	defer func() {
		if e := remove(); err == nil && e != nil {
			err = fmt.Errorf("the temporary directory cannot be removed: %w", e)
		}
	}()
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if strings.ContainsAny(dir, "\t\r\n") {
		return fmt.Errorf("the temporary directory %q has a tab or a line end in its name; set TMPDIR to another", dir)
	}
	j := job{
		train: filepath.Join(dir, "train.csv"), test: filepath.Join(dir, "test.csv"),
		predictions: filepath.Join(dir, predictionsName),
		seed:        learn.RandFor(f.command.Seed, train).Uint32() >> 1,
	}
	if f.buf, err = f.records.write(j, train, f.wanted, f.buf); err != nil {
		return fmt.Errorf("the files of the fit cannot be written: %w; set TMPDIR to a directory with space", err)
	}
	if err := f.execute(ctx, j); err != nil {
		return err
	}
	f.p, err = f.target.read(j.predictions, f.wanted, f.out, f.p)
	return err
}

// errTimeout is the cause of a context that Timeout ended.
var errTimeout = errors.New("time-out")

// execute lets the program do j within the time limit of a fit.
func (f *fitter) execute(ctx context.Context, j job) error {
	if own := f.command.Context; own != nil {
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(own, func() { cancel(context.Cause(own)) })()
	}
	if f.command.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.command.Timeout, errTimeout)
		defer cancel()
	}
	var err error
	if f.command.Serve {
		err = f.serving.do(ctx, f.command, f.env, j)
	} else {
		err = once(ctx, f.command, f.env, j)
	}
	switch {
	case err == nil:
		return nil
	case context.Cause(ctx) == errTimeout:
		hint := ""
		if f.command.Serve {
			hint = "; does it flush its output after each answer?"
		}
		return fmt.Errorf("the program did not end within %v (Timeout) and was killed%s", f.command.Timeout, hint)
	case ctx.Err() != nil:
		return fmt.Errorf("stopped: %w", context.Cause(ctx))
	}
	return err
}

// Predict looks up the predictions of the last fit. It panics if a record has
// none: it was in the training set, and PredictAll is not set.
func (f *fitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		f.check(i)
		out[k] = f.out[i]
	}
}

// check panics if record i has no prediction.
func (f *fitter) check(i int32) {
	if math.IsNaN(f.out[i]) {
		panic(fmt.Sprintf("outside: no prediction for record %d; predict records outside the training set after a fit "+
			"that succeeded, or set PredictAll", i))
	}
}

// Close ends the program of a fitter that serves: its input is closed, and it is killed if it has not ended after
// two seconds. The next Fit starts it again.
func (f *fitter) Close() error {
	f.serving.end(2 * time.Second)
	return nil
}
