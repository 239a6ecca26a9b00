package linear

import (
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// gramFitter descends on cross products.
type gramFitter struct {
	plane
	*lasso
	sums     *summer
	gram     []float64 // cross products of (1, features, response), then p x p about the mean
	gradient []float64 // products of the features with the residuals
	bound    []float64
	beta     []float64
}

func (m *lasso) newGramFitter() *gramFitter {
	return &gramFitter{plane: newPlane(m.data), lasso: m, sums: newSummer(m.products), gram: m.products.matrix(), gradient: make([]float64, m.p), bound: make([]float64, m.p), beta: make([]float64, m.p)}
}

// Fit sums over the training records.
func (f *gramFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errNoTraining
	}
	f.sums.sum(train, f.gram)
	return f.descend()
}

// Open sums the blocks of a partition set.
func (f *gramFitter) Open(set *cv.Set) error {
	if set.N != f.n {
		return errSetSize(set.N, f.n)
	}
	f.sums.open(set)
	return nil
}

// FitFold adds blocks.
func (f *gramFitter) FitFold(k int) error {
	if len(f.sums.folds.set.Fold(k).Train) == 0 {
		return errNoTraining
	}
	f.sums.fold(k, f.gram)
	return f.descend()
}

// descend takes the means out of the cross products and goes down from the
// coefficients on all records.
func (f *gramFitter) descend() error {
	p, ld := f.p, f.sums.ld
	n := f.gram[0]
	response := f.gram[(p+1)*ld : (p+2)*ld]
	meanY := response[0] / n
	limit := f.settings.Tolerance * (response[p+1] - n*meanY*meanY)
	copy(f.beta, f.start)
	for j := range p {
		row := f.gram[(j+1)*ld : (j+2)*ld]
		mean := row[0] / n
		for k := range j + 1 {
			row[k+1] -= mean * f.gram[(k+1)*ld]
		}
		f.gradient[j] = response[j+1] - mean*response[0]
	}
	for j := range p { // the upper triangle, so that a row is a feature
		for k := range j {
			f.gram[(k+1)*ld+j+1] = f.gram[(j+1)*ld+k+1]
		}
		f.bound[j] = f.settings.Lambda * n
		if f.settings.Standardize {
			f.bound[j] *= math.Sqrt(math.Max(0, f.gram[(j+1)*ld+j+1]/n))
		}
	}
	for j, b := range f.beta {
		if b != 0 {
			dense.Axpy(-b, f.row(j), f.gradient)
		}
	}
	for range maxRounds {
		if f.round(false) <= limit {
			f.finish(n, meanY)
			return nil
		}
		for range maxRounds {
			if f.round(true) <= limit {
				break
			}
		}
	}
	return errRounds(f.settings)
}

// row returns the products of feature j with all features.
func (f *gramFitter) row(j int) []float64 {
	return f.gram[(j+1)*f.sums.ld+1 : (j+1)*f.sums.ld+1+f.p]
}

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
		if square > aliasTol*f.sums.total[(j+1)*f.sums.ld+j+1] {
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

func (f *gramFitter) finish(n, meanY float64) {
	for j, b := range f.beta {
		meanY -= b * f.gram[(j+1)*f.sums.ld] / n
	}
	f.uncentre(&f.plane, meanY, f.beta)
}
