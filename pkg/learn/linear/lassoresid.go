package linear

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
)

// residualFitter descends on residuals, over the active features: those that the optimality conditions require
// after the others have converged.
type residualFitter struct {
	plane
	*lasso
	t      int       // training records
	active []int32   // active features, in order of entry
	in     []bool    // p, whether a feature is active
	beta   []float64 // of each active feature
	mean   []float64 // over the training records
	square []float64 // sum of squares about the mean
	unit   []float64 // penalty for lambda 1, in the units of a product with the residuals
	column []float64 // t values about the mean
	resid  []float64 // residuals on the training records, centred
	spread []float64 // the same over all records, 0 outside
	lambda float64
	train  []int32
	meanY  float64
	limit  float64 // see settle
}

func (m *lasso) newResidualFitter() *residualFitter {
	return &residualFitter{plane: newPlane(m.data), lasso: m, in: make([]bool, m.p), resid: make([]float64, m.n),
		spread: make([]float64, m.n)}
}

// Fit descends from 0.
func (f *residualFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return fit(ctx, f, train, f.settings.Lambda)
}

// Begin computes what fits of several settings share; see learn.FamilyFitter.
func (f *residualFitter) Begin(ctx context.Context, train []int32) error {
	f.stop = ctx
	if len(train) == 0 {
		return errNoTraining
	}
	f.t, f.train = len(train), append(f.train[:0], train...)
	r := f.resid[:f.t]
	f.meanY = gatherCentred(f.y, train, r)
	f.limit = f.settings.Tolerance * dense.Dot(r, r)
	f.forget()
	return nil
}

// FitAs descends from the coefficients of the last penalty.
func (f *residualFitter) FitAs(lambda float64) error {
	f.lambda = lambda
	r := f.resid[:f.t]
	left := rounds{&f.ender, maxRounds}
	along := func(nonzero bool) float64 { return f.round(r, nonzero) }
	// A rough descent finds most features that must enter.
	for current := f.limit * 1e4; ; {
		if !settle(along, current, &left) {
			return f.errRounds(&f.ender, lambda)
		}
		if !f.enterViolators(f.train, r) && current == f.limit {
			break
		}
		current = f.limit
	}
	if err := f.ended(); err != nil {
		return err
	}
	f.intercept = f.meanY
	for k, j := range f.active {
		f.coef[j] = f.beta[k]
		f.intercept -= f.beta[k] * f.mean[k]
	}
	return nil
}

// forget removes all features.
func (f *residualFitter) forget() {
	for _, j := range f.active {
		f.in[j], f.coef[j] = false, 0
	}
	f.active, f.beta, f.mean, f.square, f.unit, f.column = f.active[:0], f.beta[:0], f.mean[:0], f.square[:0],
		f.unit[:0], f.column[:0]
}

// enter makes feature j active, with the coefficient 0.
func (f *residualFitter) enter(j int32, train []int32) {
	k := len(f.column)
	if cap(f.column) < k+f.t {
		f.column = append(make([]float64, 0, 2*(k+f.t)), f.column...)
	}
	f.column = f.column[:k+f.t]
	col := f.column[k:]
	mean := gatherCentred(f.feature(int(j)), train, col)
	square := dense.Dot(col, col)
	unit := float64(f.t)
	if f.settings.Standardize {
		unit *= math.Sqrt(square / float64(f.t))
	}
	f.in[j] = true
	f.active, f.beta = append(f.active, j), append(f.beta, 0)
	f.mean, f.square, f.unit = append(f.mean, mean), append(f.square, square), append(f.unit, unit)
}

// round steps along each active feature, or along those whose coefficient is not 0, and returns the largest change
// of the sum of squares. The residuals are updated for a step in the same pass that computes the next product.
func (f *residualFitter) round(r []float64, nonzero bool) (largest float64) {
	var last []float64 // the feature of the step that is missing in the residuals
	var lack float64
	for k, old := range f.beta {
		square := f.square[k]
		if (nonzero && old == 0) || square == 0 {
			continue
		}
		col := f.column[k*f.t : (k+1)*f.t]
		var g float64
		if lack != 0 {
			g = dense.AxpyDot(-lack, last, r, col)
		} else {
			g = dense.Dot(col, r)
		}
		b := step(g+old*square, f.lambda*f.unit[k], square)
		lack, last = b-old, col
		f.beta[k] = b
		largest = max(largest, square*lack*lack)
	}
	if lack != 0 {
		dense.Axpy(-lack, last, r)
	}
	return largest
}

// enterViolators activates features that violate the optimality conditions at coefficient 0, and reports whether
// there were any.
func (f *residualFitter) enterViolators(train []int32, r []float64) bool {
	for k, i := range train {
		f.spread[i] = r[k]
	}
	bound := f.lambda * float64(f.t) * (1 + 1e-9)
	before := len(f.active)
	for j, in := range f.in {
		if in || f.stopped() {
			continue
		}
		// The residuals have mean 0, so that the mean of the feature does not
		// matter.
		g := math.Abs(dense.Dot(f.feature(j), f.spread))
		if f.settings.Standardize {
			if g > bound*f.deviation(j, train) {
				f.enter(int32(j), train)
			}
		} else if g > bound {
			f.enter(int32(j), train)
		}
	}
	for _, i := range train {
		f.spread[i] = 0
	}
	return len(f.active) > before
}

// deviation returns the standard deviation (1/n) of feature j over the training
// records.
func (f *residualFitter) deviation(j int, train []int32) float64 {
	col := f.feature(j)
	origin := col[train[0]] // so that a constant feature has exactly 0
	var s, ss float64
	for _, i := range train {
		v := col[i] - origin
		s += v
		ss += v * v
	}
	n := float64(len(train))
	return math.Sqrt(math.Max(0, ss/n-s/n*s/n))
}
