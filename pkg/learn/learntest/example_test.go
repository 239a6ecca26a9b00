package learntest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// mean is a learner that predicts the mean response of the training records.
type mean struct{}

func (mean) String() string { return "mean" }

func (mean) Traits() learn.Traits { return learn.Traits{} }

func (mean) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return prepared{d}, learn.Regression("mean", d)
}

type prepared struct{ d *dataset.Data }

func (p prepared) NewFitter(*learn.Pool) learn.Fitter { return &fitter{d: p.d} }

type fitter struct {
	d    *dataset.Data
	mean float64
}

func (f *fitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	f.mean = stat.Mean(f.d.Take(train).Response, nil)
	return learn.Report{}, nil
}

func (f *fitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.mean
	}
}

// The test of a learner needs a data set that it can learn. Its body would be all of a func TestMean(t *testing.T).
func ExampleContract() {
	TestMean := func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		d := &dataset.Data{X: mat.NewDense(60, 3, nil), Response: make([]float64, 60)}
		for i := range d.N() {
			for j := range d.P() {
				d.X.Set(i, j, rng.NormFloat64())
			}
			d.Response[i] = d.X.At(i, 0) + rng.NormFloat64()
		}
		learntest.Contract(t, learntest.Case{Learner: mean{}, Data: d})
	}

	// go test runs it; an example has to do so itself.
	all := func(string, string) (bool, error) { return true, nil }
	fmt.Println(testing.RunTests(all, []testing.InternalTest{{Name: "TestMean", F: TestMean}}))
	// Output: true
}
