package theory

import "math"

// SingleLosses are the four covariances of single losses of which the covariance
// of two hold-out estimates consists (thesis, lemma 2.1, fig. 2.1). Two models
// are trained on sets with a given overlap; a test record lies outside one or
// both training sets. All depend on the overlap: they are constants only as
// an approximation near the overlap at which they were taken.
type SingleLosses struct {
	Sigma2 float64 // both models on one record, outside both training sets
	Omega  float64 // on two records, each outside both training sets
	Gamma  float64 // on two records, each in the other model's training set
	Tau    float64 // on two records, one outside both, one in the other model's training set
}

// Covariance returns f(x), the covariance of two hold-out estimates with n1
// training records each of n whose training sets share x, in the form that
// errata E1 and E2 leave:
//
//	n2² f(x) = (n1-x)² gamma + 2(n1-x) d tau + d sigma² + d(d-1) omega
//
// where n2 = n - n1 and d = n2 - n1 + x records lie outside both training sets.
func (c SingleLosses) Covariance(n, n1 int, x float64) float64 {
	n2 := float64(n - n1)
	own := float64(n1) - x
	d := n2 - own
	return (own*own*c.Gamma + 2*own*d*c.Tau + d*c.Sigma2 + d*(d-1)*c.Omega) / (n2 * n2)
}

// Quadratic returns the coefficients of half splits, n1 = n/2 (thesis, eq. 3.10,
// table 3.6):
//
//	f(x) = gamma + 4/n² [(omega + gamma - 2 tau) x² + (sigma² - omega - n gamma + n tau) x]
//
// f is convex if the first is positive (lemma 3.1).
func (c SingleLosses) Quadratic(n int) (square, linear, constant float64) {
	return c.Omega + c.Gamma - 2*c.Tau, c.Sigma2 - c.Omega - float64(n)*(c.Gamma-c.Tau), c.Gamma
}

// MeanRegression is an algorithm whose covariances are known exactly: it predicts
// the mean response of the training records, under squared loss, with responses
// N(mu, psi²) (thesis, example 5.1, §5.9.4). It serves as an anchor for
// simulations: nothing depends on mu, and the correlations do not depend on psi.
type MeanRegression struct {
	N   int     // records, even; half of them train
	Psi float64 // standard deviation of the response, positive
}

// SingleLosses returns the covariances of single losses of two half splits whose
// training sets share x records, 0 to n/2 (thesis, below eq. 5.77).
func (m MeanRegression) SingleLosses(x float64) SingleLosses {
	n, psi4 := float64(m.N), m.psi4()
	n4 := n * n * n * n
	return SingleLosses{
		Sigma2: (32*x*x/n4 + 16*x/(n*n) + 2) * psi4,
		Omega:  32 * x * x / n4 * psi4,
		Gamma:  32 * (n - x) * (n - x) / n4 * psi4,
		Tau:    8 * (n - 2*x) * (n - 2*x) / n4 * psi4,
	}
}

// Covariance returns f(x), the covariance of two hold-out estimates of half
// splits whose training sets share x records (thesis, eq. 5.78). It is a
// Function.
func (m MeanRegression) Covariance(x float64) float64 {
	n := float64(m.N)
	return 8 / (n * n * n * n) * (36*x*x + n*(n-20)*x + 4*n*n) * m.psi4()
}

func (m MeanRegression) psi4() float64 { return m.Psi * m.Psi * m.Psi * m.Psi }

// HoldOut returns the variance and the correlations: rho1 = 8/(n+6) and rho2 =
// (n+5)/(2n+12) (thesis, eqs. 5.26, 5.79). Both are below 1/2 for n above 10;
// the thesis says 11.
func (m MeanRegression) HoldOut() HoldOut {
	n := float64(m.N)
	return HoldOut{Sigma2: 4 * (n + 6) / (n * n) * m.psi4(), Rho1: 8 / (n + 6), Rho2: (n + 5) / (2*n + 12)}
}

// AgainstTruth returns the distribution of the difference of the losses of mean regression
// and of an algorithm that always predicts mu. Both predictors differ by the error
// of the training mean alone, so that rho1 = 2/3 and rho2 = 1/12 for all n, and
// sigma² = 24 psi⁴/n². (With means t and v of the two halves, less mu, the
// difference is t² - 2tv.)
//
// Neither rho1 <= 1/2 nor the conclusion of lemma 5.4 holds here: the two
// algorithms have rho1 = 8/(n+6) and 0. The lemma asks that the cross correlation
// of the two be the same on all folds; on the same fold it is the larger.
func (m MeanRegression) AgainstTruth() HoldOut {
	n := float64(m.N)
	return HoldOut{Sigma2: 24 / (n * n) * m.psi4(), Rho1: 2.0 / 3, Rho2: 1.0 / 12}
}

// BalancedMajority returns the distribution of the zero-one losses of the majority class, of
// two classes that are equally likely, for large n: rho1 = 2/pi, rho2 = 1/6 +
// 1/(sqrt(3) pi) and sigma² = 1/(2n). (With independent normal t and v for the
// excess of a class in the two halves, the loss is 1/2 - sign(t) v, and rho1 =
// E|t| E|v| / E[v²].) Losses of one model on two records are independent, rho0 = 0,
// and theorem 5.3 would have rho1 below 1/2.
func BalancedMajority(n int) HoldOut {
	return HoldOut{Sigma2: 1 / (2 * float64(n)), Rho1: 2 / math.Pi, Rho2: 1.0/6 + 1/(math.Sqrt(3)*math.Pi)}
}
