// Package compare answers the question that a user comes with: which of two learning
// algorithms produces the better model on this data, and how sure are we?
//
// Run takes results of any number of models, by any metric (package results), looks at the
// partition set that they come from, and decides by the test that is recommended for it;
// Options.All runs the others that fit too, each with its known error rate, and Options.Tests
// adds tests of the caller. A Report gives verdicts, rows, sentences, JSON and, through package
// figure, a figure.
//
// # What is recommended
//
//	any results, m x 2 BCV                bcv-t; nested-t with inner results in the halves
//	any results, random m x 2 CV          corrected-repeated-kfold-t
//	losses, K-fold or r x K-fold CV       corrected-repeated-kfold-t
//	losses, J random hold-outs            corrected-resampled-t
//	losses, one hold-out                  proportion-z, if they are error rates
//	predictions, one hold-out             mcnemar
//	predictions, other sets               the test of the error rates of the folds
//	any results, several data sets        each by itself, and several, or wilcoxon, for all
//
// On an m x 2 CV the paired posterior describes the difference beside the test:
// Verdict.Described and PBetter. With Options.Method "paired" it decides: it has twice the
// power of bcv-t, and errs more often (see Verdict.AboutError). Where all differences are equal, up to
// rounding, nothing is claimed. Inner results measure the variance that both else have to assume: where
// results have them, the posterior uses them, too.
//
// More than two models are compared pair by pair by the same procedure; Holm adjusts the
// p-values, and the intervals of tests are simultaneous (Bonferroni), so that an interval
// never contradicts its decision.
//
// # What a number is about
//
// A statement about the algorithms holds for models trained on other samples of the size
// of the training sets; one about the fitted models only for the models behind these folds. Every
// verdict says in Target which of the two it makes.
//
// Estimates are differences B minus A of a metric; Verdict.Metric says whether more of it is better.
package compare
