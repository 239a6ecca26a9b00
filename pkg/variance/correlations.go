package variance

import "fmt"

// MeanEigenvalue returns 1 + rho1 + 2(m-1) rho2, the variance of the mean of the 2m
// estimates of an m x 2 CV as a multiple of the variance with independent estimates
// (thesis, eq. 5.3):
// the eigenvalue of Sigma_2m that belongs to the mean.
func MeanEigenvalue(m int, rho1, rho2 float64) float64 {
	return 1 + rho1 + 2*float64(m-1)*rho2
}

// rounding is the excess over a limit that the rounding of decimals may cause.
const rounding = 1e-12

// CheckCorrelations returns an error unless rho1 and rho2 can be the correlations of
// the 2m hold-out estimates of an m x 2 CV within and between replications: both at
// most 1, 2 rho2 at most 1 + rho1, and the variance of the mean of all estimates
// positive. (2 rho2 <= 1 + rho1 is theorem 2 of the 5x2 BCV McNemar paper with equality
// let in, its eq. 9.) At m = 1 rho2 does not matter.
func CheckCorrelations(m int, rho1, rho2 float64) error {
	if m < 1 {
		return fmt.Errorf("variance: m = %d replications; give at least 1", m)
	}
	if m == 1 && rho2-rho2 == 0 {
		rho2 = 0 // there is no other replication
	}
	switch {
	case !(rho1 >= -1 && rho1 <= 1 && rho2 >= -1 && rho2 <= 1):
		return fmt.Errorf("variance: rho1 = %v, rho2 = %v; correlations lie between -1 and 1", rho1, rho2)
	case 2*rho2 > 1+rho1+rounding:
		return fmt.Errorf("variance: rho1 = %v, rho2 = %v; rho2 is at most (1+rho1)/2 = %v", rho1, rho2, (1+rho1)/2)
	case !(MeanEigenvalue(m, rho1, rho2) > 0):
		return fmt.Errorf("variance: rho1 = %v, rho2 = %v leave the mean of %d replications without variance; take "+
			"rho1 above -1 and rho2 from 0", rho1, rho2, m)
	}
	return nil
}
