// Package tree holds classification trees and forests: trees with binary
// splits (CART), Quinlan's C4.5, and random forests.
//
// What is known of the data is prepared once. Each value of a feature is
// replaced by its rank among the different values of that feature, and the
// records are sorted by each feature. A tree that looks at all features takes its
// records out of the sorted lists, and divides the lists, in order, whenever it
// divides a node. A tree of a forest looks at few features in a node, and orders
// the records by these alone: it marks their places in the sorted lists and reads
// the marks. Nodes of few records are sorted outright. The impurities of all
// thresholds of a feature come from one pass that updates sums, not from counts
// of all classes at each threshold.
//
// Ties. Of divisions that are equally good, the first wins: the feature with the
// lowest number (in forests, and with CART.Shuffle, the one that chance puts
// first), of one feature the lowest threshold. Gini impurities are compared
// exactly, as fractions of integers; entropies are equal if they differ by less
// than a tolerance (see the learners). Of classes equally frequent in a leaf, or
// with equal votes, the lowest number wins.
//
// A record that has a level of a nominal feature which no training record of
// the node had stays at the node and gets the node's class, as in R's tree.
//
// A training set of one record makes a tree of one leaf.
package tree
