// Package neighbour holds the nearest-neighbour learners: KNN with the kernels
// of R's kknn, and WeightedNN, the first neighbour by a weighted distance.
//
// Prepare sorts, for every record, the records near it by distance, once for a
// data set. A fit marks the training records, and a prediction walks the list
// of its record until it has met as many of them as it needs. Where a list
// ends too early (a training set that is a small part of the records), the
// prediction compares all records instead; the result is the same.
//
// gonum/spatial/kdtree was considered: it builds a tree for each training set,
// costs several hundred nanoseconds a query, and with 20 features looks at most
// of the records anyhow. golearn's KNN is no longer maintained, and computes all
// distances anew for each fit.
//
// Preparing costs n²p operations. Memory is 12 bytes, with two classes 20, for
// each of 24 to 248 neighbours of each record.
package neighbour

import "errors"

var errNoRecords = errors.New("neighbour: no training records; train on at least one")
