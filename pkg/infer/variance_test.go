package infer

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/variance"
	"gonum.org/v1/gonum/floats/scalar"
)

// The three estimators by the printed sums (thesis eq. 5.9, 5.12, 5.15).
func TestVarianceEstimators(t *testing.T) {
	for _, name := range []string{"3x2", "5x2", "7x2"} {
		d := cases(t)[name]
		m := d.Replications()
		within, all, between := 0.0, 0.0, 0.0
		for j := range m {
			center := (d.At(j, 0) + d.At(j, 1)) / 2
			between += math.Pow(center-d.Mean(), 2)
			for k := range 2 {
				within += math.Pow(d.At(j, k)-center, 2)
				all += math.Pow(d.At(j, k)-d.Mean(), 2)
			}
		}
		n := float64(m)
		for i, c := range []struct {
			v    variance.Estimator
			want float64
		}{
			{variance.Var1, within / (2 * n)},
			{variance.Var2, all / (2 * n)},
			{variance.Var3, within/(2*n) + (n+1)/(n*(n-1))*between},
		} {
			if got := must[float64](t)(d.Variance(c.v)); !scalar.EqualWithinRel(got, c.want, 1e-12) {
				t.Errorf("%s: Var%d %v, want %v", name, i+1, got, c.want)
			}
		}
	}
	one := must[Differences](t)(DifferencesOf(row(1, 3)))
	if got := must[float64](t)(one.Variance(variance.Var1)); got != 1 {
		t.Errorf("Var1 at m = 1: %v, want 1", got)
	}
	for _, d := range []Differences{cases(t)["10fold"], one} {
		if _, err := d.Variance(variance.Var3); err == nil {
			t.Errorf("Var3 of %s", d.Design())
		}
	}
}

// The expectation against draws from the distribution of eq. 5.4; 20000 draws.
func TestVarianceExpectation(t *testing.T) {
	const m, rho1, rho2, draws = 4, 0.3, 0.2, 20000
	rng := rand.New(rand.NewPCG(3, 5))
	var sum, squares [3]float64
	for range draws {
		mu := make([][]float64, m)
		shared := rng.NormFloat64() * math.Sqrt(rho2)
		for j := range mu {
			pair := shared + rng.NormFloat64()*math.Sqrt(rho1-rho2)
			mu[j] = []float64{pair + rng.NormFloat64()*math.Sqrt(1-rho1), pair + rng.NormFloat64()*math.Sqrt(1-rho1)}
		}
		d := must[Differences](t)(DifferencesOf(mu))
		for i, e := range variance.Estimators {
			x := must[float64](t)(d.Variance(e))
			sum[i] += x
			squares[i] += x * x
		}
	}
	for i, e := range variance.Estimators {
		mean := sum[i] / draws
		se := math.Sqrt((squares[i]/draws - mean*mean) / draws)
		if want := e.Expectation(variance.TStatistic{M: m, Rho1: rho1, Rho2: rho2}); math.Abs(mean-want) > 4*se {
			t.Errorf("%v: mean %v ± %v, want %v", e, mean, se, want)
		}
	}
}
