// Package rank puts several models in order, and says how much of the order is shown.
//
// Run takes results of any number of models. A Table has one row per model, from the best, with its metric, an
// interval, the probability that it is the best, an interval for its rank, and letters: two models share a letter
// exactly if they are not shown to differ. Its sentence says first whether any model is shown to be the best at all.
//
// # What is shown
//
// All pairs of models are tested at once: any false statement that one model is better than another, and with it any
// false rank interval or letter, has the nominal probability Options.Alpha. How near the truth is to it was simulated
// (study rank-sets), and Table.KnownError says what was found for results of that kind:
//
//	items of one test set   max-t over all pairs by the joint covariance of the models (ranks.Estimates.Order), or where
//	                        units are few, or several runs of each model vary, t tests with Holm's steps, with clusters
//	                        of items and runs as in package infer/items; about these models on new items, or with runs
//	                        about the models run again
//	comparisons of two      the same of Bradley-Terry strengths (ranks.BradleyTerry), with prompts as clusters; about these
//	answers                 models, on new comparisons like these
//	folds                   bcv-t on an m x 2 CV, or the test that package compare recommends for each pair, with Holm's
//	                        adjustment; about the algorithms
//	several data sets       Wilcoxon's signed-rank test of each pair with Holm's adjustment, by mean ranks; about other
//	                        data sets
//
// Two models are compared as package compare does. See Table.KnownError and Table.NotMeasured.
package rank
