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
// The doc comments say how λ relates to that of glmnet and scikit-learn. Fitters
// are a Model: they give a and b in the units of the data.
//
// # Computation
//
// Least squares needs a data set only through means and products about them,
// which those of disjoint blocks of records give: the training sets of a
// partition set share blocks, and each is put together from blocks of its own
// records. Ridge regression with more features than records works on the
// distances between records instead, computed once. So a fit depends on no
// record outside its training set, not even by rounding.
//
// The lasso takes coordinate descent (Friedman, Hastie and Tibshirani 2010), or
// for a fraction of the L1 norm the whole path (Efron et al. 2004); logistic
// regression takes Newton's method.
//
// gonum (mat.Dense.Solve, stat.LinearRegression) factors each training set from
// scratch, and has no lasso or logistic regression. The normal equations lose
// accuracy as the square of the condition number; on features whose correlation
// matrix has a condition number of 1e6 or more, expect six correct digits rather
// than ten.
package linear
