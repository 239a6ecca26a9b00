package simdata

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Epsilon draws the losses, 0 or 1, of two algorithms on the records of a data
// set (5x2 BCV McNemar paper, §5.2; after Dietterich 1998): on the first half of
// the records A errs with probability eps/2 and B with 3 eps/2, on the second
// half the other way round, so that both have the error rate eps. a and b have
// one element a record. The paper has n = 300 and eps = 0.1.
func Epsilon(eps float64, a, b []bool, rng *rand.Rand) {
	low, high := eps/2, 3*eps/2
	for i := range a {
		pa, pb := low, high
		if i >= len(a)/2 {
			pa, pb = high, low
		}
		a[i] = rng.Float64() < pa
		b[i] = rng.Float64() < pb
	}
}

// NormalLosses draws the 2m hold-out losses of an m x 2 CV, replication by
// replication, from a normal distribution (Wang 2019 thesis, eqs. 5.4, 5.5): mean
// mu, variance sigma², correlation rho1 within a replication and rho2 between
// replications. It fills losses, whose length must be even, and returns an error
// if no such distribution exists: rho2 goes from 0 to 1, rho1 from 2 rho2 - 1 to 1.
func NormalLosses(mu, sigma, rho1, rho2 float64, losses []float64, rng *rand.Rand) error {
	switch {
	case len(losses)%2 != 0:
		return fmt.Errorf("simdata: %d losses of an m x 2 CV; give two a replication", len(losses))
	case !(rho2 >= 0 && rho2 <= 1 && rho1 <= 1 && rho1 >= 2*rho2-1):
		return fmt.Errorf("simdata: no normal distribution has rho1 = %v and rho2 = %v; rho2 goes from 0 to 1, rho1 "+
			"from 2 rho2 - 1 to 1", rho1, rho2)
	}
	// A part that all share, half the sum of a pair and half its difference.
	common := math.Sqrt(rho2) * rng.NormFloat64()
	half, difference := math.Sqrt((1+rho1-2*rho2)/2), math.Sqrt((1-rho1)/2)
	for k := 0; k < len(losses); k += 2 {
		u, v := half*rng.NormFloat64(), difference*rng.NormFloat64()
		losses[k] = mu + sigma*(common+u+v)
		losses[k+1] = mu + sigma*(common+u-v)
	}
	return nil
}
