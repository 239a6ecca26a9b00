// Package count holds regressions for counts, such as the number of defects of a
// class: the logarithm of the mean is linear in the features.
//
// # Models
//
// With mean μ = exp(a + x·b) of the count y of a record,
//
//	Poisson   y has variance μ
//	NegBin    y has variance μ + μ²/θ    (Lawless, Canadian Journal of Statistics 15, 1987)
//
// a, b and the dispersion θ are those of maximum likelihood. NegBin fits a and b for a
// given θ and θ for given means in turn, from the Poisson fit on, as glm.nb of R's package
// MASS does (Venables and Ripley 2002, section 7.4). Where the counts of the training records
// spread no more than Poisson counts the likelihood rises with θ without end: the fit is
// then the Poisson fit and θ is +Inf.
//
// # Predictions
//
// A prediction is a mean. One beyond learn.Largest, which a log link makes of a record far
// outside the training records, is given as that bound. Training records without any count
// above 0 predict 0.
package count
