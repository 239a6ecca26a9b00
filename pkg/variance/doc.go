// Package variance describes the correlated estimates of an m x 2 cross-validation and the
// t statistic made of them (Wang 2019 thesis, ch. 5).
//
// In a block-regularized m x 2 CV two numbers describe all covariances: rho1, the
// correlation of the two hold-out estimates of a replication, and rho2, the correlation of
// estimates of different replications. With the variance sigma² of one estimate, the
// variance of the mean of all 2m is (eq. 5.3)
//
//	sigma² (1 + rho1 + 2(m-1) rho2) / (2m)
//
// with the limit sigma² rho2. CheckCorrelations reports pairs that are impossible.
//
// TStatistic describes mean/sd of normal estimates: its Exceed is the exact power, or
// error, of a test. Chat and DFhat are the constants of the test bcv-t of package infer.
package variance
