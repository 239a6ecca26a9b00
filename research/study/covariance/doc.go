// Package covariance simulates the covariance function of two hold-out estimates and
// from it the variance of every cross-validation estimator (Wang 2019 thesis, ch. 2, 3).
package covariance
