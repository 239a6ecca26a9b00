package theory

import (
	"fmt"

	"gonum.org/v1/gonum/integrate/quad"
)

// ARRV returns the average reduction rate of variance of one more replication:
// by what share the variance of a balanced m x 2 BCV falls from m to m+1,
// averaged over the correlations 0 < rho1, rho2 < 1/2 (thesis, eq. 3.32):
//
//	mean of (1 + rho1 - 2 rho2) / ((m+1)(1+rho1) + 2(m²-1) rho2)
//
// m is at least 1. The integrand is smooth; 60 x 60 nodes of Gauss and Legendre
// give all digits of a float64 for m up to 100 or so.
func ARRV(m int) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("theory: %d replications; give at least 1", m)
	}
	const nodes = 60
	n := float64(m)
	mean := func(rho1 float64) float64 {
		return 2 * quad.Fixed(func(rho2 float64) float64 {
			return (1 + rho1 - 2*rho2) / ((n+1)*(1+rho1) + 2*(n*n-1)*rho2)
		}, 0, 0.5, nodes, nil, 0)
	}
	return 2 * quad.Fixed(mean, 0, 0.5, nodes, nil, 0), nil
}
