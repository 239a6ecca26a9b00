// Package svm fits support vector machines on index subsets of one data set: C-classification with a radial, linear
// or sigmoid kernel, as R's e1071 and scikit-learn do through LIBSVM (Chang and Lin 2011). The experiments of the
// thesis (Wang 2019, §2.3) use such machines.
//
// # Problem
//
// For two classes y_i = ±1 a fit solves the dual problem
//
//	min  ½ Σ_ij α_i α_j y_i y_j K(x_i, x_j) - Σ_i α_i
//	with 0 <= α_i <= C and Σ_i α_i y_i = 0
//
// and predicts the sign of the decision value Σ_i α_i y_i K(x_i, x) + b. The kernels K are the constants of type
// Kernel.
//
// With SVM.Probability, the decision values of five inner folds of the training records give a curve from decision
// values to probabilities for each pair of classes, and the pairs are coupled (curve.go).
//
// # Computation
//
// The dual problem is solved by sequential minimal optimization with the
// second-order working set of Fan, Chen and Lin (JMLR 6, 2005). Several classes
// are decided one against one.
//
// A sigmoid kernel is not positive semidefinite, so that several points may satisfy the conditions of optimality.
// Fits with it take LIBSVM's steps and end at LIBSVM's point, with decision values within 1e-10, unless rounding
// decides between steps of equal gain: in 6 of 260 fits to thirteen data sets, all six with more than two classes,
// e1071 1.7-13 ended elsewhere.
//
// A fit starts from zero each time. Starting from the solution for all records saves a tenth of the steps and costs
// as much, and would let the validation records influence the result, within the tolerance.
//
// Where the kernel matrix of the training records does not fit into SVM.Cache, a fit works on some hundred
// variables at a time, computes the rows of those that changed together, on all cores that are free
// (learn.Pool), keeps the latest, and sets variables at their bounds aside as LIBSVM does (decompose.go). On
// simulated data of two classes, 10,000 training records and 50 features, that takes 0.6 s of processor time,
// LIBSVM 2.5 s, to the same tolerance.
//
// Fits share the kernel matrix of all records, if the scaling of the features allows it: with learn.PerDataSet, and
// with learn.Unscaled for the RBF kernel, which depends on the distance of two records alone. Otherwise a fit
// computes its own, as e1071 does, from features that are scaled (learn.PerFold) or centred by the training set.
//
// No Go library was suitable: the ports of LIBSVM (libsvm-go and its forks) have not changed since 2014, copy the
// data for each fit, and are not modules.
package svm
