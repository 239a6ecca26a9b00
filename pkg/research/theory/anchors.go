package theory

import "math"

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
