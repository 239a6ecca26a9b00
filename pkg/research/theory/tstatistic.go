package theory

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
	"github.com/block-regularized/bcv/pkg/variance"
)

// TStatistic is variance.TStatistic with the approximation of its distribution that the
// thesis makes: (mean - mu)/(C_m sd) is nearly t(f_m).
type TStatistic variance.TStatistic

// Check is that of variance.TStatistic.
func (l TStatistic) Check() error { return variance.TStatistic(l).Check() }

// Eigenvalues are those of variance.TStatistic.
func (l TStatistic) Eigenvalues() (within, between, mean float64) {
	return variance.TStatistic(l).Eigenvalues()
}

// Var is that of variance.TStatistic.
func (l TStatistic) Var() float64 { return variance.TStatistic(l).Var() }

// Exceed is that of variance.TStatistic.
func (l TStatistic) Exceed(effect, factor float64) float64 {
	return variance.TStatistic(l).Exceed(effect, factor)
}

// ExactExpectedSD is that of variance.TStatistic.
func (l TStatistic) ExactExpectedSD() float64 { return variance.TStatistic(l).ExactExpectedSD() }

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
	return variance.Chat(l.M) / math.Sqrt(float64(l.M)) * special.GammaRatio(l.DF())
}
