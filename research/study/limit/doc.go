// Package limit computes how good any test can be that sees only the 2m differences of an m x 2 CV.
//
// On normal differences with correlations rho1 (the two folds of a replication) and rho2 (folds of
// different replications) the mean D and the sums of squares W within and B between replications are
// sufficient, and a test that does not depend on the unit of the metric or on which model is A is
// a function of
//
//	t = |D| / √(W+B)  and  the share  W/(W+B) = sin²(angle).
//
// The best such test that errs in at most a share alpha at all correlations of a region is the solution of
// a linear program: over a grid of cells of (t, angle), the probability x of rejecting in each cell, between
// 0 and 1, maximizes the mean power subject to one constraint for each point of the region. The power is for
// an expected difference of two standard deviations of the mean, averaged over the correlations of real pairs
// of algorithms (study scatter).
//
// The dual solution is a weight for each point of the region, the least favourable correlations. Any
// weights bound the power of all such tests from above (weak duality), so that the result does not
// depend on the solver: see Bound.
package limit
