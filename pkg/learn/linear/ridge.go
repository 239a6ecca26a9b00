package linear

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Ridge is ridge regression: it minimizes the sum of squared residuals plus
// Lambda times the sum of squared coefficients; the intercept is free. Lambda
// is scikit-learn's alpha, and the lambda of glmnet (alpha = 0) times the number
// of training records.
//
// With fewer features than half the records it solves for the coefficients, otherwise for one number per training
// record, from distances between records that are computed once. Several penalties together (learn.Settings) share the
// sums, or the distances and products, and give the same bit by bit.
type Ridge struct {
	Lambda float64 // penalty; 0 means 1
	// divide features by their standard deviation (1/n) in each training set, as glmnet does by default
	Standardize bool
}

// String returns "ridge(lambda=1)" with the settings in use.
func (r Ridge) String() string {
	return name.Of("ridge", name.Setting("lambda", r.lambda(), 0), name.Flag("standardize", r.Standardize))
}

// AcceptsWeights reports true: the sum of squared residuals is weighted, and so are the standard deviations of
// Standardize. Lambda is beside the weighted sum, as it is in scikit-learn.
func (r Ridge) AcceptsWeights() bool { return true }

// Traits says that the sum of squared residuals is weighted, and that a family differs in the penalty.
func (r Ridge) Traits() learn.Traits {
	return learn.Traits{Numeric: true, Weights: true, Common: Ridge{Standardize: r.Standardize}, Value: r.lambda()}
}

func (r Ridge) lambda() float64 {
	if r.Lambda == 0 {
		return 1
	}
	return r.Lambda
}

// checkPenalty refuses a penalty that is not a positive number.
func checkPenalty(lambda float64) error {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return fmt.Errorf("linear: a penalty lambda of %v; give a positive number", lambda)
	}
	return nil
}

// Prepare takes a data set with a numeric response and numeric features.
func (r Ridge) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	r.Lambda = r.lambda()
	if err := checkPenalty(r.Lambda); err != nil {
		return nil, err
	}
	if err := numericRegression(d); err != nil {
		return nil, err
	}
	c := newColumns(d)
	if 2*d.P() < d.N() {
		return &squares{products: newProducts(c), ridge: r}, nil
	}
	return newDual(c, r, &ender{ctx}), ctx.Err()
}

// penalize adds the penalty lambda to the products of p features about their means over
// n records.
func (r Ridge) penalize(lambda float64, products []float64, ld, p int, n float64) {
	if lambda == 0 {
		return
	}
	for j := range p {
		own := lambda
		if r.Standardize {
			own *= products[j*ld+j] / n
		}
		products[j*ld+j] += own
	}
}
