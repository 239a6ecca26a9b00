package pipeline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// Scale is a step that subtracts from each feature its mean over the training records and divides it by its
// standard deviation (divisor n-1), as R's scale does. A feature that is constant in the training records is not
// divided, and indicators of levels stay as they are.
type Scale struct{}

// String names the step.
func (Scale) String() string { return "scale" }

// Check refuses nominal features.
func (Scale) Check(d *dataset.Data) error { return numeric(d) }

// Fit computes means and standard deviations.
func (Scale) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	n, p := train.X.Dims()
	center, sd := make([]float64, p), make([]float64, p)
	column := make([]float64, n)
	for j := range p {
		sd[j] = 1
		if train.Feature(j).Indicator {
			continue
		}
		center[j], sd[j] = moments(mat.Col(column, j, train.X))
		if constant(column) {
			center[j], sd[j] = column[0], 1
		}
	}
	return Fitted{Map: func(dst, src []float64) {
		for j, v := range src {
			dst[j] = (v - center[j]) / sd[j]
		}
	}}, nil
}

// moments returns mean and standard deviation of x, 0 for one value. Sums are of differences from the first value,
// so that small differences of large numbers keep their digits.
func moments(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += (v - x[0]) / float64(len(x))
	}
	squares := 0.0
	for _, v := range x {
		v -= x[0] + mean
		squares += v * v
	}
	return x[0] + mean, math.Sqrt(squares / float64(max(1, len(x)-1)))
}

func constant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}

// numeric refuses nominal features.
func numeric(d *dataset.Data) error {
	for _, f := range d.Features {
		if f.Nominal() {
			return fmt.Errorf("feature %s has levels, not numbers; turn levels into columns of 0 and 1 first (Data.OneHot)",
				f.Name)
		}
	}
	return nil
}
