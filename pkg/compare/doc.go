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
//	losses or metrics, m x 2 BCV          bcv-t
//	losses or metrics, random m x 2 CV    corrected-repeated-kfold-t, the same statistic
//	losses, K-fold or r x K-fold CV       corrected-repeated-kfold-t
//	losses, J random hold-outs            corrected-resampled-t
//	losses, one hold-out                  proportion-z, if they are error rates
//	predictions, m x 2 BCV                bcv-mcnemar
//	predictions, one hold-out             mcnemar
//	predictions, other sets               the test of the error rates of the folds
//
// A procedure is recommended if, of those that fit, its error of the first kind is
// nearest to its level from below over the correlations that occur (see Known). Where
// none holds its level the least liberal one is taken, and its error is told.
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
