package linear

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Lasso minimizes the mean squared residual, halved, plus Lambda times the sum
// of absolute coefficients; the intercept is free. This is the objective of
// glmnet (alpha = 1) and of scikit-learn's Lasso.
//
// It uses coordinate descent: on cross products, which blocks share, if there are fewer features than half the
// records; otherwise on residuals, over the active features. A fit starts from 0, or of several penalties together
// (learn.Settings) from the coefficients of the next larger one, which gives the same as far as Tolerance goes, where
// the minimum is at a single point.
//
// With Fraction set instead of Lambda, the penalty of each training set is chosen such that the sum of absolute
// coefficients is this fraction of its limit as the penalty goes to 0; features are divided by their standard
// deviation. This is predict(lars(x, y), newx, s = Fraction, mode = "fraction") of R's package lars. Fits follow
// the whole path from no features to least squares or, with as many features as records, to the interpolation with
// the smallest sum. They use the training records alone, and each fitter needs memory for the square of the number
// of features.
type Lasso struct {
	Lambda   float64 // penalty; 0 means 0.1
	Fraction float64 // fraction of the L1 norm, in (0, 1]; 0 means a penalty of Lambda
	// divide features by their standard deviation (1/n) in each training set, as glmnet does by default
	Standardize bool
	// Tolerance ends the descent when no step of a round changes the mean of squares by more than this share of the
	// variance of the response; 0 means 1e-7, as in glmnet.
	Tolerance float64
}

// String returns "lasso(lambda=0.1)" or "lasso(fraction=0.5)" with the settings in use.
func (l Lasso) String() string {
	l = l.withDefaults()
	return name.Of("lasso", name.Setting("lambda", l.Lambda, 0), name.Setting("fraction", l.Fraction, 0),
		name.Flag("standardize", l.Standardize), name.Setting("tolerance", l.Tolerance, lassoTolerance))
}

// lassoTolerance is the default, glmnet's.
const lassoTolerance = 1e-7

func (l Lasso) withDefaults() Lasso {
	if l.Lambda == 0 && l.Fraction == 0 {
		l.Lambda = 0.1
	}
	if l.Tolerance == 0 {
		l.Tolerance = lassoTolerance
	}
	return l
}

// Traits says that a family differs in the penalty, or in the fraction of the L1 norm.
func (l Lasso) Traits() learn.Traits {
	value := l.Fraction
	if value != 0 {
		l.Fraction = 1
	} else {
		value, l.Lambda = l.withDefaults().Lambda, 0
	}
	return learn.Traits{Numeric: true, Common: l, Value: value}
}

// maxRounds is the largest number of rounds of a fit, including rounds over the coefficients that are not 0.
const maxRounds = 1_000_000

// rounds is the number of rounds that a fit has left, until its context ends.
type rounds struct {
	*ender
	left int
}

// settle makes rounds over all features, and between them over features whose coefficient is not 0, until no step
// changes the sum of squares by more than limit. It reports whether the rounds that are left were enough. A change
// of NaN never settles.
func settle(round func(nonzero bool) float64, limit float64, r *rounds) bool {
	nonzero := false
	for ; r.left > 0 && !r.stopped(); r.left-- {
		switch change := round(nonzero); {
		case math.IsNaN(change):
			return false
		case change > limit:
			nonzero = true
		case nonzero:
			nonzero = false
		default:
			return true
		}
	}
	return false
}

// Prepare takes a data set with a numeric response and numeric features.
func (l Lasso) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if l.Fraction != 0 {
		return l.prepareFraction(d)
	}
	l = l.withDefaults()
	if err := checkPenalty(l.Lambda); err != nil {
		return nil, err
	}
	if !(l.Tolerance > 0 && l.Tolerance < 1) {
		return nil, fmt.Errorf("linear: a tolerance of %v; give a number between 0 and 1", l.Tolerance)
	}
	if err := numericRegression(d); err != nil {
		return nil, err
	}
	m := &lasso{columns: newColumns(d), settings: l}
	if 2*d.P() < d.N() {
		m.products = newProducts(m.columns)
	}
	return m, nil
}

// prepareFraction prepares a lasso whose Fraction is set.
func (l Lasso) prepareFraction(d *dataset.Data) (learn.Prepared, error) {
	switch {
	case !(l.Fraction > 0 && l.Fraction <= 1):
		return nil, fmt.Errorf("linear: a fraction of %v of the L1 norm; give a number above 0, up to 1", l.Fraction)
	case l.Lambda != 0:
		return nil, fmt.Errorf("linear: %s has both a penalty and a fraction of the L1 norm; set one of Lambda and Fraction",
			l)
	case l.Standardize || l.Tolerance != 0:
		return nil, fmt.Errorf("linear: %s: with a fraction of the L1 norm, features are always standardized and the path "+
			"is exact; leave out Standardize and Tolerance", l)
	}
	if err := numericRegression(d); err != nil {
		return nil, err
	}
	return &fractionLasso{columns: newColumns(d), fraction: l.Fraction}, nil
}

// lasso is a lasso prepared for a data set.
type lasso struct {
	*columns
	products *products // nil if the descent works on residuals
	settings Lasso
}

// With shares all but the penalty.
func (m *lasso) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	return &lasso{m.columns, m.products, l.(Lasso).withDefaults()}, nil
}

func (m *lasso) NewFitter(*learn.Pool) learn.Fitter {
	if m.products == nil {
		return m.newResidualFitter()
	}
	return m.newGramFitter()
}

// errRounds returns the error of a descent that did not converge or that its context ended.
func (m *lasso) errRounds(e *ender, lambda float64) error {
	if err := e.ended(); err != nil {
		return err
	}
	l := m.settings
	l.Lambda = lambda
	return fmt.Errorf("linear: %s did not converge in %d rounds; raise Tolerance or Lambda, or scale the features",
		l, maxRounds)
}

// step returns the coefficient that minimizes the objective along one feature: gradient is the product of the
// feature with the residuals without it, and threshold the penalty, both in the units of square.
func step(gradient, threshold, square float64) float64 {
	switch {
	case gradient > threshold:
		return (gradient - threshold) / square
	case gradient < -threshold:
		return (gradient + threshold) / square
	}
	return 0
}
