// Package neighbour holds the nearest-neighbour learners: KNN with the kernels
// of R's kknn, and WeightedNN, the first neighbour by a weighted distance.
//
// # Votes
//
// Let d_1 <= d_2 <= ... be the distances of the training records from a record
// x. KNN predicts the class with the largest sum of votes of the first k
// (Hechenbichler and Schliep 2004),
//
//	Triangular    1 - d_t / d_{k+1}
//	Rectangular   1
//
// and WeightedNN that of the first, by the distance Σ w_j (x_j - z_j)².
//
// # Computation
//
// Prepare sorts, for every record, the records near it by distance, once for a
// data set. A fit marks the training records, and a prediction takes the first
// of its record's list that are marked; the splits of a partition set share the
// look at the list. Where a list ends too early (a training set that is a small
// part of the records), the prediction compares all records instead; the result
// is the same.
//
// gonum/spatial/kdtree was considered: it builds a tree for each training set
// and, with 20 features, visits most of it. For 500 training records that is 0.3
// ms a tree and 12 µs a query; lists take 0.02 µs a record in all. golearn's KNN
// is no longer maintained, and computes all distances anew for each fit.
//
// Preparing costs n²p operations. Memory is 12 bytes, with two classes 20, for
// each of 24 to 248 neighbours of each record.
package neighbour

import "errors"

var errNoRecords = errors.New("neighbour: no training records; train on at least one")
