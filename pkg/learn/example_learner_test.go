package learn_test

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// median predicts the median response of the training records.
type median struct{}

func (median) String() string { return "median" }

func (median) Traits() learn.Traits { return learn.Traits{} }

func (median) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return preparedMedian{d}, learn.Regression("example", d)
}

type preparedMedian struct{ d *dataset.Data }

func (p preparedMedian) NewFitter(*learn.Pool) learn.Fitter { return &medianFitter{d: p.d} }

type medianFitter struct {
	d      *dataset.Data
	median float64
}

func (f *medianFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	responses := f.d.Take(train).Response
	slices.Sort(responses)
	f.median = stat.Quantile(0.5, stat.Empirical, responses, nil)
	return learn.Report{}, nil
}

func (f *medianFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.median
	}
}

// A custom learner needs three small types.
func ExampleLearner() {
	d := &dataset.Data{X: mat.NewDense(5, 1, nil), Response: []float64{1, 3, 5, 7, 100}}
	var l learn.Learner = median{}
	prepared, err := l.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := prepared.NewFitter(nil)
	if _, err := f.Fit(context.Background(), []int32{0, 3, 4}); err != nil {
		fmt.Println(err)
		return
	}
	out := make([]float64, 2)
	f.Predict([]int32{1, 2}, out)
	fmt.Println(l, out)
	// Output:
	// median [7 7]
}
