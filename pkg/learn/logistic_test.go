package learn

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// The fit maximizes the likelihood, as a general optimizer finds it.
func TestLogisticAgainstOptimizer(t *testing.T) {
	d := dataset.TwoGaussians(300, 2, 0.5, rand.New(rand.NewPCG(1, 2)))
	rows := make([]int32, 0, 150)
	for i := int32(0); i < 300; i += 2 {
		rows = append(rows, i)
	}
	fit, err := FitLogistic(d.X, d.Y, rows)
	if err != nil {
		t.Fatal(err)
	}
	loss := func(c []float64) float64 {
		s := 0.0
		for _, i := range rows {
			score := Logistic{c[0], c[1:]}.Score(d.X.RawRowView(int(i)))
			if d.Y[i] {
				score = -score
			}
			s += math.Log1p(math.Exp(score))
		}
		return s
	}
	best, err := optimize.Minimize(optimize.Problem{Func: loss}, []float64{0, 0, 0}, nil, &optimize.NelderMead{})
	if err != nil {
		t.Fatal(err)
	}
	for j, got := range append([]float64{fit.Intercept}, fit.Coef...) {
		if math.Abs(got-best.X[j]) > 1e-4 {
			t.Errorf("coefficient %d is %v, the optimizer finds %v", j, got, best.X[j])
		}
	}
}

func TestLogisticSaysWhyItFails(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	all := []int32{0, 1, 2, 3, 4, 5}
	if _, err := FitLogistic(x, []bool{false, false, false, true, true, true}, all); !errors.Is(err, ErrSeparable) {
		t.Errorf("separable classes: error %v", err)
	}
	if _, err := FitLogistic(x, make([]bool, 6), all); !errors.Is(err, ErrSeparable) {
		t.Errorf("one class: error %v", err)
	}
	if _, err := FitLogistic(x, make([]bool, 5), all); err == nil {
		t.Error("too few labels: no error")
	}
	if _, err := FitLogistic(x, make([]bool, 6), all[:1]); err == nil {
		t.Error("one record: no error")
	}
}
