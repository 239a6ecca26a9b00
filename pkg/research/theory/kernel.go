package theory

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
