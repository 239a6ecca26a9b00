package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"github.com/block-regularized/bcv/pkg/infer"
)

func differences(t *testing.T, mu [][]float64) infer.Differences {
	t.Helper()
	d, err := infer.DifferencesOf(mu)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func estimate(t *testing.T, e Estimator, d infer.Differences) float64 {
	t.Helper()
	v, err := e.Estimate(d)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The three estimators by the printed sums (thesis eq. 5.9, 5.12, 5.15).
func TestVarianceEstimators(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []int{3, 5, 7} {
		mu := make([][]float64, m)
		for j := range mu {
			mu[j] = []float64{rng.NormFloat64(), rng.NormFloat64()}
		}
		d := differences(t, mu)
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
			v    Estimator
			want float64
		}{
			{Var1, within / (2 * n)},
			{Var2, all / (2 * n)},
			{Var3, within/(2*n) + (n+1)/(n*(n-1))*between},
		} {
			if got := estimate(t, c.v, d); !scalar.EqualWithinRel(got, c.want, 1e-12) {
				t.Errorf("m = %d: Var%d %v, want %v", m, i+1, got, c.want)
			}
		}
	}
	one := differences(t, [][]float64{{1, 3}})
	if got := estimate(t, Var1, one); got != 1 {
		t.Errorf("Var1 at m = 1: %v, want 1", got)
	}
	for _, d := range []infer.Differences{differences(t, [][]float64{{1, 2, 3, 4, 5}}), one} {
		if _, err := Var3.Estimate(d); err == nil {
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
		d := differences(t, mu)
		for i, e := range Estimators {
			x := estimate(t, e, d)
			sum[i] += x
			squares[i] += x * x
		}
	}
	for i, e := range Estimators {
		mean := sum[i] / draws
		se := math.Sqrt((squares[i]/draws - mean*mean) / draws)
		if want := e.Expectation(TStatistic{M: m, Rho1: rho1, Rho2: rho2}); math.Abs(mean-want) > 4*se {
			t.Errorf("%v: mean %v ± %v, want %v", e, mean, se, want)
		}
	}
}
