// Package posterior turns fold-by-fold confusion counts of cross-validation
// into posterior laws of precision, recall and F1, credible intervals and
// Bayes tests of two models.
package posterior
