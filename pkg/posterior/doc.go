// Package posterior turns the confusion counts of two models on the folds of an m x 2
// CV into posterior distributions of precision, recall and F1, credible intervals and
// Bayes tests (Wang and Li 2019; Wang 2019 thesis, ch. 6).
//
// The 2m confusion matrices of a model are correlated. Their sum times a weight is the
// effective matrix, which counts as independent records: w = 1/(1 + rho1 + 2(m-1) rho2),
// or its mean w(m) over the usual correlations (see Weighting). With effective
// counts TP, FP, FN and the prior Beta(λ, λ) of precision and of recall
//
//	P  ~ Beta(TP+λ, FP+λ)
//	R  ~ Beta(TP+λ, FN+λ)
//	F1 = 2Z/(1+Z),  Z ~ Beta(TP+λ, FP+FN+2λ)
//
// A Distribution has density, quantiles, moments, mode and intervals. For two models A and
// B with the metrics nu_A and nu_B, the hypothesis H0 is nu_B - nu_A <= delta; Compare
// accepts the hypothesis with the larger posterior probability (algorithm 1 of Wang and
// Li). LogDifference computes the probabilities exactly, as logarithms; the paper draws
// from both posteriors, as Options.Draws asks for. Rope is the probability that the models
// are practically equivalent.
//
// Package infer/sequential makes the same test after each replication until the
// probability is clear. Curves and DifferenceCurve make rows for figures.
package posterior
