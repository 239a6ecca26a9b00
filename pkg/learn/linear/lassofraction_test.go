package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/simdata"
)

// fractionFit fits a fraction on the given records.
func fractionFit(t *testing.T, d *dataset.Data, fraction float64, rows []int32) *fractionFitter {
	t.Helper()
	p, err := Lasso{Fraction: fraction}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil).(*fractionFitter)
	if _, err := f.Fit(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	return f
}

// every returns the records 0, step, 2·step, ... below n.
func every(n, step int) []int32 {
	var rows []int32
	for i := 0; i < n; i += step {
		rows = append(rows, int32(i))
	}
	return rows
}

// The point of the path minimizes the objective of the lasso at the penalty it has: coordinate descent at that
// penalty finds the same, and its L1 norm is the fraction of the norm of the last point, which interpolates.
func TestFractionIsLasso(t *testing.T) {
	for _, c := range []struct{ n, p int }{{40, 120}, {160, 30}} {
		d := simdata.Draw(simdata.FanLv{P: c.p}, 2*c.n, rand.New(rand.NewPCG(3, 1)))
		rows := every(2*c.n, 2)
		end := fractionFit(t, d, 1, rows)
		_, last := end.Coef()
		for _, fraction := range []float64{0.02, 0.25, 0.5, 0.75, 0.97} {
			f := fractionFit(t, d, fraction, rows)
			_, coef := f.Coef()
			got, want := 0.0, 0.0
			for j, b := range coef {
				got += math.Abs(b) * f.length[j]
				want += math.Abs(last[j]) * f.length[j]
			}
			if math.Abs(got/want-fraction) > 1e-10 {
				t.Errorf("n=%d p=%d: L1 norm is %v of the last, want %v", c.n, c.p, got/want, fraction)
			}
			// The penalty is the largest product with the residuals; descent
			// standardizes by a deviation with 1/n.
			out := make([]float64, len(rows))
			f.Predict(rows, out)
			penalty := 0.0
			for j := range c.p {
				g := 0.0
				for k, i := range rows {
					g += (d.X.At(int(i), j) - f.mean[j]) * (d.Response[i] - out[k])
				}
				penalty = math.Max(penalty, math.Abs(g)/f.length[j])
			}
			lasso := Lasso{Lambda: penalty / math.Sqrt(float64(c.n)), Standardize: true, Tolerance: 1e-18}
			p, err := lasso.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			descent := p.NewFitter(nil)
			if _, err := descent.Fit(t.Context(), rows); err != nil {
				t.Fatal(err)
			}
			b0, b := descent.(Model).Coef()
			compareCoef(t, fmt.Sprintf("fraction %v of n=%d p=%d", fraction, c.n, c.p), f, append([]float64{b0}, b...))
		}
	}
}

// At the end of the path are least squares, or with as many features as records
// responses without residuals.
func TestFractionEnd(t *testing.T) {
	tall := simdata.Draw(simdata.FanLv{P: 12}, 80, rand.New(rand.NewPCG(5, 1)))
	p, err := OLS{}.Prepare(t.Context(), tall)
	if err != nil {
		t.Fatal(err)
	}
	least := p.NewFitter(nil)
	if _, err := least.Fit(t.Context(), every(80, 3)); err != nil {
		t.Fatal(err)
	}
	b0, b := least.(Model).Coef()
	compareCoef(t, "least squares", fractionFit(t, tall, 1, every(80, 3)), append([]float64{b0}, b...))
	for _, p := range []int{39, 40, 200} {
		wide := simdata.Draw(simdata.FanLv{P: p}, 40, rand.New(rand.NewPCG(5, 2)))
		for i, y := range predictAll(t, fractionFit(t, wide, 1, every(40, 1)), every(40, 1)) {
			if math.Abs(y-wide.Response[i]) > 1e-7 {
				t.Errorf("%d features: response %d is %v, fitted as %v", p, i, wide.Response[i], y)
			}
		}
	}
}

// A feature that is constant in the training records, or the multiple of one before it, gets the coefficient 0, and
// the others get the same coefficients as without it.
func TestFractionAliased(t *testing.T) {
	for _, p := range []int{9, 60} {
		rows := every(70, 2)
		d := simdata.Draw(simdata.FanLv{P: p}, 70, rand.New(rand.NewPCG(6, 1)))
		clean := mat.DenseCopyOf(d.X)
		less := &dataset.Data{X: clean, Response: d.Response}
		for i := range 70 {
			clean.Set(i, 5, 0)
			clean.Set(i, 7, 0)
			d.X.Set(i, 7, -3*d.X.At(i, 2))
			if i%2 == 0 {
				d.X.Set(i, 5, 0.1)
			}
		}
		for _, fraction := range []float64{0.3, 1} {
			b0, b := fractionFit(t, less, fraction, rows).Coef()
			compareCoef(t, fmt.Sprint(p, " features, fraction ", fraction), fractionFit(t, d, fraction, rows),
				append([]float64{b0}, b...))
		}
	}
}

// Features of few values tie: they enter and leave together, and are collinear by chance. The point of the path
// minimizes the lasso all the same: no product with the residuals is larger than the products of the active
// features, which have the signs of their coefficients.
func TestFractionTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 20000 {
		n, p := 3+rng.IntN(20), 1+rng.IntN(30)
		d := &dataset.Data{X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
		for i := range n {
			for j := range p {
				d.X.Set(i, j, float64(rng.IntN(2)))
			}
			d.Response[i] = float64(rng.IntN(4))
		}
		f := fractionFit(t, d, 0.1+0.8*rng.Float64(), every(n, 1))
		out := make([]float64, n)
		f.Predict(every(n, 1), out)
		products, penalty := make([]float64, p), 0.0
		for j := range p {
			for i := range n {
				products[j] += (d.X.At(i, j) - f.mean[j]) * (d.Response[i] - out[i])
			}
			if f.length[j] > 1e-6 {
				products[j] /= f.length[j]
			}
			penalty = math.Max(penalty, math.Abs(products[j]))
		}
		_, coef := f.Coef()
		for j, b := range coef {
			if math.Abs(b) > 1e-9 && math.Abs(products[j]-math.Copysign(penalty, b)) > 1e-9 {
				t.Fatalf("%v %v: feature %d with coefficient %v has product %v, the penalty is %v",
					d.X.RawMatrix().Data, d.Response, j, b, products[j], penalty)
			}
		}
	}
}

// Without anything to explain, or to explain it by, the fit is the mean.
func TestFractionMean(t *testing.T) {
	d := regression(30, 4, 1)
	for i := range 10 {
		d.Response[i] = 3
	}
	constant := regression(30, 4, 1)
	constant.X.Apply(func(int, int, float64) float64 { return 0.3 }, constant.X)
	mean := (constant.Response[0] + constant.Response[1] + constant.Response[2]) / 3
	for _, c := range []struct {
		data *dataset.Data
		rows []int32
		want float64
	}{{d, every(10, 1), 3}, {d, []int32{20}, d.Response[20]}, {constant, every(3, 1), mean}} {
		for _, got := range predictAll(t, fractionFit(t, c.data, 0.5, c.rows), c.rows) {
			if math.Abs(got-c.want) > 1e-13 {
				t.Errorf("predicted %v, want %v", got, c.want)
			}
		}
	}
}
