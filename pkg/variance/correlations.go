package variance

import (
	"fmt"
	"math"
)

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

// UpTo returns correlations rho1 and rho2 from 0 to a limit between 0 and 1 at which the errors of a test on an m x 2
// CV are looked for: a grid of six values each, and, above 1/2, the least rho1 beside the limit as rho2, where that of
// bcv-t is largest. Each pair is possible for any m: rho2 is just below (1+rho1)/2 at most.
func UpTo(limit float64) [][2]float64 {
	const steps = 5
	var out [][2]float64
	add := func(rho1, rho2 float64) {
		out = append(out, [2]float64{rho1, min(rho2, (1+rho1)/2-1e-5)}) // at the bound itself there is no distribution
	}
	for i := range steps + 1 {
		for j := range steps + 1 {
			add(limit*float64(i)/steps, limit*float64(j)/steps)
		}
	}
	if limit > 0.5 {
		add(2*limit-1, limit)
	}
	return out
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
