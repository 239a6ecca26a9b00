// Package holdout trains learners on the training records of the folds of a
// partition set, predicts the validation records, and turns the predictions
// into results.
//
// # Estimates
//
// Fold f has training records T and validation records V. Its hold-out estimate
// of the generalization error of a learner is the mean loss
//
//	μ_f = 1/|V| Σ_{i in V} L(y_i, prediction for record i of the fit to T)
//
// with L Squared or Absolute error for a response and ZeroOne for classes. The
// estimate of a partition set is the mean of the estimates of its folds, and a test
// compares two learners by the differences of their losses, B minus A, fold by
// fold.
//
// With weights w_i of the records (dataset.Data.Weights) it is Σ w_i L / Σ w_i over V.
//
// Plan.Metrics judge the predictions of a whole validation set. Where one of them needs the probability of each class,
// learners give it (learn.Prober), and the results have it beside the classes.
//
// # Three ways to run
//
//   - Run evaluates several learners on one partition set and returns results.Results: losses,
//     values of metrics and predictions, with the name of the partition set, so that
//     tests know the design. Pieces is Run in several processes.
//   - Evaluator is the inner loop of a simulation: one learner on one set after
//     the other, in the same memory.
//   - Growing adds replications to an m x 2 BCV as a sequential test asks for
//     them.
//
// With a nested set (Plan.Inner) Run evaluates the inner folds too, which train on quarters of the records: they take
// about as much time as a 10 x 2 BCV where there are 10 half-splits with 2 inner replications in each half.
//
// Results do not depend on the number of workers. A learner that fails on a fold, or predicts
// neither a class nor a finite number, is a *FoldError that names learner, replication and fold.
package holdout
