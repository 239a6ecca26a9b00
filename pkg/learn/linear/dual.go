package linear

import (
	"context"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
)

// dual is ridge regression through the products between records: the coefficients are a combination X'a of the
// training records with sum a = 0 and (XX' + lambda W⁻¹) a + b = y, where W has their weights, for any origin of X. The
// first training record is the origin: products about it come from distances, each of which depends on two records
// alone.
type dual struct {
	*columns
	ridge   Ridge
	squares []float64 // n x n squared distances between records; nil if standardized
}

func newDual(c *columns, r Ridge, e *ender) *dual {
	m := &dual{columns: c, ridge: r}
	if !r.Standardize {
		m.squares = make([]float64, c.n*c.n)
		raw := c.data.X.RawMatrix()
		e.apart(m.squares, c.n, raw.Data, raw.Stride, c.n, c.p)
	}
	return m
}

// With shares all but the penalty.
func (m *dual) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	return &dual{m.columns, Ridge{l.(Ridge).lambda(), m.ridge.Standardize}, m.squares}, nil
}

func (m *dual) NewFitter(*learn.Pool) learn.Fitter {
	f := &dualFitter{dual: m, rhs: make([]float64, 0, m.n),
		ones: make([]float64, 0, m.n), weight: make([]float64, m.n), origin: make([]float64, m.n), model: newPlane(m.data),
		row: make([]float64, m.p)}
	if m.ridge.Standardize {
		f.scaled = make([]float64, m.n*m.p)
		f.mean, f.scale, f.column = make([]float64, m.p), make([]float64, m.p), make([]float64, m.n)
	}
	return f
}

type dualFitter struct {
	*dual
	ender
	products  []float64 // between the training records
	factor    []float64 // of the system with the penalty
	train     []int32
	rhs, ones []float64 // a, and the correction that makes its sum 0
	weight    []float64 // a of each record, 0 outside the training set
	origin    []float64 // squared distances of the training records from it
	constant  float64   // b and the mean of the response
	row       []float64 // p, a record about the origin
	model     plane
	known     bool // whether model holds the coefficients of this fit

	// Of a standardized fit.
	scaled, column []float64 // n x p: training records, scaled; one feature of them
	mean, scale    []float64 // p means and inverse standard deviations
}

// Fit solves one system of the size of the training set.
func (f *dualFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return fit(ctx, f, train, f.ridge.Lambda)
}

// Begin computes what fits of several settings share; see learn.FamilyFitter.
func (f *dualFitter) Begin(ctx context.Context, train []int32) error {
	f.stop = ctx
	size := len(train) * len(train)
	if size == 0 {
		return errNoTraining
	}
	f.products, f.factor = slices.Grow(f.products[:0], size)[:size], slices.Grow(f.factor[:0], size)[:size]
	f.train = append(f.train[:0], train...)
	f.system(train)
	return f.ended()
}

// FitAs solves one system of the size of the training set.
func (f *dualFitter) FitAs(lambda float64) error {
	if err := f.ended(); err != nil {
		return err
	}
	train, t := f.train, len(f.train)
	a := f.factor
	copy(a, f.products)
	f.rhs, f.ones = f.rhs[:t], f.ones[:t]
	meanY := gatherCentred(f.y, train, f.rhs)
	for k, i := range train {
		a[k*t+k] += lambda / f.data.Weight(i)
		f.ones[k] = 1
	}
	dense.Cholesky(a, t, t, 0)
	dense.Solve(a, t, t, f.rhs)
	dense.Solve(a, t, t, f.ones)
	b := sum(f.rhs) / sum(f.ones)
	f.constant = meanY + b
	clear(f.weight)
	for k, i := range train {
		f.rhs[k] -= b * f.ones[k]
		f.weight[i] = f.rhs[k]
	}
	f.known = false
	return nil
}

// system computes the lower triangle of the products between training records,
// about the first of them or, if standardized, about their mean.
func (f *dualFitter) system(train []int32) {
	t, a := len(train), f.products
	if f.ridge.Standardize {
		f.standardize(train)
		f.gram(a, t, f.scaled, f.p, t, f.p)
		return
	}
	f.origin = f.origin[:t]
	gather(f.distances(train[0]), train, f.origin)
	for k, i := range train {
		row, far, d := f.distances(i), f.origin[k], a[k*t:][:k+1]
		for l, j := range train[:k+1] {
			d[l] = (far + f.origin[l] - row[j]) / 2
		}
	}
}

// distances returns the squared distances of all records from record i.
func (f *dualFitter) distances(i int32) []float64 { return f.squares[int(i)*f.n:][:f.n] }

// standardize copies the training records, centred and divided by the standard
// deviations of their features. A constant feature is left out.
func (f *dualFitter) standardize(train []int32) {
	t := len(train)
	column := f.column[:t]
	for j := range f.p {
		var total, ss float64
		f.mean[j], total = f.centred(f.feature(j), train, column)
		f.scale[j] = 0
		for k, i := range train {
			ss += f.data.Weight(i) * column[k] * column[k]
		}
		if ss > 0 {
			f.scale[j] = math.Sqrt(total / ss)
		}
		for k, v := range column {
			f.scaled[k*f.p+j] = v * f.scale[j]
		}
	}
}

// Predict uses the distances between records if they are known, and otherwise the coefficients.
func (f *dualFitter) Predict(rows []int32, out []float64) {
	if f.ridge.Standardize {
		f.Coef()
		f.model.Predict(rows, out)
		return
	}
	// The sum of a (x_k - o)·(x - o) over the training records, where o is the
	// origin and the sum of a is 0.
	train := 0.0
	for k, a := range f.rhs {
		train += a * f.origin[k]
	}
	for k, i := range rows {
		out[k] = f.constant + (train-dense.Dot(f.distances(i), f.weight))/2
	}
}

// Coef returns the intercept and the coefficients.
func (f *dualFitter) Coef() (float64, []float64) {
	if f.known {
		return f.model.Coef()
	}
	f.known = true
	coef := f.model.coef
	clear(coef)
	if f.ridge.Standardize {
		for k, a := range f.rhs {
			dense.Axpy(a, f.scaled[k*f.p:][:f.p], coef)
		}
		for j, s := range f.scale {
			coef[j] *= s
		}
		f.model.intercept = f.constant - dense.Dot(coef, f.mean)
		return f.model.Coef()
	}
	origin := f.data.X.RawRowView(int(f.train[0]))
	for i, a := range f.weight {
		if a == 0 {
			continue
		}
		copy(f.row, f.data.X.RawRowView(i))
		dense.Axpy(-1, origin, f.row)
		dense.Axpy(a, f.row, coef)
	}
	f.model.intercept = f.constant - dense.Dot(coef, origin)
	return f.model.Coef()
}
