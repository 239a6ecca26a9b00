// Package thesis2 reproduces chapter 2 of the thesis: the partition sets of repeated
// learning-testing and its variances.
package thesis2
