// Package infer tests which of two learning algorithms generalizes better, from
// the results of both on the folds of one partition set.
//
// Everywhere A is the first algorithm, B the second, and the parameter is
// mu = mu_B - mu_A, the expected loss of B less that of A (Wang 2019 thesis,
// eq. 5.1): a positive mu means that A is better. A hold-out estimate is the mean
// loss on the validation set of one fold; its difference B - A on fold k of
// replication j is written mu_k^(j), and S_j² is the sample variance of the two
// differences of a replication of two-fold CV. sigma² is the variance of one
// difference, rho1 the correlation of two in one two-fold cross-validation, rho2 of
// two in different replications.
//
// # Which test for which partition set
//
// Differences hold the mu_k^(j) of any partition set. Run makes a test of them by
// name, Tests lists the tests, and Register adds one of your own:
//
//	block-regularized m x 2 CV   bcv-t                       mean / (Chat_m √Var2) ~ t(2m-1), Chat_m² = (2m+1)/(2m-1)
//	block-regularized 3 x 2 CV   blocked-3x2-t               mean / √Var2 ~ t(5)
//	block-regularized 5 x 2 CV   calibrated-5x2-F            ΣΣ mu² / (2 Σ S_j²) ~ F(7, 5)
//	m x 2 CV                     mx2-t, 5x2-t at m = 5       mu_1^(1) / √(Σ S_j²/m) ~ t(m)
//	5 x 2 CV                     combined-5x2-t              mean / √(Σ S_j²/5 / 10) ~ t(5)
//	5 x 2 CV                     combined-5x2-F              ΣΣ mu² / (2 Σ S_j²) ~ F(10, 5)
//	r x K-fold CV                corrected-repeated-kfold-t  mean / (s √(1/(rK) + 1/(K-1))) ~ t(rK-1)
//	K-fold CV                    kfold-t                     mean / (s √(1/K)) ~ t(K-1)
//	K-fold CV                    kfold-ci-z, kfold-ci-z-in   mean √n / s ~ N(0, 1), s of the record losses
//	J random hold-outs           resampled-t                 mean / (s √(1/J)) ~ t(J-1)
//	J random hold-outs           corrected-resampled-t       mean / (s √(1/J + n_valid/n_train)) ~ t(J-1)
//	J random hold-outs           conservative-z              mean / √v ~ N(0, 1), v from halves of the data set
//	one hold-out                 proportion-z                mean / √(2 e(1-e)/n_valid) ~ N(0, 1)
//
// Var2 is the mean squared deviation of the 2m differences over their mean, s² the
// sample variance of all differences. Each function says its source and what it
// assumes; so does Result.Assumptions. bcv-t is conservative for usual correlations
// below 1/2; resampled-t, kfold-t, combined-5x2-t and proportion-z take correlated
// differences for independent ones and reject true hypotheses too often.
//
// With 0-1 losses McNemar's tests take contingency tables in place of mean losses:
// McNemar, McNemarExact and McNemarMidP that of one hold-out, KFoldMcNemar those of a
// K-fold CV, BCVMcNemar those of an m x 2 BCV (Yang, Wang, Song and Li). PairedEffect
// says for one hold-out how large the difference is, with intervals.
//
// For several data sets see package ranks, below this one.
//
// All these tests look at their data once. Tests that look after each replication are
// in package sequential, below this one. PowerAnalysis computes power and numbers of
// replications of bcv-t; Bonferroni and Holm adjust the p-values of several
// comparisons.
package infer
