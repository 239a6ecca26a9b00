// Package thesis5 reproduces chapter 5 of the thesis: the t statistic, the sequential
// test, its constants and errors.
package thesis5
