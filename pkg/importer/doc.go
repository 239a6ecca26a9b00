// Package importer turns files that other tools wrote into results.Results: tagged and
// segmented text, and the predictions and scores of scikit-learn, tidymodels, caret,
// Weka, OpenML and mlr3.
//
// Each reader checks that all models were run on the same records, refuses files that lack
// some of them and labels that no record has, and finds out which kind of partition set they
// come from: m x 2 CV, block-regularized if the overlaps are even enough, K-fold CV, repeated K-fold CV,
// or hold-outs. It names the set in the results (see cv.ID), so that package compare takes a
// procedure that fits it.
//
// Files are plain or compressed with gzip; the path - is the standard input. Errors are
// of type *table.Error and name the file, and the row if one is wrong.
package importer
