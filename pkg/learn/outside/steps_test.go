package outside

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

func behind(c Command) pipeline.Pipeline {
	return pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Downsample{}, pipeline.OneHot{}, pipeline.Scale{},
		pipeline.PCA{Components: 2}}, Learner: c}
}

// Behind steps a program knows no more than alone.
func TestStepsContract(t *testing.T) {
	numtest.NotRaced(t)
	t.Parallel()
	learntest.Contract(t, learntest.Case{Learner: behind(part("serve")), Data: mixed(40, false)})
}

// Settings of a program and of steps before it are chosen without a look at the targets of validation records.
func TestTuned(t *testing.T) {
	t.Parallel()
	c := part("serve-shares")
	l := tune.Tune{Learners: []learn.Learner{behind(c), c}, Folds: 2, Metric: "log_loss"}
	train, valid := split(40, 1)
	shares := func(d *dataset.Data) (string, float64, []float64) {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f, out := p.NewFitter(nil), make([]float64, 3*len(valid))
		defer f.(io.Closer).Close()
		report, err := f.Fit(t.Context(), train)
		if err := errors.Join(err, f.(learn.Prober).Probabilities(valid, out)); err != nil {
			t.Fatal(err)
		}
		return report.Chosen, report.Value, out
	}
	d := mixed(40, false)
	name, value, before := shares(d)
	for _, i := range valid {
		d.Class[i] = (d.Class[i] + 1) % 3
	}
	other, now, after := shares(d)
	if other != name || now != value {
		t.Errorf("with other targets of validation records: chose %s by %v, want %s by %v", other, now, name, value)
	}
	if !slices.Equal(after, before) {
		t.Error("with other targets of validation records: other probabilities")
	}
}

// A program that serves is started once, though steps make other records for each fit.
func TestStepsServeOnce(t *testing.T) {
	t.Parallel()
	l := behind(part("serve-jobs"))
	l.Steps = l.Steps[1:] // there are no classes
	d := mixed(40, true)
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	t.Cleanup(func() { f.(interface{ Close() error }).Close() })
	for fit := 1; fit <= 3; fit++ {
		train, valid := split(d.N(), uint64(fit))
		if _, err := f.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		out := make([]float64, len(valid))
		if f.Predict(valid, out); out[0] != float64(fit) {
			t.Errorf("fit %d is job %v of its program", fit, out[0])
		}
	}
}

// A fitter continues only with records of the same number and kinds.
func TestRenew(t *testing.T) {
	t.Parallel()
	c := part("nearest")
	f := mustFitter(t, c, mixed(40, false))
	for _, x := range []struct {
		d    *dataset.Data
		want bool
	}{{mixed(40, false), true}, {mixed(30, false), false}, {mixed(40, true), false}, {mixed(40, false).OneHot(), false}} {
		p, err := c.Prepare(t.Context(), x.d)
		if err != nil {
			t.Fatal(err)
		}
		before := f.prepared
		if got := f.Rebind(p); got != x.want || (f.prepared != before) != x.want {
			t.Errorf("%d records, %d features, classes %v: %v", x.d.N(), x.d.P(), x.d.Classes, got)
		}
	}
}
