// Package hierarchical compares two models over several data sets with a hierarchical
// model of their differences, which weights each data set by the uncertainty of its own
// cross-validation.
//
// The expected difference on data set i, delta_i, is drawn from a t distribution about
// the mean of all data sets (Corani et al. 2017):
//
//	delta_i ~ mu0 + sigma0 t(nu)
//
// Its likelihood comes from package paired, whose posterior has a flat prior on delta_i:
// an m x 2 BCV with unknown correlations takes the place of the K-fold CV with rho = 1/K
// of the paper. The priors are those of the paper: flat on mu0, uniform on sigma0 from 0 to
// a multiple of the spread of the data sets' differences (1000), and nu - 1 ~ Gamma(alpha,
// beta) with alpha uniform on [0.5, 5], beta on [0.05, 0.15].
//
// Both the t distribution of delta_i and its likelihood are mixtures of normal
// distributions over their variance, so that the likelihood of (mu0, sigma0, nu) is a
// product of sums of normal densities, and no Monte Carlo is needed: mu0, sigma0 and nu are
// integrated by quadrature, to about 1e-4 of a probability and usually far better, in one
// second for ten data sets.
//
// Predictive returns the probabilities that the difference on a data set that was not seen
// lies below, within and above a region of practical equivalence. (Corani et al. also
// report the probability that each of the three is the most probable.) DataSet returns the
// posterior on a data set that was seen, from its own folds and from the other data sets,
// which shrink the estimate towards the mean.
package hierarchical
