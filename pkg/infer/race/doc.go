// Package race drops learning algorithms from a comparison of several while block-regularized m x 2 CV grows.
//
// After m replications algorithm i is dropped if for some j that is left
//
//	mean_i - mean_j > c_r,m s_ij,   s_ij² = v_ij + max(v - v_ij, 0) 12 / (12 + 2m-1)
//
// where v_ij is the mean squared deviation of the 2m differences of i and j, and v the mean of v_ij over all pairs of
// the r algorithms that are left; and again with those that are left then, until none is dropped. Two are compared by
// the calibrated sequential t-test (package sequential).
//
// The family-wise error is the probability that an algorithm is dropped at any look by one that is not better in
// expectation. Alpha bounds it for normal losses with correlations 0 <= rho1, rho2 <= 1/2, by simulation.
//
// A pair's own variance has few degrees of freedom: of 190 pairs the largest ratio to it exceeds 15 at m = 3 in 5% of
// the races. With at least the mean variance the boundary is below 5, if all algorithms vary alike; if not, more than
// a tenth of the races have a false drop. So a small variance is moved toward the mean, a large one is the pair's own,
// and the boundaries (critical.csv.gz) are simulated with algorithms that vary alike, of which a third, a half or three
// quarters vary 20 times as much as the others, and that vary in equal ratios from 1 to 10: each look is exceeded by
// some pair of r equal algorithms with one probability at most, and any look with probability Alpha, at rho2 = 1/2 and
// rho1 = 0 and 1/2, where the error of the sequential t-test is largest.
//
// That fewer algorithms have lower boundaries after some were dropped (step-down) is exact if what was dropped does not
// depend on the differences of what is left. Study race measures the error where it does.
package race
