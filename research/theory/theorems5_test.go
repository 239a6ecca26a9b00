package theory

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/cv"

	"github.com/block-regularized/bcv/pkg/variance"
)

// sigma returns the correlation matrix Sigma_2m of thesis eq. 5.5.
func sigma(m int, rho1, rho2 float64) *mat.SymDense {
	out := mat.NewSymDense(2*m, nil)
	for i := range 2 * m {
		for j := range i + 1 {
			switch {
			case i == j:
				out.SetSym(i, j, 1)
			case i/2 == j/2:
				out.SetSym(i, j, rho1)
			default:
				out.SetSym(i, j, rho2)
			}
		}
	}
	return out
}

// Lemma 5.1: two folds of a balanced m x 2 CV share all, none or a quarter of the records
// as training records, so that three numbers make the covariance matrix; and eq. 5.3.
func TestThreeNumbersMakeTheCovariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 7).Draw(t, "m")
		n := 8 * rapid.IntRange(1, 6).Draw(t, "n/8")
		f := Function(MeanRegression{N: n, Psi: 1}.Covariance)
		overlaps := setOf(t, cv.BCV, n, cv.Options{M: m, Seed: rapid.Uint64().Draw(t, "seed")})
		rho1, rho2 := Correlations(f, n)
		want := sigma(m, rho1, rho2)
		for i, row := range overlaps {
			for j, x := range row {
				if got := f(float64(x)) / f(float64(n)/2); math.Abs(got-want.At(i, j)) > 1e-12 {
					t.Fatalf("correlation of folds %d and %d: %v, want %v", i, j, got, want.At(i, j))
				}
			}
		}
		mean := mat.Sum(want) / float64(4*m*m)
		if l := (TStatistic{M: m, Rho1: rho1, Rho2: rho2}); math.Abs(l.Var()-mean) > 1e-12 ||
			math.Abs(l.Var()-variance.MeanEigenvalue(m, rho1, rho2)/float64(2*m)) > 1e-12 {
			t.Fatalf("variance of the mean %v, by the matrix %v", l.Var(), mean)
		}
	})
}

// unbiasedGap solves for the symmetric matrix A of a quadratic estimator x'Ax of the
// variance of the mean and returns the largest bias that is left at some distributions:
// its expectation is tr(A Sigma) + mu² 1'A1.
func unbiasedGap(t *testing.T, m int, means []float64) float64 {
	size := 2 * m
	type point struct{ mu, rho1, rho2 float64 }
	var points []point
	for _, mu := range means {
		for _, rho1 := range []float64{0, 0.2, 0.45} {
			for _, rho2 := range []float64{0, 0.15, 0.4} {
				points = append(points, point{mu, rho1, rho2})
			}
		}
	}
	rows, target := mat.NewDense(len(points), size*size, nil), mat.NewVecDense(len(points), nil)
	for p, at := range points {
		s := sigma(m, at.rho1, at.rho2)
		for i := range size {
			for j := range size {
				rows.Set(p, i*size+j, s.At(i, j)+at.mu*at.mu)
			}
		}
		target.SetVec(p, mat.Sum(s)/float64(size*size))
	}
	var svd mat.SVD
	if !svd.Factorize(rows, mat.SVDThin) {
		t.Fatal("no decomposition")
	}
	var a, left mat.VecDense
	svd.SolveVecTo(&a, target, svd.Rank(1e-10))
	left.MulVec(rows, &a)
	left.SubVec(&left, target)
	return mat.Norm(&left, math.Inf(1))
}

// Theorem 5.1, for estimators that are quadratic forms of the hold-out estimates: none is
// unbiased for every mean and correlation. If the mean were known, one would be.
func TestNoUnbiasedVariance(t *testing.T) {
	for _, m := range []int{2, 3, 5} {
		if gap := unbiasedGap(t, m, []float64{0, 1, 3}); gap < 0.05 {
			t.Errorf("m = %d: a quadratic form with a bias of at most %v", m, gap)
		}
		if gap := unbiasedGap(t, m, []float64{0}); gap > 1e-9 {
			t.Errorf("m = %d, mean known: the least bias is %v", m, gap)
		}
	}
}

// Lemmas 5.5 and 5.6, and with them the independence in theorem 5.2: for the mean a'x and
// the spread x'Bx both a'Sigma B and B Sigma (aa') are 0 for every m, rho1 and rho2, which
// holds for no other weights of the mean, unless rho1 = rho2.
func TestMeanIsIndependentOfSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := corner(t)
		size := 2 * l.M
		s, spread := sigma(l.M, l.Rho1, l.Rho2), mat.NewSymDense(size, nil)
		weights, uneven := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
		for i := range size {
			weights.SetVec(i, 1/float64(size))
			for j := range i + 1 {
				spread.SetSym(i, j, -1/float64(size))
			}
			spread.SetSym(i, i, 1-1/float64(size))
		}
		uneven.SetVec(0, 1) // the first estimate, the numerator of 98paired
		product := func(a *mat.VecDense) float64 {
			var sa, bsa mat.VecDense
			sa.MulVec(s, a)
			bsa.MulVec(spread, &sa)
			return mat.Norm(&bsa, 2)
		}
		if got := product(weights); got > 1e-12 {
			t.Fatalf("%+v: B Sigma a = %v for the mean", l, got)
		}
		if got := product(uneven); got < 0.1 {
			t.Fatalf("%+v: B Sigma a = %v for the first estimate, which would be independent of the spread", l, got)
		}
	})
}

// Theorem 5.4 (3): as m grows the interval covers mu with a probability above 1-alpha if
// and only if rho2 is below 1/2, by eq. 5.7 and 5.38.
func TestIntervalIsConservativeBelowOneHalf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alpha := rapid.Float64Range(0.001, 0.3).Draw(t, "alpha")
		rho1 := rapid.Float64Range(0.3, 0.6).Draw(t, "rho1")
		rho2 := rapid.Float64Range(0.05, 0.64).Draw(t, "rho2")
		if math.Abs(rho2-0.5) < 0.02 {
			t.Skip("at the border")
		}
		const m = 3000
		l := TStatistic{M: m, Rho1: rho1, Rho2: rho2}
		u := distuv.UnitNormal.Quantile(1 - alpha/2)
		limit := 2 * distuv.UnitNormal.Survival(u*math.Sqrt((1-rho2)/rho2))
		missed := 2 * l.Exceed(0, variance.Chat(m)*tCritical(alpha/2, variance.DFhat(m)))
		if math.Abs(missed-limit) > 0.05*limit+1e-6 {
			t.Fatalf("%+v: misses mu with %v, in the limit %v", l, missed, limit)
		}
		if (missed < alpha) != (rho2 < 0.5) {
			t.Fatalf("%+v: misses mu with %v at alpha = %v", l, missed, alpha)
		}
	})
}
