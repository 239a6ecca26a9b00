// Package thesis2 reproduces chapters 2 and 3 of the thesis: partition sets, and the
// variances of cross-validation estimators, which one study a configuration gives for
// both chapters.
package thesis2
