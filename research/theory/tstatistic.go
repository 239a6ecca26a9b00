package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/posterior"
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

// SNRBound holds the bounds of V theorem 2 for the comparison of two posterior
// distributions, from the signal-to-noise ratio of the difference nu_A - nu_B alone.
type SNRBound struct {
	SNR2 float64 // squared mean of nu_A - nu_B over its variance
	H0   bool    // the mean favours H0, nu_A >= nu_B; otherwise the bounds are for H1
	// Prob is the least probability of the favoured hypothesis, SNR²/(1+SNR²)
	// by the one-sided inequality of Chebyshev (V prints this as "sigmoid").
	Prob float64
	// Odds bounds the posterior odds P(H0)/P(H1), which V calls the Bayes factor
	// (with equal priors it is): from below by SNR² if H0 is favoured, else from
	// above by 1/SNR² (+Inf if SNR is 0).
	Odds float64
}

// SNRBounds returns the bounds of V theorem 2 (eq. 25, 26) for two independent
// posterior distributions of one metric. posterior.LogDifference gives the
// probabilities themselves.
func SNRBounds(a, b posterior.Distribution) (SNRBound, error) {
	if a.Metric() != b.Metric() {
		return SNRBound{}, fmt.Errorf("theory: distributions of %s and %s; give those of one metric",
			a.Metric(), b.Metric())
	}
	mean := a.Mean() - b.Mean()
	r := mean / (a.Variance() + b.Variance()) * mean
	out := SNRBound{SNR2: r, H0: mean >= 0, Prob: r / (1 + r), Odds: r}
	if !out.H0 {
		out.Odds = 1 / r
	}
	return out, nil
}

// Form says how the expected sd is computed in ARRCI.
type Form int

// The forms.
const (
	Corrected Form = iota // with v_m, as thesis eq. 5.102 has it
	AsPrinted             // with C_m, as eq. 5.23 and table 5.4 have it (errata E3, E4)
)

// String returns corrected or as printed.
func (f Form) String() string {
	if f == AsPrinted {
		return "as printed"
	}
	return "corrected"
}

// ExpectedLength returns the expected length of the confidence interval CI_m at
// level 1 - alpha in units of sigma (thesis, eqs. 5.36, 5.107): 2 Chat_m E[sd]
// t_{alpha/2}(2m-1). It panics unless 0 < alpha < 1.
func (l TStatistic) ExpectedLength(alpha float64) float64 {
	return 2 * variance.Chat(l.M) * l.ExpectedSD() * tCritical(alpha/2, variance.DFhat(l.M))
}

// LimitLength returns the limit of ExpectedLength as m grows (thesis, eq. 5.38),
// 2 sqrt(1-rho2) u_{alpha/2}: the interval does not shrink to a point. It panics unless
// 0 < alpha < 1 and 0 <= rho2 <= 1.
func LimitLength(alpha, rho2 float64) float64 {
	if !(alpha > 0 && alpha < 1 && rho2 >= 0 && rho2 <= 1) {
		panic(fmt.Sprintf("theory: level %v and rho2 = %v; a level lies between 0 and 1, rho2 from 0 to 1",
			alpha, rho2))
	}
	return -2 * math.Sqrt(1-rho2) * mathext.NormalQuantile(alpha/2)
}

// ARRCI returns the average reduction rate of the confidence interval: by what
// share the expected length of CI_m falls from m to m+1 replications, averaged over
// 0 < rho1, rho2 < 1/2 (thesis, eq. 5.44). Table 5.4 has it in the form AsPrinted
// (erratum E4). alpha is that of the two-sided interval. The quadrature gives 12
// digits or more.
func ARRCI(m int, alpha float64, form Form) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("theory: %d replications; give at least 1", m)
	}
	if err := checkLevel(alpha); err != nil {
		return 0, err
	}
	const points = 40
	sd := TStatistic.ExpectedSD
	if form == AsPrinted {
		sd = TStatistic.PrintedExpectedSD
	}
	mean := func(rho1 float64) float64 {
		return 2 * quad.Fixed(func(rho2 float64) float64 {
			return sd(TStatistic{m + 1, rho1, rho2}) / sd(TStatistic{m, rho1, rho2})
		}, 0, 0.5, points, nil, 0)
	}
	rest := variance.Chat(m+1) * tCritical(alpha/2, variance.DFhat(m+1)) / (variance.Chat(m) * tCritical(alpha/2,
		variance.DFhat(m)))
	return 1 - rest*2*quad.Fixed(mean, 0, 0.5, points, nil, 0), nil
}

func checkLevel(alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("theory: level %v; give one between 0 and 1", alpha)
	}
	return nil
}

// maxReplications ends the search of ChooseM.
const maxReplications = 1000

// ChooseM returns the smallest m, at least 2, with ARRCI(m, alpha, form) <= gamma:
// when one more replication shortens the interval by no more than a share gamma,
// it is time to stop (thesis, eq. 5.45, where max must be min: erratum E5). At
// alpha = 0.05 and gamma = 0.01 it is 9, and 12 in the form AsPrinted.
func ChooseM(alpha, gamma float64, form Form) (int, error) {
	if err := checkLevel(alpha); err != nil {
		return 0, err
	}
	if !(gamma > 0 && gamma < 1) {
		return 0, fmt.Errorf("theory: share %v; give one between 0 and 1", gamma)
	}
	for m := 2; m <= maxReplications; m++ {
		v, err := ARRCI(m, alpha, form)
		if err != nil {
			return 0, err
		}
		if v <= gamma {
			return m, nil
		}
	}
	return 0, fmt.Errorf("theory: more than %d replications for a share of %v; give a larger one",
		maxReplications, gamma)
}
