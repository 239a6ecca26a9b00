package onevsrest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tune"
	"github.com/block-regularized/bcv/research/simdata"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestOneVsRest(t *testing.T) {
	d := simdata.Draw(simdata.Waveform{}, 60, rand.New(rand.NewPCG(5, 6)))
	learntest.Run(t, learntest.Case{Learner: onevsrest.OneVsRest{Binary: linear.Logistic{Penalty: 1}}, Data: d})
	two := simdata.Draw(simdata.SCLA(20), 60, rand.New(rand.NewPCG(5, 6)))
	learntest.Run(t, learntest.Case{Learner: onevsrest.OneVsRest{Binary: linear.Logistic{Penalty: 1}}, Data: two})
}

// Three classes apart: the model of each class decides, and a class without
// training records is not predicted.
func TestOneVsRestFindsClasses(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(9, 2, []float64{0, 0, 0, 1, 1, 0, 10, 0, 10, 1, 11, 0, 0, 10, 0, 11, 1, 10}),
		Class: []int32{0, 0, 0, 1, 1, 1, 3, 3, 3}, Classes: []string{"a", "b", "none", "c"}}
	p, err := onevsrest.OneVsRest{Binary: linear.Logistic{Penalty: 0.01}}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f, out := p.NewFitter(nil), make([]float64, 2)
	for _, c := range []struct {
		train, rows []int32
		want        []float64
	}{
		{[]int32{0, 1, 3, 4, 6, 7}, []int32{2, 5}, []float64{0, 1}},
		{[]int32{0, 1, 3, 4, 6, 7}, []int32{5, 8}, []float64{1, 3}},
		{[]int32{0, 1, 6, 7}, []int32{2, 8}, []float64{0, 3}},
		{[]int32{6}, []int32{2, 5}, []float64{3, 3}},
	} {
		if _, err := f.Fit(t.Context(), c.train); err != nil {
			t.Fatal(err)
		}
		if f.Predict(c.rows, out); !slices.Equal(out, c.want) {
			t.Errorf("trained on %v: %v for %v, want %v", c.train, out, c.rows, c.want)
		}
	}
}

// A classifier without probabilities is refused when it is prepared.
func TestOneVsRestRefuses(t *testing.T) {
	d := simdata.Draw(simdata.Waveform{}, 60, rand.New(rand.NewPCG(5, 6)))
	_, err := onevsrest.OneVsRest{Binary: simple.NearestMean{}}.Prepare(t.Context(), d)
	want := "onevsrest: nearestmean gives no probabilities; use a learner that does, such as logistic, knn or forest"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// fixed is a classifier of two classes that gives the second a probability, or an error.
type fixed struct {
	second float64
	err    error
}

func (fixed) String() string { return "fixed" }

func (fixed) Traits() learn.Traits { return learn.Traits{} }

func (l fixed) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return l, nil }

func (l fixed) NewFitter(*learn.Pool) learn.Fitter { return l }

func (fixed) Fit(context.Context, []int32) (learn.Report, error) { return learn.Report{}, nil }

func (fixed) Predict([]int32, []float64) {}

func (l fixed) Probabilities(rows []int32, out []float64) error {
	for k := range rows {
		out[2*k], out[2*k+1] = 1-l.second, l.second
	}
	return l.err
}

// Probabilities are divided by their sum over the classes that train, and equal if it is 0. A model that gives none
// is an error of the fit, since predictions need them.
func TestOneVsRestProbabilities(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(4, 1, nil), Class: []int32{0, 1, 2, 2}, Classes: []string{"a", "b", "c"}}
	for _, second := range []float64{0, 0.9} {
		p, err := onevsrest.OneVsRest{Binary: fixed{second: second}}.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f, out := p.NewFitter(nil).(learn.Prober), make([]float64, 6)
		for _, c := range []struct {
			train []int32
			want  []float64
		}{{[]int32{0, 1, 2}, []float64{1. / 3, 1. / 3, 1. / 3}}, {[]int32{0, 3}, []float64{0.5, 0, 0.5}}} {
			if _, err := f.Fit(t.Context(), c.train); err != nil {
				t.Fatal(err)
			}
			if err := f.Probabilities([]int32{0, 1}, out); err != nil {
				t.Fatal(err)
			}
			if want := append(c.want, c.want...); !floats.EqualApprox(out, want, 1e-15) {
				t.Errorf("probability %v of each, trained on %v: %v, want %v", second, c.train, out, want)
			}
		}
	}
	none := errors.New("none were written")
	p, err := onevsrest.OneVsRest{Binary: fixed{err: none}}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.NewFitter(nil).Fit(t.Context(), []int32{0, 1}); !errors.Is(err, none) {
		t.Errorf("fit: error %v, want %v", err, none)
	}
}

// Notes and choices name the classes whose models they come from, where they are not those of all.
func TestOneVsRestNotes(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(9, 1, []float64{0, 1, 2, 4, 5, 6, 8, 9, 10}),
		Class: []int32{0, 0, 0, 1, 1, 1, 2, 2, 2}, Classes: []string{"a", "b", "c"}}
	fit := func(l learn.Learner, trains ...[]int32) (report learn.Report) {
		t.Helper()
		p, err := learn.Prepare(t.Context(), onevsrest.OneVsRest{Binary: l}, d)
		f := p.NewFitter(nil)
		for _, train := range trains {
			if err == nil {
				report, err = f.Fit(t.Context(), train)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	all := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8}
	note := fit(linear.Logistic{}, all).Note // a point divides a and c from the rest, none does b
	if want := "of one class against the rest: a, c: a plane separates the classes"; !strings.HasPrefix(note, want) {
		t.Errorf("note %q, want %q", note, want)
	}
	two := tune.Tune{Learners: []learn.Learner{linear.Logistic{Penalty: 1}, simple.Majority{}}, Folds: 3}
	report := fit(two, all)
	chosen, value := report.Chosen, report.Value
	if want := "a, c: logistic(penalty=1); b: majority"; chosen != want || !(value > 0 && value < 0.2) {
		t.Errorf("chosen %q by %v, want %q", chosen, value, want)
	}
	if note := fit(linear.Logistic{Penalty: 1}, all).Note; note != "" {
		t.Errorf("note %q of fits without one", note)
	}
	if note := fit(linear.Logistic{}, all, all[3:6]).Note; note != "" {
		t.Errorf("note %q on classes that an earlier fit had", note)
	}
}
