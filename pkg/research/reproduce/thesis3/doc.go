// Package thesis3 reproduces chapter 3 of the thesis: the partition sets of m x 2 BCV and
// its variances.
package thesis3
