// Package infer tests which of two learning algorithms generalizes better, from
// the results of both on the folds of one partition set.
//
// Everywhere A is the first algorithm, B the second, and the parameter is
// mu = mu_B - mu_A, the expected loss of B less that of A (Wang 2019 thesis,
// eq. 5.1): a positive mu means that A is better. A hold-out estimate is the mean
// loss on the validation set of one fold; its difference B - A on fold k of
// replication j is written mu_k^(j). sigma² is the variance of one such
// difference, rho1 the correlation of two in one two-fold cross-validation, rho2
// of two in different replications.
//
// Differences hold the mu_k^(j) of any partition set. Run makes a test of them by
// name, Tests lists the tests with the partition set that each needs.
package infer
