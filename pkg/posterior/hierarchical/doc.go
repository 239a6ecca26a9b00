// Package hierarchical compares two models over several data sets: a hierarchical model of
// their differences, each known as surely as its own cross-validation says.
//
// The expected difference on data set i, delta_i, is drawn from a t distribution about
// the mean of all, as Corani et al. (2017) have it:
//
//	delta_i ~ mu0 + sigma0 t(nu)
//
// and its likelihood is that of package paired, whose posterior has a flat prior on
// delta_i: an m x 2 BCV with unknown correlations in place of their K-fold CV with rho =
// 1/K. The priors are flat on mu0, uniform on sigma0 from 0 to a multiple of the spread of
// the data sets' differences (1000, as in Corani et al.), and nu - 1 ~ Gamma(alpha, beta)
// with alpha uniform on [0.5, 5], beta on [0.05, 0.15] (the same).
//
// Both the t distribution of delta_i and its likelihood are mixtures of normal
// distributions over their variance, so that the likelihood of (mu0, sigma0, nu) is a
// product of sums of normal densities, and no Monte Carlo is needed: mu0, sigma0 and nu are
// integrated by quadrature, to about 1e-4 of a probability and most often far better, in a
// second for ten data sets.
//
// Next says what to expect of a data set that was not seen: the probabilities that its
// difference lies below, within and above a region of practical equivalence. (Corani et al.
// report something else beside it: the probability that each of the three is the most
// probable.) Set says what is known of a data set that was seen: its own folds and what the
// other data sets make likely, by which estimates shrink towards the mean.
package hierarchical
