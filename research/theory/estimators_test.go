package theory

import (
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// The printed biases over sigma² (thesis eq. 5.11, 5.14, 5.17).
func TestBiasAsPrinted(t *testing.T) {
	for m := 2; m < 9; m++ {
		n := float64(m)
		for _, rho := range [][2]float64{{0, 0}, {0.1, 0.3}, {0.5, 0.5}, {0.4, 0.1}} {
			for i, c := range []struct {
				v    Estimator
				want float64
			}{
				{Var1, 0.5 - (n+1)/(2*(n-1))*rho[0] - rho[1]},
				{Var2, 1 - rho[0]/(n-1) - 2*rho[1]},
				{Var3, n/(n-1) - 2*n/(n-1)*rho[1]},
			} {
				if got := c.v.Bias(TStatistic{M: m, Rho1: rho[0], Rho2: rho[1]}); !scalar.EqualWithinAbs(got,
					(n-1)/n*c.want, 1e-14) {
					t.Errorf("m = %d, rho %v: bias of Var%d %v, want %v", m, rho, i+1, got, (n-1)/n*c.want)
				}
			}
		}
	}
}
