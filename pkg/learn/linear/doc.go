// Package linear holds the linear learners: ordinary least squares, ridge,
// lasso and logistic regression.
//
// # Objectives
//
// With n training records (x_i, y_i), coefficients b and a free intercept a:
//
//	OLS        min  Σ (y_i - a - x_i·b)²
//	Ridge      min  Σ (y_i - a - x_i·b)² + λ Σ b_j²          (Hoerl and Kennard 1970)
//	Lasso      min  1/(2n) Σ (y_i - a - x_i·b)² + λ Σ |b_j|  (Tibshirani 1996)
//	Logistic   max  Σ log P(y_i) - λ/2 Σ b_j²,  log(P(1)/P(0)) = a + x·b
//
// The doc comments explain how λ relates to the penalties of glmnet and scikit-learn. Fitters are Models: they
// return a and b in the units of the data.
//
// # Computation
//
// Least squares depends on the data only through means and products about them, which can be joined from disjoint
// blocks of records: the training sets of a partition set share blocks, and each is joined from blocks of its own
// records. Ridge regression with more features than records works on the distances between records instead,
// computed once. So a fit depends on no record outside its training set, not even by rounding.
//
// The lasso uses coordinate descent (Friedman, Hastie and Tibshirani 2010), or for a fraction of the L1 norm the
// whole path (Efron et al. 2004); logistic regression uses Newton's method.
//
// gonum (mat.Dense.Solve, stat.LinearRegression) factors each training set from
// scratch, and has no lasso or logistic regression. The normal equations lose
// accuracy as the square of the condition number; on features whose correlation
// matrix has a condition number of 1e6 or more, expect six correct digits rather
// than ten.
package linear
