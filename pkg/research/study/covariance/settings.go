package covariance

import (
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
)

// The learners of the studies of variances, each with one setting for all
// configurations. The thesis names k = 5 and the triangular kernel for nearest
// neighbours on simulated data and nothing else; the rest are as in the author's R
// package RegularizedCrossValidation: svm.R (e1071 with the sigmoid kernel),
// lmRidgeModel.R (MASS's lm.ridge, penalty 1 on standardized features), LassoModel.R
// (lars at a fraction of the largest L1 norm) and knn.R (kknn). The package leaves the
// fraction of the lasso open; 1/2 was inferred from the published variances.
var (
	SVM   = svm.SVM{Kernel: svm.Sigmoid}
	KNN   = neighbour.KNN{Scale: learn.PerFold}
	Ridge = linear.Ridge{Lambda: 1, Standardize: true}
	Lasso = linear.Lasso{Fraction: 0.5}
)

// learners are the learners of the configurations by their names there.
var learners = map[string]learn.Learner{"svm": SVM, "knn": KNN, "lm": linear.OLS{}, "rid": Ridge, "lso": Lasso}
