package linear

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
)

// gramFitter descends on cross products.
type gramFitter struct {
	plane
	*lasso
	sums     *summer
	train    moments   // of the training records
	gradient []float64 // products of the features with the residuals
	unit     []float64 // penalty of each feature for lambda 1, in the units of gradient
	bound    []float64
	beta     []float64
}

func (m *lasso) newGramFitter() *gramFitter {
	f := &gramFitter{plane: newPlane(m.data), lasso: m, train: m.products.moments(), gradient: make([]float64, m.p),
		unit: make([]float64, m.p), bound: make([]float64, m.p), beta: make([]float64, m.p)}
	f.sums = newSummer(m.products, &f.ender)
	return f
}

// Fit sums over the training records.
func (f *gramFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return fit(ctx, f, train, f.settings.Lambda)
}

// Begin computes what fits of several settings share; see learn.FamilyFitter.
func (f *gramFitter) Begin(ctx context.Context, train []int32) error {
	f.stop = ctx
	if len(train) == 0 {
		return errNoTraining
	}
	f.sums.sum(train, &f.train)
	return f.start()
}

// Open sums the blocks of a partition set.
func (f *gramFitter) Open(_ context.Context, set cv.Set) error { return f.sums.open(set) }

// FitFold adds blocks.
func (f *gramFitter) FitFold(ctx context.Context, k int) (learn.Report, error) {
	f.stop = ctx
	if len(f.sums.folds.set.Fold(k).Train) == 0 {
		return learn.Report{}, errNoTraining
	}
	f.sums.fold(k, &f.train)
	if err := f.start(); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{}, f.FitAs(f.settings.Lambda)
}

// start puts all coefficients to 0.
func (f *gramFitter) start() error {
	p, ld, products := f.p, f.sums.ld, f.train.products
	clear(f.beta)
	copy(f.gradient, products[p*ld:][:p])
	dense.Mirror(products, ld, p) // so that each row is a feature
	for j := range p {
		f.unit[j] = f.train.n
		if f.settings.Standardize {
			f.unit[j] *= math.Sqrt(products[j*ld+j] / f.train.n)
		}
	}
	return f.ended()
}

// FitAs descends from the coefficients of the last penalty.
func (f *gramFitter) FitAs(lambda float64) error {
	for j, v := range f.unit {
		f.bound[j] = lambda * v
	}
	limit := f.settings.Tolerance * f.train.products[f.p*f.sums.ld+f.p]
	if !settle(f.round, limit, &rounds{&f.ender, maxRounds}) {
		return f.errRounds(&f.ender, lambda)
	}
	copy(f.coef, f.beta)
	f.intercept = f.train.mean[f.p] - dense.Dot(f.coef, f.train.mean)
	return nil
}

// row returns the products of feature j with all features.
func (f *gramFitter) row(j int) []float64 { return f.train.products[j*f.sums.ld:][:f.p] }

// round steps along each feature, or along those that are not 0, and returns
// the largest change of the sum of squares.
func (f *gramFitter) round(nonzero bool) (largest float64) {
	for j, old := range f.beta {
		if nonzero && old == 0 {
			continue
		}
		row := f.row(j)
		square := row[j]
		b := 0.0
		if square > 0 {
			b = step(f.gradient[j]+old*square, f.bound[j], square)
		}
		if d := b - old; d != 0 {
			f.beta[j] = b
			dense.Axpy(-d, row, f.gradient)
			largest = max(largest, square*d*d)
		}
	}
	return largest
}
