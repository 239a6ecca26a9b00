package infer

import (
	"math"
	"math/rand/v2"
	"testing"

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
			v    VarianceEstimator
			want float64
		}{
			{Var1(m), within / (2 * n)},
			{Var2(m), all / (2 * n)},
			{Var3(m), within/(2*n) + (n+1)/(n*(n-1))*between},
		} {
			if got := must[float64](t)(c.v.Estimate(d)); !scalar.EqualWithinRel(got, c.want, 1e-12) {
				t.Errorf("%s: Var%d %v, want %v", name, i+1, got, c.want)
			}
		}
	}
	one := must[Differences](t)(DifferencesOf(row(1, 3)))
	if got := must[float64](t)(Var1(1).Estimate(one)); got != 1 {
		t.Errorf("Var1 at m = 1: %v, want 1", got)
	}
	for _, d := range []Differences{cases(t)["10fold"], one} {
		if _, err := (Var3(3)).Estimate(d); err == nil {
			t.Errorf("Var3 of %s", d.Design())
		}
	}
}

// The printed biases over sigma² (thesis eq. 5.11, 5.14, 5.17).
func TestVarianceBias(t *testing.T) {
	for m := 2; m < 9; m++ {
		n := float64(m)
		for _, rho := range [][2]float64{{0, 0}, {0.1, 0.3}, {0.5, 0.5}, {0.4, 0.1}} {
			for i, c := range []struct {
				v    VarianceEstimator
				want float64
			}{
				{Var1(m), 0.5 - (n+1)/(2*(n-1))*rho[0] - rho[1]},
				{Var2(m), 1 - rho[0]/(n-1) - 2*rho[1]},
				{Var3(m), n/(n-1) - 2*n/(n-1)*rho[1]},
			} {
				if got := c.v.Bias(m, rho[0], rho[1]); !scalar.EqualWithinAbs(got, (n-1)/n*c.want, 1e-14) {
					t.Errorf("m = %d, rho %v: bias of Var%d %v, want %v", m, rho, i+1, got, (n-1)/n*c.want)
				}
			}
		}
	}
}

// The expectation against draws from the distribution of eq. 5.4; 20000 draws.
func TestVarianceExpectation(t *testing.T) {
	const m, rho1, rho2, draws = 4, 0.3, 0.2, 20000
	rng := rand.New(rand.NewPCG(3, 5))
	v := VarianceEstimator{1.3, 0.4}
	sum, squares := 0.0, 0.0
	for range draws {
		mu := make([][]float64, m)
		shared := rng.NormFloat64() * math.Sqrt(rho2)
		for j := range mu {
			pair := shared + rng.NormFloat64()*math.Sqrt(rho1-rho2)
			mu[j] = []float64{pair + rng.NormFloat64()*math.Sqrt(1-rho1), pair + rng.NormFloat64()*math.Sqrt(1-rho1)}
		}
		x := must[float64](t)(v.Estimate(must[Differences](t)(DifferencesOf(mu))))
		sum += x
		squares += x * x
	}
	mean := sum / draws
	se := math.Sqrt((squares/draws - mean*mean) / draws)
	if want := v.Expectation(m, rho1, rho2); math.Abs(mean-want) > 4*se {
		t.Errorf("mean %v ± %v, want %v", mean, se, want)
	}
}
