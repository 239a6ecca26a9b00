// Package sequential tests two learning algorithms with repeated looks: after each
// replication of a growing block-regularized m x 2 CV it tests the differences so far,
// and stops at the first look that decides (Wang 2019 thesis, algorithm 5.1). It uses the
// terms and signs of package infer.
//
// # The t-test
//
// The look at m replications of a TTest rejects mu = Delta if the mean of the 2m differences lies
// beyond
//
//	Delta ± Chat_m sd_m t_p(2m-1),   Chat_m = √((2m+1)/(2m-1))
//
// where sd_m² is the mean squared deviation of the differences, and p the nominal level
// of the look. A Rule says what p is:
//
//   - Printed looks each time at the level alpha, as published in the thesis. All looks
//     together reject a true hypothesis with a probability above alpha.
//   - Calibrated lowers p until all looks together reject a true hypothesis with
//     probability alpha at most, wherever the correlations lie in a Region. The error
//     as a function of p is tabulated (curves.csv.gz), or simulated where it is not. Then
//     the intervals of all looks hold mu together with probability 1 - alpha: they are a
//     confidence sequence.
//
// A TTest runs on differences that are made as it asks for them (Run), that a caller
// brings (Begin) or that exist (Decide, Path). The Boundary of a test has operating
// characteristics: the probability of rejection and the expected stop at a true
// difference, for normal differences with given correlations. Observe makes a Path of
// differences, on which a Boundary decides.
//
// Bayes is the Bayes test of precision, recall or F1 (package posterior) with the same
// kind of looks. Both tests return a Look after each replication, with one of five
// decisions; Running is a test in progress.
package sequential
