package holdout

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Mean losses over a fold by hand: the mean 2 of the responses 1 and 3 predicts 0,
// 2 and 7; and the mean 3 of these predicts 1 and 3.
func TestMeanLosses(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(5, 1, []float64{1, 2, 3, 4, 5}), Response: []float64{1, 3, 0, 2, 7}}
	set := cv.Set{Method: cv.Mx2, N: 5, Splits: []cv.Split{{Train: []int32{0, 1}, Valid: []int32{2, 3, 4}}}}
	p, err := simple.Mean{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvaluator("mean", p, d)
	for _, c := range []struct {
		name string
		loss Loss
		want [2]float64
	}{
		{"absolute", metric.Absolute, [2]float64{(2.0 + 0 + 5) / 3, (2.0 + 0) / 2}},
		{"squared", metric.Squared, [2]float64{(4.0 + 0 + 25) / 3, (4.0 + 0) / 2}},
		{"default", nil, [2]float64{(4.0 + 0 + 25) / 3, (4.0 + 0) / 2}},
	} {
		got := make([]float64, 2)
		if err := e.Losses(t.Context(), set, c.loss, got); err != nil {
			t.Fatal(err)
		}
		if [2]float64(got) != c.want {
			t.Errorf("%s: mean losses %v, want %v", c.name, got, c.want)
		}
	}
}

// Run takes the loss of its plan.
func TestRunTakesLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &dataset.Data{X: mat.NewDense(10, 1, nil), Response: make([]float64, 10)}
	for i := range d.Response {
		d.Response[i] = rng.NormFloat64()
	}
	set, err := cv.New(cv.BCV, 10, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), Plan{Data: d, Set: set, Learners: []learn.Learner{simple.Mean{}},
		Loss: metric.Absolute})
	if err != nil {
		t.Fatal(err)
	}
	for f, loss := range r.Values[0].Of(0) {
		fold := set.Fold(f)
		var mean, want float64
		for _, i := range fold.Train {
			mean += d.Response[i] / float64(len(fold.Train))
		}
		for _, i := range fold.Valid {
			want += max(d.Response[i]-mean, mean-d.Response[i]) / float64(len(fold.Valid))
		}
		if diff := loss - want; diff > 1e-14 || diff < -1e-14 {
			t.Errorf("fold %d: mean absolute loss %v, want %v", f, loss, want)
		}
	}
}
