// Package infer tests which of two learning algorithms generalizes better, from
// the results of both on the folds of one partition set.
//
// Everywhere A is the first algorithm, B the second, and the parameter is
// mu = mu_B - mu_A, the expected loss of B minus the expected loss of A (Wang 2019
// thesis, eq. 5.1): a positive mu means that A is better. A hold-out estimate is the mean
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
//	block-regularized m x 2 CV   bcv-t                       mean / (Chat_m √Var2) ~ t(2m-1)
//	the same with inner CVs      nested-t                    mean / √V ~ t(M+4), V from M half-splits
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
// Chat_m² is (2m+1)/(2m-1), Var2 the mean squared deviation of the 2m differences, s² the
// sample variance of all differences. The comment of each function states its source and
// its assumptions, and so does Result.Assumptions. bcv-t is for correlations between folds of at most
// 1/2, and conservative where they are smaller; resampled-t, kfold-t, combined-5x2-t and proportion-z treat
// correlated differences as independent and reject true hypotheses too often.
//
// With 0-1 losses McNemar's tests take contingency tables in place of mean losses: the
// table of one hold-out (McNemar, McNemarExact and McNemarMidP), the tables of a K-fold CV
// (KFoldMcNemar) or the tables of an m x 2 BCV (BCVMcNemar; Yang, Wang, Song and Li).
// PairedEffect estimates the difference on one hold-out, with intervals.
//
// Package ranks, below this one, has tests for several data sets.
//
// All these tests look at their data once. Package sequential, below this one, has tests
// that look after each replication. PowerAnalysis computes power and numbers of
// replications of bcv-t; Bonferroni and Holm adjust the p-values of several
// comparisons.
package infer
