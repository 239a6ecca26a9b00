package linear

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Features far from 0, and more records than a cross product takes at a time: coefficients agree with a QR
// decomposition of the centred records.
func TestFarFromZero(t *testing.T) {
	const n, p, far = 700, 4, 1e6
	d := regression(n, p, 4)
	near := mat.DenseCopyOf(d.X)
	d.X.Apply(func(i, j int, v float64) float64 { return v + far }, d.X)
	for i := range d.Response {
		d.Response[i] += far
	}
	set, err := cv.New(cv.BCV, n, cv.Options{M: 3, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	train := set.Fold(3).Train
	x, y := mat.NewDense(len(train), p+1, nil), mat.NewDense(len(train), 1, nil)
	for k, i := range train {
		x.SetRow(k, append([]float64{1}, near.RawRowView(int(i))...))
		y.Set(k, 0, d.Response[i]-far)
	}
	var want mat.Dense
	if err := want.Solve(x, y); err != nil {
		t.Fatal(err)
	}
	for _, l := range []learn.Learner{OLS{}, Ridge{Lambda: 1e-9}, Lasso{Lambda: 1e-12, Tolerance: 1e-20}} {
		q, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		fits := map[string]learn.Fitter{"Fit": q.NewFitter(nil), "FitFold": q.NewFitter(nil)}
		shared := fits["FitFold"].(learn.SetFitter)
		_, errFit := fits["Fit"].Fit(t.Context(), train)
		err = shared.Open(t.Context(), set)
		_, errFold := shared.FitFold(t.Context(), 3)
		if err := errors.Join(errFit, err, errFold); err != nil {
			t.Fatal(err)
		}
		fits["residuals"] = (&lasso{columns: newColumns(d), settings: Lasso{Lambda: 1e-12, Tolerance: 1e-20}}).NewFitter(nil)
		if _, err := fits["residuals"].Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		for how, f := range fits {
			_, coef := f.(Model).Coef()
			for j, b := range coef {
				if w := want.At(j+1, 0); math.Abs(b-w) > 1e-8 {
					t.Errorf("%s, %s: coefficient %d is %v, want %v", l, how, j, b, w)
				}
			}
		}
	}
}

// The products between records that a wide ridge regression solves with do not
// lose digits far from 0 either.
func TestDualFarFromZero(t *testing.T) {
	train := []int32{1, 2, 3, 5, 8, 13, 14, 15, 21, 22, 23, 30, 31, 33, 34, 37, 38, 39}
	for _, standardize := range []bool{false, true} {
		d := regression(40, 60, 4)
		var coef [2][]float64
		for k := range coef {
			f := newDual(newColumns(d), Ridge{1, standardize}, &ender{}).NewFitter(nil)
			predicted := predictAll(t, f, train)
			_, b := f.(Model).Coef()
			coef[k] = slices.Clone(b)
			plane := f.(*dualFitter).model
			for r, i := range train {
				if v := plane.at(i); math.Abs(v-predicted[r]) > 1e-8 {
					t.Errorf("standardize %v: predicted %v, by the coefficients %v", standardize, predicted[r], v)
				}
			}
			d.X.Apply(func(i, j int, v float64) float64 { return v + 1e5 }, d.X)
		}
		for j, b := range coef[1] {
			if math.Abs(b-coef[0][j]) > 1e-9 {
				t.Errorf("standardize %v: coefficient %d is %v, near 0 it is %v", standardize, j, b, coef[0][j])
			}
		}
	}
}

// A standardized lasso finds the same features far from 0.
func TestLassoFarFromZero(t *testing.T) {
	train := []int32{1, 2, 3, 5, 8, 13, 14, 15, 21, 22, 23, 30, 31, 33, 34, 37, 38, 39}
	d := regression(40, 60, 4)
	var coef [2][]float64
	for k := range coef {
		q, err := Lasso{Standardize: true, Tolerance: 1e-18}.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f := q.NewFitter(nil)
		predictAll(t, f, train)
		_, b := f.(Model).Coef()
		coef[k] = slices.Clone(b)
		d.X.Apply(func(i, j int, v float64) float64 { return v + 1e8 }, d.X)
	}
	for j, b := range coef[1] {
		if math.Abs(b-coef[0][j]) > 1e-5 {
			t.Errorf("coefficient %d is %v, near 0 it is %v", j, b, coef[0][j])
		}
	}
}

// Newton's method starts from Fisher's discriminant, here by hand: the classes
// 1, 2, 3 and 3, 5 have means 2 and 4 and a pooled variance (1/n) of 4/5.
func TestLogisticStart(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(5, 1, []float64{1, 2, 3, 3, 5}), Class: []int32{0, 0, 0, 1, 1},
		Classes: []string{"a", "b"}}
	f := (&logistic{columns: newColumns(d)}).newFitter()
	f.load([]int32{0, 1, 2, 3, 4})
	f.begin(5)
	slope := 2 / 0.8
	intercept := math.Log(2.0/3) - 3*slope + 2.8*slope // about the mean, 2.8
	if math.Abs(f.beta[1]-slope) > 1e-12 || math.Abs(f.beta[0]-intercept) > 1e-12 {
		t.Errorf("starts from %v, want %v and %v", f.beta, intercept, slope)
	}
}

// Features that differ by a thousandth, responses of 1e20, against which the penalty is
// nothing, and a tolerance near rounding: each step gains a little for ever. The rounds
// of a fit are counted all together, so that it ends with an error; rounds within
// rounds took up to 10^10.
func TestLassoEnds(t *testing.T) {
	for _, n := range []int{16, 60} { // on residuals, on products
		const p = 9
		rng := rand.New(rand.NewPCG(1, 2))
		d := &dataset.Data{Response: make([]float64, n), X: mat.NewDense(n, p, nil)}
		train := make([]int32, 0, n/2)
		for i := range n {
			for j := range p {
				d.X.Set(i, j, float64(i)+1e-3*float64(j)*rng.NormFloat64())
			}
			d.Response[i] = 1e20 * rng.NormFloat64()
			if i%2 == 0 {
				train = append(train, int32(i))
			}
		}
		m, err := Lasso{Tolerance: 1e-15}.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		numtest.Ends(t, func() {
			if _, err := m.NewFitter(nil).Fit(t.Context(), train); err == nil ||
				!strings.Contains(err.Error(), "did not converge in 1000000 rounds") {
				t.Errorf("%d records: %v", n, err)
			}
		}, "Fit", n)
	}
}

// All rounds count, and a change that is NaN ends them at once.
func TestSettleIsBounded(t *testing.T) {
	calls := 0
	still := func(bool) float64 { calls++; return 1 }
	if settle(still, 0.5, &rounds{&ender{}, maxRounds}) || calls != maxRounds {
		t.Errorf("%d rounds of a descent that never settles, want %d", calls, maxRounds)
	}
	calls = 0
	if settle(func(bool) float64 { calls++; return math.NaN() }, 0.5, &rounds{&ender{}, maxRounds}) || calls != 1 {
		t.Errorf("%d rounds of NaN", calls)
	}
}

// Features whose squares overflow are refused before training.
func TestTooLargeFeature(t *testing.T) {
	d := &dataset.Data{Response: []float64{1, 2, 3}, X: mat.NewDense(3, 1, []float64{1, -1e200, 3})}
	for _, l := range []learn.Learner{OLS{}, Ridge{}, Lasso{}, Lasso{Fraction: 0.5}} {
		if _, err := l.Prepare(t.Context(), d); err == nil ||
			!strings.Contains(err.Error(), "record 1, feature x1 is -1e+200") {
			t.Errorf("%s: %v", l, err)
		}
	}
}
