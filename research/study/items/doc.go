// Package items judges procedures that compare two models on the items of one test set: how often they claim a
// difference that is not there, how often their 95% intervals hold the true one, and how often they find one.
//
// The score of model g on item i in run s is a function of a standard normal value,
//
//	z[g, i, s] = √h D[i] + √(1-h) (√wc C[g, c(i)] + √wi I[g, i] + √wr R[g, s] + √we E[g, i, s])
//
// of independent standard normal D (difficulty of the item, the same for both models), C (cluster), I (item), R
// (run) and E (item within run), with wc + wi + wr + we = 1. Over the population of items, clusters and runs each
// value is standard normal whatever the weights are, so that the expected score is an integral in one variable, and
// the true difference is known: 0 where both models have the same distribution of scores, or two with one mean.
// With normal scores the intra-cluster correlation of the differences in one run is wc/(1-wr), the Row.ICC; with
// others it is that of the normal values behind them.
//
// The study Areas has two classes: with the metric AUC the normal values of the second are larger by a distance, and
// the scores of items are the components of the area (package metric); log losses are scores of items.
//
// Procedures are judged in cells where they are recommended and in cells where they are not: items alone where the
// items lie in clusters or the runs vary, runs alone, and every pair of item and run counted (Row.Scope). All cells
// were declared before any of them had run.
package items
