package linear

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// OLS is ordinary least squares with an intercept.
//
// A feature that is constant in a training set, or a linear function of the features before it, gets the
// coefficient 0, where R's lm gives NA and the same predictions. A training set needs more records than
// coefficients, otherwise Fit returns an error.
type OLS struct{}

// Traits says that the sum of squared residuals is weighted.
func (OLS) Traits() learn.Traits { return learn.Traits{Numeric: true, Weights: true} }

// String returns "ols".
func (OLS) String() string { return "ols" }

// Prepare takes a data set with a numeric response and numeric features.
func (OLS) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := numericRegression(d); err != nil {
		return nil, err
	}
	if d.N() < d.P()+2 {
		return nil, fmt.Errorf("linear: %d records for %d coefficients; least squares needs more records than "+
			"coefficients, use ridge or lasso", d.N(), d.P()+1)
	}
	return &squares{products: newProducts(newColumns(d))}, nil
}

func numericRegression(d *dataset.Data) error {
	if err := learn.Regression("linear", d); err != nil {
		return err
	}
	if err := learn.Numeric("linear", d); err != nil {
		return err
	}
	for i := range d.N() {
		for j, v := range d.X.RawRowView(i) {
			if math.Abs(v) > learn.Largest {
				return fmt.Errorf("linear: record %d, feature %s is %v, and its square would overflow; rescale the feature",
					i, d.Feature(j).Name, v)
			}
		}
	}
	return nil
}

// squares is least squares by cross products, with or without a ridge penalty.
type squares struct {
	*products
	ridge Ridge // Lambda 0 for ordinary least squares
}

// With shares all but the penalty.
func (m *squares) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	return &squares{m.products, Ridge{l.(Ridge).lambda(), m.ridge.Standardize}}, nil
}

func (m *squares) NewFitter(*learn.Pool) learn.Fitter {
	f := &squaresFitter{plane: newPlane(m.data), squares: m, train: m.moments(), factor: make([]float64, m.q*m.ld)}
	f.sums = newSummer(m.products, &f.ender)
	return f
}

type squaresFitter struct {
	plane
	*squares
	sums   *summer
	train  moments // of the training records
	factor []float64
}

// Fit sums over the training records.
func (f *squaresFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return fit(ctx, f, train, f.ridge.Lambda)
}

// Begin computes what fits of several settings share; see learn.FamilyFitter.
func (f *squaresFitter) Begin(ctx context.Context, train []int32) error {
	f.stop = ctx
	if err := f.enough(len(train)); err != nil {
		return err
	}
	f.sums.sum(train, &f.train)
	return nil
}

// Open sums the blocks of a partition set.
func (f *squaresFitter) Open(_ context.Context, set cv.Set) error { return f.sums.open(set) }

// FitFold adds blocks.
func (f *squaresFitter) FitFold(ctx context.Context, k int) (learn.Report, error) {
	f.stop = ctx
	if err := f.enough(len(f.sums.folds.set.Fold(k).Train)); err != nil {
		return learn.Report{}, err
	}
	f.sums.fold(k, &f.train)
	return learn.Report{}, f.FitAs(f.ridge.Lambda)
}

var errNoTraining = errors.New("linear: no training records; train on at least one")

func (f *squaresFitter) enough(records int) error {
	if records == 0 {
		return errNoTraining
	}
	if f.ridge.Lambda == 0 && records < f.p+2 {
		return fmt.Errorf("linear: %d training records for %d coefficients; least squares needs more records than "+
			"coefficients, use ridge or lasso", records, f.p+1)
	}
	return nil
}

// FitAs solves the normal equations. It returns the error of a context that has ended.
func (f *squaresFitter) FitAs(lambda float64) error {
	if err := f.ended(); err != nil {
		return err
	}
	p, gram := f.p, f.factor
	copy(gram, f.train.products)
	f.ridge.penalize(lambda, gram, f.ld, p, f.train.n)
	dense.Cholesky(gram, p, f.ld, aliasTol)
	copy(f.coef, gram[p*f.ld:][:p])
	dense.Solve(gram, p, f.ld, f.coef)
	f.intercept = f.train.mean[p] - dense.Dot(f.coef, f.train.mean)
	return nil
}

// chunk is the number of records that a cross product adds at a time: rows of this length stay in the fastest
// cache.
const chunk = 256

// moments are the means, and the sums of products about the means, of the features and the response over a set of
// records.
type moments struct {
	n        float64   // records, or the sum of their weights
	mean     []float64 // q
	products []float64 // q rows, lower triangle
}

// products defines the layout of moments of subsets of the records.
type products struct {
	*columns
	q  int // p + 1: the features, then the response
	ld int // q rounded up, so that tiles may write beyond the diagonal
}

func newProducts(c *columns) *products {
	q := c.p + 1
	return &products{columns: c, q: q, ld: (q + 3) &^ 3}
}

func (m *products) moments() moments {
	return moments{mean: make([]float64, m.q), products: make([]float64, m.q*m.ld)}
}

// summer has the memory to compute moments of one subset after another.
type summer struct {
	*products
	*ender
	z     []float64 // q rows of chunk records
	part  moments   // of one chunk
	apart []float64 // q differences of means
	folds foldSums
}

func newSummer(m *products, e *ender) *summer {
	return &summer{products: m, ender: e, z: make([]float64, m.q*chunk), part: m.moments(), apart: make([]float64, m.q)}
}

// sum sets dst to the moments of the given records, unless its context ends.
func (s *summer) sum(rows []int32, dst *moments) {
	dst.n = 0
	s.add(rows, dst)
}

// add adds to dst the moments of other records, unless its context ends.
func (s *summer) add(rows []int32, dst *moments) {
	for len(rows) > 0 && !s.stopped() {
		some := rows[:min(chunk, len(rows))]
		rows = rows[len(some):]
		if dst.n == 0 {
			s.sumChunk(some, dst)
			continue
		}
		s.sumChunk(some, &s.part)
		s.join(dst, &s.part)
	}
}

// sumChunk sets dst to the moments of at most chunk records.
func (s *summer) sumChunk(rows []int32, dst *moments) {
	for j := range s.q {
		column := s.y
		if j < s.p {
			column = s.feature(j)
		}
		z := s.z[j*chunk:][:len(rows)]
		dst.mean[j], dst.n = s.centred(column, rows, z)
		if w := s.data.Weights; w != nil {
			for k, i := range rows {
				z[k] *= math.Sqrt(w[i])
			}
		}
	}
	dense.Gram(dst.products, s.ld, s.z, chunk, s.q, len(rows))
}

// join adds to dst the moments of other records (Chan, Golub and LeVeque 1983, The American Statistician 37:242,
// eq. 2.1b). What is constant over both remains exactly constant.
func (s *summer) join(dst, other *moments) {
	if dst.n == 0 {
		dst.n = other.n
		copy(dst.mean, other.mean)
		copy(dst.products, other.products)
		return
	}
	n := dst.n + other.n
	share, weight := other.n/n, dst.n*other.n/n
	for j, v := range other.mean {
		s.apart[j] = v - dst.mean[j]
		dst.mean[j] += share * s.apart[j]
	}
	for j, d := range s.apart {
		row := dst.products[j*s.ld:][:j+1]
		dense.Axpy(1, other.products[j*s.ld:][:j+1], row)
		dense.Axpy(weight*d, s.apart[:j+1], row)
	}
	dst.n = n
}
