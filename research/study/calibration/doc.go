// Package calibration measures how often procedures claim a difference that is not
// there, how often they find one that is, and how often their 90% intervals hold it:
// the paired posterior with several priors (package posterior/paired), the tests of an
// m x 2 CV (package infer) and the posterior of Wang and Li (package posterior).
//
// On normal differences the shares are computed, not simulated. Every procedure but the
// last claims that the mean difference exceeds delta where
//
//	mean - delta > r(W/(W+B)) √(W+B)
//
// with the statistics W and B of package paired and a function r of its own. Given the
// correlations, W/(1-rho1) and B/(1+rho1-2 rho2) are chi-squared and independent of each
// other and of the mean, so that the share of claims is an integral over two variables.
//
// On learners the shares are taken over simulated data sets, and delta is the mean
// difference over all data sets of the cell. There is one more procedure: the
// calibrated sequential test, which looks at 3 to 10 replications. (Stored tables also have
// a posterior that takes the variance from the records and not from the folds alone,
// Records, computed by an earlier version: it is not better in all cells.)
//
// Intervals of one model (ModelRow) are judged by how often they hold its expected
// metric.
//
// Where something was chosen among others, of priors and scales, it was chosen on half of
// the settings (Choice), and the other half shows what it is worth.
package calibration
