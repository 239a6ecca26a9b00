package linear

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
)

// fractionLasso is a lasso with a given fraction of the L1 norm. Its fits use their training records alone, so that
// not even rounding depends on others.
type fractionLasso struct {
	*columns
	fraction float64
}

// With shares all but the fraction.
func (m *fractionLasso) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	return &fractionLasso{m.columns, l.(Lasso).Fraction}, nil
}

func (m *fractionLasso) NewFitter(*learn.Pool) learn.Fitter {
	ld := stride(m.n)
	return &fractionFitter{
		plane: newPlane(m.data), fractionLasso: m, path: newLassoPath(m.n, m.p),
		z: make([]float64, m.p*ld), y: make([]float64, ld), mean: make([]float64, m.p), length: make([]float64, m.p),
	}
}

type fractionFitter struct {
	plane
	*fractionLasso
	path   *lassoPath
	z      []float64 // features of the training records, centred, of length 1
	y      []float64 // their responses, centred
	mean   []float64 // p
	length []float64 // p, roots of the sums of squares about the mean
	meanY  float64
}

// Fit follows the path of the training records.
func (f *fractionFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	return fit(ctx, f, train, f.fraction)
}

// Begin computes what fits of several settings share; see learn.FamilyFitter.
func (f *fractionFitter) Begin(ctx context.Context, train []int32) error {
	f.stop = ctx
	if len(train) == 0 {
		return errNoTraining
	}
	used := f.normalize(train)
	if err := f.ended(); err != nil {
		return err
	}
	return f.path.run(min(len(train)-1, used), &f.ender)
}

// FitAs takes a point of the path.
func (f *fractionFitter) FitAs(fraction float64) error {
	f.path.at(fraction, f.coef)
	f.intercept = f.meanY
	for j, b := range f.coef {
		if b != 0 {
			f.coef[j] = b / f.length[j]
			f.intercept -= f.coef[j] * f.mean[j]
		}
	}
	return nil
}

// normalize copies the training records into z and y, sets up the path, and returns the number of features that are
// not constant. Rows are padded with zeros to a multiple of four, the width of the kernels.
func (f *fractionFitter) normalize(train []int32) (used int) {
	t := len(train)
	ld, padded := stride(t), (t+3)&^3
	y := f.y[:padded]
	clear(y[t:])
	f.meanY = gatherCentred(f.columns.y, train, y[:t])
	f.path.idle = f.path.idle[:0]
	for j := range f.p {
		z := f.z[j*ld : j*ld+padded]
		clear(z[t:])
		f.mean[j] = gatherCentred(f.feature(j), train, z[:t])
		f.length[j] = math.Sqrt(dense.Dot(z, z))
		if f.length[j] == 0 {
			continue
		}
		f.path.idle = append(f.path.idle, int32(j))
		scale := 1 / f.length[j]
		for i := range z {
			z[i] *= scale
		}
		f.path.corr[j] = dense.Dot(z, y)
	}
	f.gram(f.path.gram, f.path.ld, f.z, ld, f.p, padded)
	dense.Mirror(f.path.gram, f.path.ld, f.p)
	return len(f.path.idle)
}
