// Package ranks has the tests over several data sets that papers are asked to report
// (Demšar 2006): Friedman's test with the correction of Iman and Davenport, Nemenyi's
// critical difference, Wilcoxon's signed-rank test, and all pairs of models with Holm's
// adjustment.
//
// Scores is a table with one row a data set and one column a model: one number each, such
// as the mean F1 of an m x 2 BCV. These tests take the data sets for a sample and know
// nothing of how surely each number was measured; package hierarchical, of posterior, does.
package ranks
