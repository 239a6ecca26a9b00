// Package theory holds the theory of the variance of cross-validation estimators that the
// sources derive and that our studies check (Wang 2019 thesis, ch. 2, 3 and 5).
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
// builds one from four covariances of single losses (lemma 2.1); Spectrum separates the
// part that comes from the data set from the part that a partition set can reduce.
//
// # Correlations of an m x 2 CV
//
// In a block-regularized m x 2 CV rho1 = f(0)/f(n/2) and rho2 = f(n/4)/f(n/2), see package
// variance. Admissible reports which pairs are usual, Rho1Limit and Rho2Limits give the
// limits of theorem 5.3. ARRV is the share by which one more replication reduces the
// variance. Estimator names the estimators of the variance of the mean, Estimate computes
// them.
//
// # The t statistic
//
// TStatistic adds C_m, the degrees of freedom and the expected length of the interval of
// the thesis to the exact distribution. Zone returns where in the plane of the correlations
// the test bcv-t is conservative. ARRCI and ChooseM compute how many replications shorten
// an interval.
package theory
