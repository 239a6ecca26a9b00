package calibration

import "github.com/block-regularized/bcv/pkg/posterior/paired"

// cell is a pair of correlations of normal differences.
type cell struct{ rho1, rho2 float64 }

// cells returns the grid, without correlations that no two-fold CV can have: correlations with
// rho2 >= (1+rho1)/2.
func cells() []cell {
	var out []cell
	for i := range 6 {
		for k := range 6 {
			if c := (cell{float64(i) / 10, float64(k) / 10}); 1+c.rho1-2*c.rho2 > 1e-9 {
				out = append(out, c)
			}
		}
	}
	return out
}

// variances returns the variances of W and B per degree of freedom and of the mean, in units of
// sigma².
func (c cell) variances(m int) (within, between, mean float64) {
	return 1 - c.rho1, 1 + c.rho1 - 2*c.rho2, (1 + c.rho1 + 2*float64(m-1)*c.rho2) / float64(2*m)
}

// claims is the probability that a procedure claims a positive difference where the true
// one is effect standard deviations of the mean.
func (c cell) claims(m int, p procedure, effect float64) float64 {
	return paired.Claims(m, c.rho1, c.rho2, effect, p.reach)
}
