package theory

// Function is the covariance function f of the hold-out estimates of an
// algorithm: their covariance given that their training sets share x records.
// f(n1) is the variance of one estimate.
type Function func(x float64) float64

// Of returns the variance of the mean of the hold-out estimates of a partition
// set with these overlaps of training sets, a square matrix with n1 on its
// diagonal (thesis, eq. 2.8), as cv.Set.Unfolded().Overlaps() gives.
func Of(f Function, overlaps [][]int) float64 {
	sum := 0.0
	for _, row := range overlaps {
		for _, x := range row {
			sum += f(float64(x))
		}
	}
	j := float64(len(overlaps))
	return sum / (j * j)
}

// OverRandom returns the mean of f over the overlap of two random training sets,
// which is hypergeometric: the covariance of independent splits, and so the
// variance over data sets of the mean over all splits.
func OverRandom(f Function, n, n1 int) float64 {
	sum := 0.0
	for x := max(0, 2*n1-n); x <= n1; x++ {
		// Far from the mean the probability is below the smallest float64.
		if p := overlapProbability(n, n1, x); p > 0 {
			sum += p * f(float64(x))
		}
	}
	return sum
}

// RLT returns the variance of repeated learning-testing with j random splits
// (thesis, eq. 2.9); n1 = n/2 is repeated half-sampling.
func RLT(f Function, n, n1, j int) float64 {
	return equicorrelated(f(float64(n1)), OverRandom(f, n, n1), j)
}

// KFold returns the variance of k-fold cross-validation where k divides n: all
// training sets share n - 2n/k records.
func KFold(f Function, n, k int) float64 {
	size := float64(n) / float64(k)
	return equicorrelated(f(float64(n)-size), f(float64(n)-2*size), k)
}

// Mx2 returns the variance of m random two-fold cross-validations, n even.
func Mx2(f Function, n, m int) float64 {
	return equicorrelated((f(float64(n)/2)+f(0))/2, OverRandom(f, n, n/2), m)
}

// BCV returns the variance of a balanced m x 2 BCV, where all training sets of
// different replications share n/4 records (thesis, eq. 3.26):
//
//	sigma²(1+rho1)/(2m) + (m-1)/m sigma² rho2
//
// It falls to sigma² rho2, not to 0 (theorem 3.1).
func BCV(f Function, n, m int) float64 {
	return equicorrelated((f(float64(n)/2)+f(0))/2, f(float64(n)/4), m)
}

// BRLT returns the variance of a block-regularized RLT set of j splits with n1
// training records whose overlaps all equal the ideal one (thesis, eq. 2.18), cv.IdealOverlap.
func BRLT(f Function, n1, j int, overlap float64) float64 {
	return equicorrelated(f(float64(n1)), f(overlap), j)
}

// equicorrelated is the variance of the mean of j values.
func equicorrelated(variance, covariance float64, j int) float64 {
	return variance/float64(j) + float64(j-1)/float64(j)*covariance
}

// Correlations returns rho1 = f(0)/f(n/2), of the two hold-out estimates of a
// two-fold cross-validation, and rho2 = f(n/4)/f(n/2), of two estimates of
// different replications of a balanced m x 2 BCV.
func Correlations(f Function, n int) (rho1, rho2 float64) {
	sigma2 := f(float64(n) / 2)
	return f(0) / sigma2, f(float64(n)/4) / sigma2
}

// Gain returns the share by which block regularization of m x 2 CV can reduce
// the part of its variance that it can reduce, the variance given the data set:
//
//	(m-1)/(n-2)
//
// This holds for every learner and distribution for which no more than pairs of records
// matter (Spectrum.Lambda is 0 beyond degree 2, or the covariance function is
// quadratic, as in thesis eq. 3.10), since E_2(n/4) = -1/(n-2). No learner and no
// distribution has more: the degrees beyond 2 that matter, the even ones, have larger E_k(n/4).
func Gain(n, m int) float64 { return float64(m-1) / float64(n-2) }
