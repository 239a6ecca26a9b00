// Package ranks puts several models in order, as far as their results show it.
//
// Estimates has models on the same data, with the joint covariance of their errors: Order tests all pairs at once, and
// gives rank intervals, groups that cannot be told apart, and the probability that each model is the best.
//
// The package also has the tests over several data sets that reviewers expect
// (Demšar 2006): Friedman's test with the correction of Iman and Davenport, Nemenyi's
// critical difference, Wilcoxon's signed-rank test, and all pairs of models with Holm's
// adjustment.
//
// Scores is a table with one row per data set and one column per model: one number each,
// such as the mean F1 of an m x 2 BCV. These tests treat the data sets as a sample and
// ignore the uncertainty of each number; package posterior/hierarchical takes it into
// account.
package ranks
