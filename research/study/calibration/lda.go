package calibration

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
)

// LDA is the linear discriminant of two classes with their shares as priors. Its
// direction is the direction of least squares on the number of the class (Fisher 1936).
type LDA struct{}

// String returns "lda".
func (LDA) String() string { return "lda" }

// Traits are none.
func (LDA) Traits() learn.Traits { return learn.Traits{} }

// Prepare takes a data set with two classes. The method Score of its fitters gives the log odds of
// the second class.
func (LDA) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	y := make([]float64, d.N())
	for i, c := range d.Class {
		y[i] = float64(c)
	}
	p, err := linear.OLS{}.Prepare(ctx, &dataset.Data{Name: d.Name, X: d.X, Features: d.Features, Response: y})
	return ldaPrepared{p, y}, err
}

type ldaPrepared struct {
	learn.Prepared
	y []float64
}

func (p ldaPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return &ldaFitter{Fitter: p.Prepared.NewFitter(nil), y: p.y}
}

type ldaFitter struct {
	learn.Fitter
	y         []float64
	threshold float64 // of the fit of least squares
	slope     float64 // of the log odds by the fitted value; 0 after training on one class
	alone     float64 // log odds after training on one class
	fitted    []float64
}

// Fit finds the threshold: with the means m0 < m1 of the fitted values in the classes,
// the log odds are (n-2)(f - (m0+m1)/2) n/(n0 n1 (1-m1+m0)) + log(n1/n0).
func (f *ldaFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if _, err := f.Fitter.Fit(ctx, train); err != nil {
		return learn.Report{}, err
	}
	if len(f.fitted) < len(train) {
		f.fitted = make([]float64, len(train))
	}
	f.Fitter.Predict(train, f.fitted)
	var size, mean [2]float64
	for k, i := range train {
		c := int(f.y[i])
		size[c]++
		mean[c] += f.fitted[k]
	}
	n := size[0] + size[1]
	f.slope = 0
	switch 0.0 {
	case size[0]:
		f.threshold, f.alone = math.Inf(-1), math.Log(2*n)
	case size[1]:
		f.threshold, f.alone = math.Inf(1), -math.Log(2*n)
	default:
		m0, m1 := mean[0]/size[0], mean[1]/size[1]
		f.slope = (n - 2) * n / (size[0] * size[1] * (1 - m1 + m0))
		f.threshold = (m0+m1)/2 - math.Log(size[1]/size[0])/f.slope
	}
	return learn.Report{}, nil
}

func (f *ldaFitter) Predict(rows []int32, out []float64) {
	f.Fitter.Predict(rows, out)
	for k := range rows {
		if out[k] > f.threshold {
			out[k] = 1
		} else {
			out[k] = 0
		}
	}
}

// Score writes the log odds of the second class. After training on one class they are those of half a record of the
// other class.
func (f *ldaFitter) Score(rows []int32, out []float64) {
	f.Fitter.Predict(rows, out)
	for k := range rows {
		if f.slope > 0 {
			out[k] = f.slope * (out[k] - f.threshold)
		} else {
			out[k] = f.alone
		}
	}
}

// Probabilities writes those of both classes, from the log odds of Score.
func (f *ldaFitter) Probabilities(rows []int32, out []float64) error {
	f.Score(rows, out[:len(rows)])
	for k := len(rows) - 1; k >= 0; k-- {
		z := out[k]
		out[2*k], out[2*k+1] = 1/(1+math.Exp(z)), 1/(1+math.Exp(-z))
	}
	return nil
}
