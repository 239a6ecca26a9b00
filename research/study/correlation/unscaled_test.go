package correlation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study/covariance"
	"gonum.org/v1/gonum/mat"
)

// The training records are standardized to -1 and 1, the responses are 2 from their mean: the coefficient is
// 4/(2+lambda), in units of the feature half of that. The error takes the former in place of the latter.
func TestUnscaled(t *testing.T) {
	d := &dataset.Data{Name: "three", X: mat.NewDense(3, 1, []float64{0, 4, 5}), Response: []float64{0, 4, 9}}
	l := unscaled{covariance.Ridge}
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(t.Context(), []int32{0, 1}); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 2)
	f.Predict([]int32{2, 0}, out)
	if math.Abs(out[0]-5*4.0/3) > 1e-12 || out[1] != 0 {
		t.Errorf("predictions %v, want 20/3 and 0", out)
	}
	if got, want := l.String(), "ridge(lambda=1, standardize) by fit$coef"; got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	drawn := simdata.Draw(simdata.SREG{P: 4}, 60, rand.New(rand.NewPCG(5, 7)))
	learntest.Contract(t, learntest.Case{Learner: l, Data: drawn})
}
