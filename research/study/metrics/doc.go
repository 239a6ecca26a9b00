// Package metrics judges the procedures for two learners on folds by metric: how often they claim a difference that is
// not there, how often their 90% intervals hold it, and how often they find one that is.
//
// Two learners are validated on each simulated data set by AUC, average precision, log loss, Brier score, macro F1,
// MCC and accuracy, or R2, RMSE and MAE (package metric). The same differences go to all procedures that compare offers
// for them:
//
//	m x 2 BCV                                        bcv-t, posterior of package paired
//	the same with 10 half-splits, 2 inner replications    nested-t, posterior with inner replications
//	random m x 2 CV, m x 5-fold CV                   corrected-repeated-kfold-t
//
// with m = 3, 5 and 10. As in study calibration the expected difference is the mean estimate over all data sets of
// the cell, for each procedure that of its own estimate, so that the hypothesis is true: a claim that the difference
// is above it, or below, is false.
//
// Where a metric has no value on a fold, such as AUC where a class is absent, the data set is left out for the
// procedures that have that fold, and counted (Row.Undefined). Summaries leave out rows that lost more than a tenth
// of their data sets (Row.Known).
package metrics
