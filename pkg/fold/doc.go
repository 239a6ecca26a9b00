// Package fold holds the results of two learning algorithms on the folds of one
// partition set: losses, counts and predictions, in memory or in files that any tool
// may have written.
//
// A result belongs to a fold of a replication of a partition set, and it is of use
// only beside the results of the other algorithm on the same folds. So every row may
// name its partition set in the column set (see cv.ID): method, seed and a fingerprint
// of the folds, such as bcv:1:3b4fe958a5e9fe59, the same in all rows. Readers keep it
// as a Design. Results of different sets, sizes or records are refused; results
// without a set are taken for the kind of partition set that their numbers of
// replications and folds point to, with a note, since nothing can show that both
// algorithms saw the same folds.
//
// There are three kinds of results:
//
//   - Losses: mean losses on the validation records, for the tests of package infer.
//   - Counts: true and false positives and negatives, or numbers of gold, predicted
//     and correct chunks, for the posteriors of package posterior.
//   - Predictions: what was predicted for each validation record, for McNemar's tests.
//
// Each has its rows (LossRow, CountRow, PairRow and PredictionRow), a function that
// reads files (ReadLosses, ...) and one that takes rows from memory (LossesOf, ...).
// Replications and folds count from 1, records from 0. J random hold-outs are
// replications 1 to J with one fold each, a K-fold CV is replication 1 with folds 1 to
// K, and fold 2 of a two-fold CV is fold 1 with training and validation exchanged.
//
// Splits are partition sets in files, and Labels what partition sets are made from.
package fold
