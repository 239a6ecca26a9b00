// Package variance holds the theory of the variance of cross-validation estimators
// and of the t statistics made of them (Wang 2019 thesis, ch. 2, 3 and 5).
//
// # Variance of an estimator
//
// A hold-out estimate is the mean loss on the validation records of one split of n
// records, n1 of which train. Over data sets and splits, the covariance of two
// hold-out estimates depends on the overlap x of their training sets alone. That is
// the Function f; f(n1) is the variance sigma² of one estimate. A cross-validation
// estimator is the mean of J hold-out estimates, and its variance (eq. 2.8)
//
//	1/J² sum_ij f(x_ij)
//
// which Of computes from the overlaps of any partition set, and RLT, KFold, Mx2, BCV
// and BRLT from their numbers. MeanRegression has an f in closed form; SingleLosses
// build one from four covariances of single losses (lemma 2.1); Spectrum separates what
// comes from the data set from what the partition set can reduce.
//
// # Correlations of an m x 2 CV
//
// In a block-regularized m x 2 CV two numbers describe all: rho1 = f(0)/f(n/2), the
// correlation of the two estimates of a replication, and rho2 = f(n/4)/f(n/2), that of
// estimates of different replications. The variance of the mean is (eq. 5.3)
//
//	sigma² (1 + rho1 + 2(m-1) rho2) / (2m)
//
// with the limit sigma² rho2. CheckCorrelations says which pairs are possible,
// Admissible which are usual, Rho1Limit and Rho2Limits what theorem 5.3 says of them.
// ARRV is the share by which one more replication reduces the variance.
//
// # The t statistic
//
// TStatistic describes (mean - mu)/(C_m sd) of normal estimates: C_m, degrees of freedom,
// expected length of the interval, and by quadrature the exact error and power. Chat and
// DFhat are the constants that the test bcv-t of package infer uses; Zone says where in
// the plane of the correlations that is conservative. Estimator names the estimators of
// the variance of the mean; ARRCI and ChooseM say how many replications shorten an
// interval.
package variance
