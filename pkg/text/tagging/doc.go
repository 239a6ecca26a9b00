// Package tagging cross-validates taggers of sentences: two tag schemes, or two sets of
// templates, on the folds of a partition set of sentences, with conditional random fields
// (package learn/crf). The result are counts of gold, predicted and correct chunks by type
// and fold, for the posteriors of precision, recall and F1 (package posterior) and the
// paired comparison of the algorithms (package compare).
//
// A fit sees the training sentences of its fold alone. Results do not depend on the number
// of workers.
package tagging
