// Package levels judges a test of others, which compares two learners on folds or two models on items, beside those of
// the project: how often it claims a difference of equal ones, how often it finds one of different ones, how often its
// intervals hold the expected difference, and what it costs. All see the same folds of the same simulated data sets.
//
// A test sees neither which learners are equal nor which of two is the better one: data sets of both kinds are numbered
// in one random order, and in half of them A and B are exchanged. The cells are those of study levels (package
// calibration), and of items nine of study items; docs/reference/levels-benchmark.md is the protocol.
package levels
