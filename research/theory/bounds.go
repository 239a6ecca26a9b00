package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/combin"
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

// RandomOverlap returns mean and variance of the overlap of two independent
// random training sets of n1 of n records, a hypergeometric variable (Wang 2019
// thesis, eq. 2.7), and its mean distance from a given value, summed exactly. It panics
// unless n1 is from 0 to n, n at least 2.
func RandomOverlap(n, n1 int, from float64) (mean, variance, distance float64) {
	if n < 2 || n1 < 0 || n1 > n {
		panic(fmt.Sprintf("theory: overlap of random training sets of %d of %d records; give 2 or more records", n1, n))
	}
	a, b := float64(n), float64(n1)
	mean = b * b / a
	variance = b * b * (a - b) * (a - b) / (a * a * (a - 1))
	choose := func(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
	for phi := max(0, 2*n1-n); phi <= n1; phi++ {
		p := math.Exp(choose(n1, phi) + choose(n-n1, n1-phi) - choose(n, n1))
		distance += p * math.Abs(float64(phi)-from)
	}
	return mean, variance, distance
}

// HoldOut describes the hold-out estimates of a balanced m x 2 BCV, of one
// algorithm or of the difference of two.
type HoldOut struct {
	Sigma2 float64 // variance of one estimate
	Rho1   float64 // correlation within a replication, of the two folds
	Rho2   float64 // correlation between replications
}

// LossCorrelation returns rho0, the correlation of the losses of one model on
// two validation records (thesis, eq. 5.27), from the variance of a hold-out
// estimate on n2 validation records and the variance of a single loss, both over
// data sets. For zero-one loss with error rate mu the latter is mu(1-mu). It is
// NaN if n2 is below 2 or the single loss is constant.
func LossCorrelation(holdOut, single float64, n2 int) float64 {
	if n2 < 2 || single == 0 {
		return math.NaN()
	}
	size := float64(n2)
	return (size*holdOut/single - 1) / (size - 1)
}

// Rho1Limit returns the upper limit of rho1 in theorem 5.3 (thesis, eq. 5.29),
// for one algorithm on n records:
//
//	(1 + (n-1) rho0)/(2 + (n-2) rho0)
//
// It lies between 1/2, at rho0 = 0, and 1, at rho0 = 1. The theorem asks that f be
// steeper at n/2 than at 0. That is not enough: the proof takes -4 gamma/n for
// f'(0) and leaves tau out of f'(n/2). With constant covariances of single losses
// and a convex f its condition says f(0) < f(n/2), rho1 < 1, and the limit holds
// if and only if gamma < omega + (sigma²-omega)/n.
func Rho1Limit(rho0 float64, n int) float64 {
	size := float64(n)
	return (1 + (size-1)*rho0) / (2 + (size-2)*rho0)
}

// Rho2Limits returns the limits of rho2 in theorem 5.3: low from rho0 and n
// (thesis, eq. 5.28), high = (1+rho1)/2, which holds always. The lower one takes a
// convex f; with constant covariances of single losses it holds if and only if
// (sigma²-omega)/n + (omega+gamma)/2 + tau > 0.
func Rho2Limits(rho0, rho1 float64, n int) (low, high float64) {
	return (1 - Rho1Limit(rho0, n)) / 2, (1 + rho1) / 2
}

// Cross holds the correlations of a hold-out estimate of one algorithm with one
// of another.
type Cross struct {
	Same    float64 // on the same fold
	Within  float64 // on the two folds of a replication
	Between float64 // on folds of different replications
}

// Minus returns the distribution of the difference of the estimates of two algorithms
// (thesis, eq. 5.96). By lemma 5.4 its rho1 and rho2 do not exceed the larger of
// the two algorithms', if the three cross correlations are equal and not
// negative; if they are 0, they lie between the two algorithms'. In data the
// cross correlation on the same fold is the largest, and the lemma says nothing.
// The correlations are NaN if the difference is constant.
func (a HoldOut) Minus(b HoldOut, cross Cross) HoldOut {
	scale := 2 * math.Sqrt(a.Sigma2*b.Sigma2)
	sigma2 := a.Sigma2 + b.Sigma2 - scale*cross.Same
	if sigma2 == 0 {
		return HoldOut{Rho1: math.NaN(), Rho2: math.NaN()}
	}
	return HoldOut{
		Sigma2: sigma2,
		Rho1:   (a.Sigma2*a.Rho1 + b.Sigma2*b.Rho1 - scale*cross.Within) / sigma2,
		Rho2:   (a.Sigma2*a.Rho2 + b.Sigma2*b.Rho2 - scale*cross.Between) / sigma2,
	}
}

// Admissible reports whether two correlations satisfy rho1 <= 1/2 and
// 0 <= rho2 <= 1/2, which hold for most algorithms and data sets, and
// rho2 < (1+rho1)/2, which holds for all (5x2 BCV McNemar paper, eqs. 9, 10):
// otherwise the difference of two two-fold estimates, whose variance is
// sigma²(1+rho1-2rho2), would be constant.
func Admissible(rho1, rho2 float64) bool {
	return rho1 <= 0.5 && 0 <= rho2 && rho2 <= 0.5 && rho2 < (1+rho1)/2
}
