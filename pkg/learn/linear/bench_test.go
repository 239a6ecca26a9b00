package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// even draws y = sqrt(3/p) sum x + noise, all standard normal.
func even(n, p int) *dataset.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
	for i := range n {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			d.Response[i] += math.Sqrt(3/float64(p)) * row[j]
		}
		d.Response[i] += rng.NormFloat64()
	}
	return d
}

// BenchmarkHoldout takes 3 x 2 BCV partition sets of one data set, six
// evaluations each: fit on a half, predict the other half.
//
// Ridge with n = p = 500 takes 0.15 ms an evaluation, of which the Cholesky
// factor of order 250 takes 0.12 ms, at 44 GFLOP/s: two thirds of the 65 GFLOP/s
// that the kernel reaches on rows in the fastest cache (BenchmarkTile, package
// dense), which is the peak of four-lane multiply-adds. Eight-lane instructions
// would double that peak on machines that have them.
func BenchmarkHoldout(b *testing.B) {
	for _, c := range []struct {
		n, p    int
		learner learn.Learner
	}{
		{1000, 100, OLS{}},
		{500, 100, OLS{}},
		{500, 500, Ridge{}},
		{500, 500, Ridge{Standardize: true}},
		{500, 500, Lasso{}},
		{1000, 100, Lasso{}},
		{500, 100, Lasso{Fraction: 0.5}},
		{500, 500, Lasso{Fraction: 0.5}},
		{600, 2, Logistic{}},
		{600, 40, Logistic{}},
	} {
		b.Run(fmt.Sprintf("%s/n=%d/p=%d", c.learner, c.n, c.p), func(b *testing.B) {
			d := even(c.n, c.p)
			if _, ok := c.learner.(Logistic); ok {
				d = classification(d)
			}
			p, err := c.learner.Prepare(b.Context(), d)
			if err != nil {
				b.Fatal(err)
			}
			holdOut(b, p.NewFitter(nil), c.n)
		})
	}
}

func holdOut(b *testing.B, f learn.Fitter, n int) {
	shared, _ := f.(learn.SetFitter)
	out := make([]float64, n)
	for seed := uint64(0); b.Loop(); seed++ {
		set, err := cv.New(cv.BCV, n, cv.Options{M: 3, Seed: seed})
		if err != nil {
			b.Fatal(err)
		}
		if shared != nil {
			err = shared.Open(b.Context(), set)
		}
		for k := 0; k < 6 && err == nil; k++ {
			fold := set.Fold(k)
			if shared != nil {
				_, err = shared.FitFold(b.Context(), k)
			} else {
				_, err = f.Fit(b.Context(), fold.Train)
			}
			f.Predict(fold.Valid, out[:len(fold.Valid)])
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(6*float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
}
