package correlation

import (
	"context"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// unscaled is ridge regression with the error that lmRidgeModel.R of the author's R package
// names as mended: it predicted with fit$coef of MASS's lm.ridge, not with coef(fit). Those
// are the coefficients of standardized features; it multiplied the features as they are, and left
// out the intercept. On SREG, whose features have mean 0 and deviation 1, little shows that.
type unscaled struct{ linear.Ridge }

// String names the ridge regression and what it predicts with.
func (u unscaled) String() string { return u.Ridge.String() + " by fit$coef" }

// Prepare prepares the ridge regression.
func (u unscaled) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := u.Ridge.Prepare(ctx, d)
	return unscaledPrepared{p, d}, err
}

type unscaledPrepared struct {
	ridge learn.Prepared
	data  *dataset.Data
}

// NewFitter returns a new fitter.
func (p unscaledPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return &unscaledFitter{Fitter: p.ridge.NewFitter(nil), data: p.data, coef: make([]float64, p.data.P())}
}

type unscaledFitter struct {
	learn.Fitter
	data *dataset.Data
	coef []float64 // of the standardized features
}

// Fit fits the ridge regression and takes the standard deviations of the training records, of
// the divisor n, to its coefficients.
func (f *unscaledFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if _, err := f.Fitter.Fit(ctx, train); err != nil {
		return learn.Report{}, err
	}
	_, b := f.Fitter.(linear.Model).Coef()
	x := make([]float64, len(train))
	for j := range f.coef {
		for k, i := range train {
			x[k] = f.data.X.At(int(i), j)
		}
		f.coef[j] = b[j] * stat.PopStdDev(x, nil)
	}
	return learn.Report{}, nil
}

// Predict writes the products of the features with the coefficients.
func (f *unscaledFitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = floats.Dot(f.coef, f.data.X.RawRowView(int(i)))
	}
}
