package learn

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// A stream depends on the seed and on every training record, and on nothing
// else.
func TestRandFor(t *testing.T) {
	first := func(seed uint64, train ...int32) uint64 { return RandFor(seed, train).Uint64() }
	want := first(1, 3, 5, 9)
	if got := first(1, 3, 5, 9); got != want {
		t.Errorf("the same fit draws %d, then %d", want, got)
	}
	if want != 2100973384730696573 {
		t.Errorf("the first number of a frozen stream is %d", want)
	}
	for _, other := range []uint64{first(2, 3, 5, 9), first(1, 3, 5), first(1, 3, 5, 8), first(1, 5, 3, 9), first(1)} {
		if other == want {
			t.Error("two fits draw the same numbers")
		}
	}
}

func TestChecks(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{0, 1})
	classes := &dataset.Data{X: x, Class: []int32{0, 1}, Classes: []string{"a", "b"}}
	numbers := &dataset.Data{X: x, Response: []float64{1, 2}}
	levels := &dataset.Data{X: x, Response: []float64{1, 2},
		Features: []dataset.Feature{{Name: "colour", Levels: []string{"red", "blue"}}}}
	for _, c := range []struct {
		err  error
		want string
	}{
		{Classification("svm", classes), ""},
		{Classification("svm", numbers), "svm: data set \"\" has a numeric response"},
		{Regression("linear", numbers), ""},
		{Regression("linear", classes), "has classes"},
		{Regression("linear", &dataset.Data{X: x}), "linear: dataset: give either"},
		{Numeric("linear", numbers), ""},
		{Numeric("linear", levels), "linear: feature colour has levels"},
	} {
		if (c.err == nil) != (c.want == "") || (c.err != nil && !strings.Contains(c.err.Error(), c.want)) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

// Numbers whose squares overflow are refused before training, not found in the losses.
func TestTooLarge(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(2, 1, []float64{1, 2}), Response: []float64{1, 1e160}}
	if err := Regression("x", d); err == nil || !strings.Contains(err.Error(), "response of record 1 is 1e+160") {
		t.Errorf("%v", err)
	}
}

// The numbers of SplitMix64 from the seed 1234567 are those that its authors' program prints.
func TestRunSeed(t *testing.T) {
	for run, want := range map[int]uint64{1: 1234567, 2: 6457827717110365317, 3: 3203168211198807973} {
		if got := RunSeed(1234567, run); got != want {
			t.Errorf("seed %d of run %d, want %d", got, run, want)
		}
	}
}

// closing counts the fitters that are open; it is also their Prepared and their learner.
type closing struct {
	Fitter
	open *int
}

func (closing) String() string { return "closing" }

func (closing) Traits() Traits { return Traits{} }

func (c closing) Prepare(context.Context, *dataset.Data) (Prepared, error) { return c, nil }

func (c closing) NewFitter(*Pool) Fitter {
	*c.open++
	return c
}

func (c closing) Close() error {
	*c.open--
	return nil
}

func TestHasProbabilitiesCloses(t *testing.T) {
	c := closing{open: new(int)}
	want := "closing gives no probabilities; use a learner that does, such as logistic, knn or forest"
	if err := HasProbabilities(c, c); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if *c.open != 0 {
		t.Errorf("%d fitters stay open", *c.open)
	}
}
