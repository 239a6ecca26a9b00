// Package rejection simulates how often tests reject the equality of two classifiers,
// and the true error rates of the classifiers (McNemar paper §5.2).
package rejection
