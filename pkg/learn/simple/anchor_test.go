package simple

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// The theory of mean regression: y ~ N(mu, psi²), squared loss, halves of n
// records (Wang 2019 thesis, example 5.1 and §5.9.4).
const (
	mu, psi = -2.0, 1.5
	psi4    = psi * psi * psi * psi
)

// covariance is the covariance of two hold-out estimates whose training sets share x records.
func covariance(n, x float64) float64 {
	return 8 * psi4 / (n * n * n * n) * (36*x*x + n*(n-20)*x + 4*n*n)
}

// products returns, for each of the given number of data sets, the product of
// the errors of each pair of folds of a partition set.
func products(t *testing.T, n, dataSets int, pairs [][2]int, newSet func(seed uint64) (cv.Set, error)) [][]float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	expected := psi * psi * (1 + 2/float64(n))
	out := make([][]float64, len(pairs))
	d := &dataset.Data{X: mat.NewDense(n, 1, nil), Response: make([]float64, n)}
	predicted := make([]float64, n)
	for s := range dataSets {
		for i := range d.Response {
			d.Response[i] = mu + psi*rng.NormFloat64()
		}
		set, err := newSet(uint64(s))
		if err != nil {
			t.Fatal(err)
		}
		f := fitter(t, Mean{}, d)
		var deviation []float64
		for _, fold := range set.Folds() {
			if _, err := f.Fit(t.Context(), fold.Train); err != nil {
				t.Fatal(err)
			}
			f.Predict(fold.Valid, predicted)
			var loss float64
			for k, i := range fold.Valid {
				loss += (d.Response[i] - predicted[k]) * (d.Response[i] - predicted[k])
			}
			deviation = append(deviation, loss/float64(len(fold.Valid))-expected)
		}
		for k, pair := range pairs {
			out[k] = append(out[k], deviation[pair[0]]*deviation[pair[1]])
		}
	}
	return out
}

// near reports a mean that is more than three of its standard errors away from
// its expectation. The samples come from different data sets, hence are
// independent.
func near(t *testing.T, what string, n int, samples []float64, want float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(samples, nil)
	se := sd / math.Sqrt(float64(len(samples)))
	if math.Abs(mean-want) > 3*se {
		t.Errorf("n=%d: %s is %.6f ± %.6f, want %.6f", n, what, mean, se, want)
	}
}

// average returns the mean of the given columns of x, data set by data set.
func average(x [][]float64, columns ...int) []float64 {
	out := make([]float64, len(x[0]))
	for _, c := range columns {
		for s, v := range x[c] {
			out[s] += v / float64(len(columns))
		}
	}
	return out
}

// The folds of 3 x 2 BCV have the variance and the correlations of the theory,
// rho1 = 8/(n+6) within a replication and rho2 = (n+5)/(2n+12) between two. A
// correlation is tested as covariance - rho·variance, whose mean is 0.
func TestAnchorBCV(t *testing.T) {
	for _, n := range []int{20, 40, 100} {
		pairs := [][2]int{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {0, 1}, {2, 3}, {4, 5}}
		for j := range 4 { // folds of different replications
			for k := (j/2 + 1) * 2; k < 6; k++ {
				pairs = append(pairs, [2]int{j, k})
			}
		}
		x := products(t, n, 15000, pairs, func(seed uint64) (cv.Set,
			error) {
			return cv.New(cv.BCV, n, cv.Options{M: 3, Seed: seed})
		})
		variance := average(x, 0, 1, 2, 3, 4, 5)
		within := average(x, 6, 7, 8)
		between := average(x, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
		size := float64(n)
		near(t, "variance", n, variance, covariance(size, size/2))
		near(t, "covariance within", n, within, covariance(size, 0))
		near(t, "covariance between", n, between, covariance(size, size/4))
		rho1, rho2 := 8/(size+6), (size+5)/(2*size+12)
		for s, v := range variance {
			within[s] -= rho1 * v
			between[s] -= rho2 * v
		}
		near(t, "rho1 times the variance", n, within, 0)
		near(t, "rho2 times the variance", n, between, 0)
	}
}

// Two halves that share x records have the covariance f(x) of the theory.
func TestAnchorOverlap(t *testing.T) {
	for _, n := range []int{20, 40, 100} {
		for _, x := range []int{1, n / 10, 2 * n / 5, n/2 - 1} {
			shifted := span(n/2-x, n-x)
			set := cv.Set{Method: cv.RLT, N: n, Splits: []cv.Split{
				{Train: span(0, n/2), Valid: span(n/2, n)},
				{Train: shifted, Valid: append(span(0, n/2-x), span(n-x, n)...)},
			}}
			p := products(t, n, 15000, [][2]int{{0, 1}}, func(uint64) (cv.Set, error) { return set, nil })
			near(t, "f", n, p[0], covariance(float64(n), float64(x)))
		}
	}
}

// span returns the numbers from to to-1.
func span(from, to int) []int32 {
	out := make([]int32, to-from)
	for k := range out {
		out[k] = int32(from + k)
	}
	return out
}
