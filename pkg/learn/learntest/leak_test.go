package learntest

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// leaky predicts the mean response of the training records, with some knowledge of all records added to it.
type leaky struct {
	name string
	leak func(d *dataset.Data) float64
}

func (l leaky) String() string { return l.name }

func (leaky) Traits() learn.Traits { return learn.Traits{} }

func (l leaky) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return leakyPrepared{d, l.leak(d)}, learn.Regression("leaky", d)
}

type leakyPrepared struct {
	d    *dataset.Data
	leak float64
}

func (p leakyPrepared) NewFitter(*learn.Pool) learn.Fitter { return &leakyFitter{leakyPrepared: p} }

type leakyFitter struct {
	leakyPrepared
	mean float64
}

func (f *leakyFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	f.mean = floats.Sum(f.d.Take(train).Response) / float64(len(train))
	return learn.Report{}, nil
}

func (f *leakyFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.mean + f.leak
	}
}

// A learner that uses labels or features of records outside the training set fails, even if the effect is small.
func TestContractFindsLeaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{X: mat.NewDense(60, 3, nil), Response: make([]float64, 60)}
	for i := range d.N() {
		for j := range d.P() {
			d.X.Set(i, j, rng.NormFloat64())
		}
		d.Response[i] = rng.NormFloat64()
	}
	for _, c := range []struct {
		learner leaky
		of      string // FeaturesOfAll
		want    bool
	}{
		{leaky{"no leak", func(*dataset.Data) float64 { return 0 }}, "", true},
		{leaky{"labels", func(d *dataset.Data) float64 { return 1e-9 * d.Response[3] }}, "", false},
		{leaky{"labels despite an option", func(d *dataset.Data) float64 { return 1e-9 * d.Response[3] }}, "scale=dataset",
			false},
		{leaky{"features", func(d *dataset.Data) float64 { return 1e-9 * mat.Sum(d.X) }}, "", false},
		{leaky{"features by an option", func(d *dataset.Data) float64 { return 1e-9 * mat.Sum(d.X) }}, "scale=dataset", true},
	} {
		run := func(t *testing.T) { Contract(t, Case{Learner: c.learner, Data: d, FeaturesOfAll: c.of}) }
		if got := passes(t, run); got != c.want {
			t.Errorf("%s: passes %t, want %t", c.learner, got, c.want)
		}
	}
}

// guess is a learner of two classes whose probability of the second is its share of the training records plus what
// wrong computes from the training records and all records.
type guess struct {
	name  string
	wrong func(d *dataset.Data, train []int32) float64
}

func (l guess) String() string { return l.name }

func (guess) Traits() learn.Traits { return learn.Traits{} }

func (l guess) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return guessPrepared{l, d}, learn.Classification("guess", d)
}

type guessPrepared struct {
	guess
	d *dataset.Data
}

func (p guessPrepared) NewFitter(*learn.Pool) learn.Fitter { return &guessFitter{guessPrepared: p} }

type guessFitter struct {
	guessPrepared
	first, second float64
}

func (f *guessFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	ones := 0.0
	for _, i := range train {
		ones += float64(f.d.Class[i])
	}
	f.second = ones / float64(len(train))
	f.first = 1 - f.second
	f.second += f.wrong(f.d, train)
	return learn.Report{}, nil
}

func (f *guessFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = 0
		if f.second > f.first {
			out[k] = 1
		}
	}
}

func (f *guessFitter) Probabilities(rows []int32, out []float64) error {
	for k := range rows {
		out[2*k], out[2*k+1] = f.first, f.second
	}
	return nil
}

// Probabilities that leak, even a little, fail, and so do those that are none or do not fit the prediction.
func TestContractFindsProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{X: mat.NewDense(60, 1, nil), Classes: []string{"a", "b"}}
	for i := range 60 {
		d.X.Set(i, 0, rng.NormFloat64())
		d.Class = append(d.Class, int32(rng.IntN(2)))
	}
	labels := func(d *dataset.Data, _ []int32) float64 { return 1e-15 * float64(d.Class[3]-d.Class[4]) }
	// unknown adds to the second class after training on records of the class only alone.
	unknown := func(only int32, more float64) func(*dataset.Data, []int32) float64 {
		return func(d *dataset.Data, train []int32) float64 {
			for _, i := range train {
				if d.Class[i] != only {
					return 0
				}
			}
			return more
		}
	}
	for _, c := range []struct {
		learner learn.Learner
		want    bool
	}{
		{guess{"shares", func(*dataset.Data, []int32) float64 { return 0 }}, true},
		{guess{"labels", labels}, false},
		{guess{"features", func(d *dataset.Data, _ []int32) float64 { return 1e-18 * mat.Sum(d.X) }}, false},
		{guess{"sum", func(*dataset.Data, []int32) float64 { return 1e-9 }}, false},
		{guess{"unknown class", unknown(0, 1e-13)}, false},
		{guess{"above 1", unknown(1, 1e-15)}, false},
		{opposite{guess{"other class", func(*dataset.Data, []int32) float64 { return 0 }}}, false},
	} {
		run := func(t *testing.T) { Contract(t, Case{Learner: c.learner, Data: d}) }
		if got := passes(t, run); got != c.want {
			t.Errorf("%s: passes %t, want %t", c.learner, got, c.want)
		}
		apart := func(t *testing.T) { Contract(t, Case{Learner: c.learner, Data: d, PredictsOtherwise: true}) }
		if _, is := c.learner.(opposite); is && !passes(t, apart) {
			t.Errorf("%s: fails although it is said to predict otherwise", c.learner)
		}
	}
}

// opposite predicts the class with the smaller probability.
type opposite struct{ guess }

func (opposite) Traits() learn.Traits { return learn.Traits{} }

func (l opposite) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return oppositePrepared{guessPrepared{l.guess, d}}, nil
}

type oppositePrepared struct{ guessPrepared }

func (p oppositePrepared) NewFitter(*learn.Pool) learn.Fitter {
	return &oppositeFitter{guessFitter{guessPrepared: p.guessPrepared}}
}

type oppositeFitter struct{ guessFitter }

func (f *oppositeFitter) Predict(rows []int32, out []float64) {
	f.guessFitter.Predict(rows, out)
	for k := range rows {
		out[k] = 1 - out[k]
	}
}

// passes runs a test, without its output, and reports whether it passes.
func passes(t *testing.T, test func(t *testing.T)) bool {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	out := os.Stdout
	defer func() { os.Stdout = out }()
	os.Stdout = null
	all := func(string, string) (bool, error) { return true, nil }
	return testing.RunTests(all, []testing.InternalTest{{Name: "inner", F: test}})
}
