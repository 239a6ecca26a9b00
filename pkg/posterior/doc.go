// Package posterior turns fold-by-fold confusion counts of cross-validation
// into posterior distributions of precision, recall and F1, credible intervals and
// Bayes tests of two models.
package posterior
