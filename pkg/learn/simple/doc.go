// Package simple holds baseline learners: the mean of the responses, the most frequent class and the nearest class
// mean.
//
// Mean has an exact theory (Wang 2019 thesis, example 5.1): it shows whether a simulation of cross-validation is
// right. Each fit is one pass over the training records, so nothing is shared between fits. (gonum/stat computes
// means of whole slices, not of subsets; golearn, which has classifiers, is not maintained.)
package simple

import "errors"

var errNoRecords = errors.New("simple: no training records; train on at least one")
