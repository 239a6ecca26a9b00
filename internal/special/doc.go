// Package special has the special functions that the packages of statistics share: tails and quantiles of Student's
// t, F, Beta and the binomial distribution with probability 1/2, the remainder of Stirling's series, and integrals
// of functions given by their logarithm. They keep full relative precision in the tails and for counts of 10^9,
// where gonum's functions lose digits.
package special
