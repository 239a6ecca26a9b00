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
// and WeightedNN predicts the class of the first, by the distance Σ w_j (x_j - z_j)².
//
// # Computation
//
// A prediction searches the training records: products with blocks of them, which a matrix kernel makes fast, show
// which records may be among the nearest, and distances from these are computed by definition. All free goroutines
// search (learn.Pool), each a group of records at a time. The result is the same, bit by bit, as sorting by the
// exact distances.
//
// Fits of many partition sets share lists instead: for every record, the records near it sorted by distance, which
// takes one search for a data set. A fit marks the training records, and a prediction takes the first marked
// records of its list; the splits of a partition set share the pass over the list. If a list is too short (because
// the training set is a small part of the records), the prediction searches; the result is the same. Lists are made
// as soon as fits would compare more pairs of records without them than there are: at once with 3 x 2 BCV, never
// with a single 2-fold cross-validation.
//
// gonum/spatial/kdtree was considered: it builds a tree for each training set and, with 20 features, visits most of
// it. For 500 training records that is 0.3 ms per tree and 12 µs per query; lists take 0.02 µs per record in all.
// golearn's KNN is not maintained, and computes all distances again for each fit. Among 10,000 records, a search
// takes about 4 µs of one core with 2 features, 14 with 20 and 22 with 50.
//
// Lists take 12 bytes of memory (20 with two classes) for each of 24 to 248 neighbours of each record. A search
// takes as much memory as the training records.
package neighbour

import "errors"

var errNoRecords = errors.New("neighbour: no training records; train on at least one")
