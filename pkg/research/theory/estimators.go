package theory

import "fmt"

// Estimator is one of the three estimators of the variance of m x 2 BCV that the
// thesis compares (Wang 2019, section 5.2.3). Each is
//
//	lambda1/m² sum (estimate - replication mean)² + lambda2/(m-1) sum (replication mean - mean)²
type Estimator int

// The estimators.
const (
	Var1 Estimator = 1 + iota // within replications only (eq. 5.9)
	Var2                      // mean square of all 2m estimates (eq. 5.12); the test takes it
	Var3                      // conservative whatever rho1 is (eq. 5.15)
)

// Estimators lists them.
var Estimators = []Estimator{Var1, Var2, Var3}

// String returns Var1, Var2 or Var3.
func (e Estimator) String() string { return fmt.Sprintf("Var%d", int(e)) }

// Lambdas returns the two weights, for m above 1.
func (e Estimator) Lambdas(m int) (lambda1, lambda2 float64) {
	n := float64(m)
	switch e {
	case Var1:
		return n / 2, 0
	case Var2:
		return n / 2, (n - 1) / n
	}
	return n / 2, (n + 1) / n
}

// Expectation returns the expectation of the estimator in units of sigma² (thesis,
// eqs. 5.10, 5.13, 5.16), for m above 1.
func (e Estimator) Expectation(l TStatistic) float64 {
	lambda1, lambda2 := e.Lambdas(l.M)
	within, between, _ := l.Eigenvalues()
	return lambda1*within/float64(l.M) + lambda2*between/2
}

// Bias returns expectation less variance in units of sigma² (thesis, eqs. 5.11,
// 5.14, 5.17).
func (e Estimator) Bias(l TStatistic) float64 { return e.Expectation(l) - l.Var() }

// Slope returns the factor s of rho1 in the condition 1/2 > rho2 + s rho1, under
// which the estimator is conservative, too large in expectation (thesis, table
// 5.1), for m above 1.
func (e Estimator) Slope(m int) float64 {
	n := float64(m)
	switch e {
	case Var1:
		return (n + 1) / (2 * (n - 1))
	case Var2:
		return 1 / (2 * (n - 1))
	}
	return 0
}

// Feasible returns the share of the square 0 < rho1, rho2 < 1/2 in which the
// estimator is conservative, for m above 1. It is that of thesis table 5.1 except
// for Var1 at m = 2, where the border leaves the square by its lower side: 1/3, not
// the printed 1/4.
func (e Estimator) Feasible(m int) float64 {
	s := e.Slope(m)
	if s > 1 {
		return 1 / (2 * s)
	}
	return 1 - s/2
}
