package theory

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

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

// Estimate estimates the variance of the mean difference from the differences of an
// m x 2 CV as a combination of the spread within and between the replications (Wang 2019
// thesis, eq. 5.8):
//
//	lambda1/m² · ΣΣ (mu_k^(j) - mu^(j))² + lambda2/(m-1) · Σ (mu^(j) - mean)²
//
// where mu^(j) is the mean of replication j and the lambdas are those of the
// estimator. None is unbiased for all distributions (theorem 5.1). It is an error if
// the partition set is another, or m is 1 and lambda2 is not 0.
func (e Estimator) Estimate(d infer.Differences) (float64, error) {
	lambda1, lambda2 := e.Lambdas(d.Replications())
	if d.Folds() != 2 || d.Replications() < 2 && lambda2 != 0 {
		return 0, fmt.Errorf("theory: variance estimators are for an m x 2 CV with m >= 2; the differences come from "+
			"%s", d.Design())
	}
	m := float64(d.Replications())
	within := 0.0
	means := make([]float64, d.Replications())
	for j := range means {
		e := d.At(j, 0) - d.At(j, 1)
		within += e * e / 2
		means[j] = d.At(j, 0) + (d.At(j, 1)-d.At(j, 0))/2
	}
	estimate := lambda1 / (m * m) * within
	if lambda2 == 0 {
		return estimate, nil
	}
	return estimate + lambda2/(m-1)*squares(means), nil
}

// squares returns the sum of squared deviations from the mean: 0 for equal values.
func squares(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v - x[0]
	}
	mean, total := sum/float64(len(x)), 0.0
	for _, v := range x {
		e := v - x[0] - mean
		total += e * e
	}
	return total
}
