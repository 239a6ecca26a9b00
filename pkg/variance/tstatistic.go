package variance

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
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

// Eigenvalues returns those of Sigma_2m: of the differences within replications
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
		return fmt.Errorf("variance: rho1 = %v, rho2 = %v leave no variance within or between replications; take rho1 below 1 and rho2 below (1+rho1)/2", l.Rho1, l.Rho2)
	}
	return nil
}

// Var returns the variance of the mean (thesis, eq. 5.3).
func (l TStatistic) Var() float64 {
	_, _, mean := l.Eigenvalues()
	return mean / (2 * float64(l.M))
}

// moments returns the sums of the first and second powers of the 2m - 1
// eigenvalues that 2m sd² consists of. The first is 2m less the eigenvalue of the
// mean, for the trace of Sigma_2m is 2m.
func (l TStatistic) moments() (first, second float64) {
	n := float64(l.M)
	w, b, _ := l.Eigenvalues()
	return n*w + (n-1)*b, n*w*w + (n-1)*b*b
}

// C returns C_m, the factor of sd in the t statistic (thesis, eq. 5.24). It rises
// with rho1 and rho2.
func (l TStatistic) C() float64 {
	_, _, mean := l.Eigenvalues()
	first, _ := l.moments()
	return math.Sqrt(mean / first)
}

// DF returns f_m, the degrees of freedom of the t statistic (thesis, eq. 5.25).
// Its maximum 2m-1 is at rho1 = rho2; it falls away to both sides (erratum E27).
func (l TStatistic) DF() float64 {
	first, second := l.moments()
	return first * first / second
}

// V returns v_m: 2m sd²/v_m is nearly chi²(f_m) (thesis, eq. 5.18, 5.19). It rises
// with m where rho1 > rho2, against eq. 5.104 (erratum E25).
func (l TStatistic) V() float64 {
	first, second := l.moments()
	return second / first
}

// Chat returns Chat_m, which is C_m at rho1 = rho2 = 1/2 (thesis, eq. 5.32).
func Chat(m int) float64 { return math.Sqrt(float64(2*m+1) / float64(2*m-1)) }

// DFhat returns fhat_m = 2m-1, the degrees of freedom that the test takes
// (thesis, eq. 5.33).
func DFhat(m int) float64 { return float64(2*m - 1) }

// ExpectedSD returns E[sd], as the chi-squared distribution of eq. 5.18 has it:
//
//	sqrt(v_m/m) Gamma((f_m+1)/2) / Gamma(f_m/2)
//
// It is what thesis eq. 5.102 uses. Eq. 5.23 prints C_m for v_m, which
// PrintedExpectedSD computes (erratum E3). ExactExpectedSD makes no approximation.
func (l TStatistic) ExpectedSD() float64 {
	return math.Sqrt(l.V()/float64(l.M)) * special.GammaRatio(l.DF())
}

// PrintedExpectedSD returns thesis eq. 5.23 as printed, with C_m for v_m. It is no
// expectation of anything, but table 5.4 was computed with it (erratum E4).
func (l TStatistic) PrintedExpectedSD() float64 {
	return math.Sqrt(l.C()/float64(l.M)) * special.GammaRatio(l.DF())
}

// Q returns q(m) of thesis tables 5.11 and 5.12:
//
//	sqrt((2m+1)/((2m-1)m)) Gamma((f_m+1)/2) / Gamma(f_m/2)
//
// so that Chat_m E[sd] = sqrt(v_m) q(m). The thesis says that it falls with m;
// where rho1 is well above rho2 it rises at first (erratum E25).
func (l TStatistic) Q() float64 {
	return Chat(l.M) / math.Sqrt(float64(l.M)) * special.GammaRatio(l.DF())
}
