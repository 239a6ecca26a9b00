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
// a, b and the dispersion θ maximize the likelihood. NegBin starts from the Poisson fit and alternately fits a and
// b for given θ, and θ for given means, as glm.nb of R's package MASS does (Venables and Ripley 2002, section 7.4).
// If the counts of the training records vary no more than Poisson counts, the likelihood increases with θ without
// bound: the fit is then the Poisson fit and θ is +Inf.
//
// # Predictions
//
// A prediction is a mean. A mean above learn.Largest, which the log link can give a record far outside the training
// records, is replaced by that bound. Training records without any count above 0 predict 0.
package count
