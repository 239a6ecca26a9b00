package variance

import (
	"fmt"
	"math"
)

// TStatistic describes the t statistic of a balanced m x 2 BCV when the 2m hold-out
// estimates are normal with mean mu, variance sigma² and the correlation matrix
// Sigma_2m of thesis eq. 5.5: rho1 within a replication, rho2 between
// replications. All its lengths are in units of sigma. With
//
//	mean = mean of the 2m estimates
//	sd²  = Var2 = 1/(2m) sum (estimate - mean)²   (eq. 5.12)
//
// mean and sd are independent, 2m sd² is (1-rho1) X + (1+rho1-2 rho2) Y with
// independent X ~ chi²(m) and Y ~ chi²(m-1), and (mean - mu)/(C_m sd) is nearly
// t(f_m). It is exactly so if and only if rho1 = rho2.
type TStatistic struct {
	M    int // replications, at least 1
	Rho1 float64
	Rho2 float64
}

// Eigenvalues returns the eigenvalues of Sigma_2m: of the differences within replications
// (m times), of the differences between replications (m-1 times) and of the mean.
func (l TStatistic) Eigenvalues() (within, between, mean float64) {
	return 1 - l.Rho1, 1 + l.Rho1 - 2*l.Rho2, MeanEigenvalue(l.M, l.Rho1, l.Rho2)
}

// Check reports correlations at which the 2m estimates have no normal density: those
// that CheckCorrelations refuses, and those at its limits. Sigma_2m must be positive
// definite:
//
//	-1 < rho1 < 1,  -(1+rho1)/(2(m-1)) < rho2 < (1+rho1)/2
//
// where the limits of rho2 fall away for m = 1. For every m, rho2 >= 0 is needed.
func (l TStatistic) Check() error {
	if err := CheckCorrelations(l.M, l.Rho1, l.Rho2); err != nil {
		return err
	}
	within, between, mean := l.Eigenvalues()
	if l.M == 1 {
		between = mean
	}
	if !(min(within, between, mean) > 0) {
		return fmt.Errorf("variance: rho1 = %v, rho2 = %v leave no variance within or between replications; take "+
			"rho1 below 1 and rho2 below (1+rho1)/2", l.Rho1, l.Rho2)
	}
	return nil
}

// Var returns the variance of the mean (thesis, eq. 5.3).
func (l TStatistic) Var() float64 {
	_, _, mean := l.Eigenvalues()
	return mean / (2 * float64(l.M))
}

// Chat returns Chat_m, which is C_m at rho1 = rho2 = 1/2 (thesis, eq. 5.32).
func Chat(m int) float64 { return math.Sqrt(float64(2*m+1) / float64(2*m-1)) }

// DFhat returns fhat_m = 2m-1, the degrees of freedom that the test takes
// (thesis, eq. 5.33).
func DFhat(m int) float64 { return float64(2*m - 1) }
