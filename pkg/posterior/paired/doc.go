// Package paired compares two algorithms by any metric of the folds that both were
// validated on: the posterior of the expected difference, calibrated for the
// correlations of cross-validation.
//
// D_jk is the metric of B minus the metric of A on fold k of replication j of an m x 2 CV. The
// differences are normal with mean delta and variance sigma²; two of one replication
// have correlation rho1, two of different replications rho2. Three statistics are
// independent:
//
//	D̄ = mean of D_jk           ~ N(delta, sigma² v),  v = (1 + rho1 + 2(m-1) rho2)/(2m)
//	W = Σ_j (D_j1 - D_j2)²/2   ~ sigma² (1 - rho1) chi²(m)
//	B = 2 Σ_j (D̄_j - D̄)²       ~ sigma² (1 + rho1 - 2 rho2) chi²(m-1)
//
// With a flat prior on delta and 1/sigma² on sigma², and
// q = W/(1-rho1) + B/(1+rho1-2 rho2),
//
//	delta | rho1, rho2, data ~ D̄ + √(v q/(2m-1)) t(2m-1)
//	likelihood of rho1, rho2 ∝ (1-rho1)^(-m/2) (1+rho1-2 rho2)^(-(m-1)/2) q^(-(2m-1)/2)
//
// so that the posterior of delta is a mixture of t distributions over the prior of
// (rho1, rho2). The data carry little information on the level of rho2, for which there is
// no unbiased estimator (Bengio and Grandvalet 2004), so that the prior matters: Uniform
// on a region, by default 0 <= rho1, rho2 <= 1/2 as in the thesis; Empirical, pairs found
// for real algorithms; or Fixed. Fixed(rho, rho) is the correlated t of Corani and Benavoli
// (2015); CorrelatedT has it also for K-fold CV and hold-outs.
//
// Inner cross-validations within the two halves of the records measure S = sigma² rho2, and
// NewNested takes them into account; then the prior matters little.
//
// The posterior is about the algorithms, that is, about models trained on other samples
// of the same size. With the metric of one model in place of the difference it is an
// interval for the expected metric of one algorithm.
package paired
