// Package tree holds classification trees and forests: trees with binary
// splits (CART), Quinlan's C4.5, and random forests.
//
// # Criteria
//
// In a node of n training records with class frequencies f_c,
//
//	deviance     -2n Σ f_c ln f_c          CART, as R's package tree
//	Gini         n (1 - Σ f_c²)            CART, Forest (Breiman et al. 1984)
//	information  -n Σ f_c log2 f_c         C45 (Quinlan 1993)
//
// A tree divides a node by the division with the least sum over the children; C4.5 by the division with the
// greatest gain of information, divided by the information of the division itself.
//
// # Computation
//
// The data are prepared once. Each value of a feature is replaced by its rank among the different values of that
// feature, and the records are sorted by each feature. A tree that considers all features copies its records from
// the sorted lists, and divides the lists, in order, whenever it divides a node. A tree of a forest considers few
// features in a node, and orders the records by these alone: it marks their positions in the sorted lists and reads
// the marks. Nodes of few records are sorted directly. The impurities of all thresholds of a feature come from one
// pass that updates sums, not from counts of all classes at each threshold.
//
// # Ties
//
// Of divisions that are equally good, the first wins: the feature with the lowest number (in forests, and with
// CART.Shuffle, the first in random order), and within a feature the lowest threshold. Gini impurities are compared
// exactly, as fractions of integers; entropies are equal if they differ by less than a tolerance (see the
// learners). Of equally frequent classes in a leaf, or classes with equal votes, the lowest number wins.
//
// A record that has a level of a nominal feature which no training record of
// the node had stays at the node and gets the node's class, as in R's tree.
//
// A training set of one record gives a tree of one leaf.
package tree
