// Package compare answers the question that a user comes with: which of two learning
// algorithms produces the better model on this data, and how sure are we?
//
// It takes fold results of any kind, losses, counts or predictions, looks at the
// partition set that they come from (package fold), and runs the procedure that is
// recommended for it; Options.All runs the others that fit too, each with its known
// error. A Result gives numbers, rows, a sentence, JSON and, through package figure, a
// figure.
//
// # What is recommended
//
//	any results, m x 2 CV                 paired, the posterior of the expected difference
//	losses, K-fold or r x K-fold CV       corrected-repeated-kfold-t
//	losses, J random hold-outs            corrected-resampled-t
//	losses, one hold-out                  proportion-z, if they are error rates
//	predictions, one hold-out             mcnemar
//	predictions, other sets               the test of the error rates of the folds
//	any results, several data sets        each by itself, and several, or wilcoxon, for all
//
// The paired posterior has twice the power of the tests that hold their level in every
// case, at 2.8% false claims a side on average where 5% are nominal; in the worst case of
// the study calibration it errs in 13.9%. Where a level must hold, bcv-t does: on fewer
// than two replications, or where all differences are equal, it or another test takes the
// place of the posterior. Elsewhere the least liberal test is taken, and its error told
// (see Known).
//
// # What a number is about
//
// A statement about the algorithms holds for models trained on other samples of the
// same size; one about the fitted models only for the models behind these folds. Every
// verdict says in Target which of both it makes.
//
// Estimates are differences B less A of a loss, where less is better, or of precision,
// recall or F1, where more is better; Verdict.HigherIsBetter says which.
package compare
