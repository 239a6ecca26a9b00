package learntest

import (
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

func (l leaky) Prepare(d *dataset.Data) (learn.Prepared, error) {
	return leakyPrepared{d, l.leak(d)}, learn.Regression("leaky", d)
}

type leakyPrepared struct {
	d    *dataset.Data
	leak float64
}

func (p leakyPrepared) NewFitter() learn.Fitter { return &leakyFitter{leakyPrepared: p} }

type leakyFitter struct {
	leakyPrepared
	mean float64
}

func (f *leakyFitter) Fit(train []int32) error {
	f.mean = floats.Sum(f.d.Take(train).Response) / float64(len(train))
	return nil
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
