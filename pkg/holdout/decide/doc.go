// Package decide compares learners on a block-regularized m x 2 CV that grows until
// the comparison is decided: only replications that a rule looks at are trained, and none
// twice.
//
// A Rule determines what is compared and when to stop:
//
//   - TTest is the calibrated sequential t-test of the fold losses (package
//     infer/sequential): its error over all looks is at most alpha. It is about the
//     algorithms, trained on half of the records, and pairs the losses of a fold.
//
//   - Bayes is the sequential Bayes test of precision, recall or F1 of one class (package
//     posterior). It is about the fitted models, takes them as independent, and bounds the
//     posterior probability at the stop, not the share of wrong decisions.
//
//   - Race is about the algorithms too, two or more of them: those that are shown to be worse than
//     another are dropped, and trained no more, until one is left or the last look is over (package
//     infer/race).
//
// The tests of two stop early where the difference is shown to be below one of interest.
//
// With a checkpoint file a run that is killed goes on where it was; the result is the
// same. Tests for a fixed number of replications are not valid on the results, since the
// number depends on them.
package decide
