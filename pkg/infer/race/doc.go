// Package race drops learning algorithms from a comparison of several while block-regularized m x 2 CV grows.
//
// After m replications algorithm i is dropped if for some j that is left
//
//	mean_i - mean_j > c_r,m s_ij,   s_ij² = v_ij + max(v - v_ij, 0) 12 / (12 + 2m-1)
//
// where v_ij is the mean squared deviation of the 2m differences of i and j (Var2 of package variance), v the mean
// of v_ij over all pairs of the r algorithms that are left, and 12 the weight of v in degrees of freedom. It is done again
// with those that are left until none is dropped. Two are compared by the calibrated sequential t-test (package
// sequential).
//
// The family-wise error is the probability that, at any look, an algorithm is dropped by one that is not better in
// expectation. It is at most Alpha for normal losses and correlations 0 <= rho1, rho2 <= 1/2 in the simulations below.
//
// A pair's own variance has few degrees of freedom: the largest of 190 ratios then needs boundaries of 30 s_ij at m = 3, as
// found for 20 algorithms. One variance for all pairs needs 4.6, but is too small for the pairs that vary most: false drops in up to
// half of the races. So a small variance is moved toward the mean of all, more at small m, and a large one is its own.
//
// The boundaries c_r,m (critical.csv) are simulated. Each look alone is exceeded by some pair of r equal
// algorithms with the same probability at most, and any look with probability Alpha at most, at rho2 = 1/2 and
// rho1 = 0 and 1/2, where it is largest for two (package sequential), and with standard deviations of the algorithms that are
// equal, or 20 times as large for a third, a half or three quarters of them. Algorithms whose losses are correlated have
// smaller differences, and differences of more than one pair with a common one are correlated: independent ones are the
// worst case.
//
// Boundaries for fewer algorithms that are left (step-down) are right at the first false drop if what was dropped
// before does not depend on what is left. It does, through the common losses of the pairs; study race measures the error with
// algorithms that are equal, nearly equal, tied at the top of a ladder, and of different and related variances, and
// finds it below Alpha in all.
package race
