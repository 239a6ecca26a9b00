package pipeline

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// OneHot is a step that replaces a nominal feature by an indicator of each level that occurs in the training
// records, called colour=red and so on. All of them are 0 for a level that does not occur there. Other features
// stay as they are. In contrast, dataset.Data.OneHot has columns for all levels of the data set except the first.
type OneHot struct{}

// String names the step.
func (OneHot) String() string { return "onehot" }

// Check refuses nothing.
func (OneHot) Check(*dataset.Data) error { return nil }

// Fit finds the levels that occur.
func (OneHot) Fit(train *dataset.Data, _ []int32) (Fitted, error) {
	n, p := train.X.Dims()
	places := make([][]int, p) // column of each level, -1 if it does not occur; one column for a number
	var features []dataset.Feature
	for j := range p {
		f := train.Feature(j)
		if !f.Nominal() {
			places[j] = []int{len(features)}
			features = append(features, f)
			continue
		}
		occurs := make([]bool, len(f.Levels))
		for i := range n {
			occurs[int(train.X.At(i, j))] = true
		}
		for level, name := range f.Levels {
			at := -1
			if occurs[level] {
				at = len(features)
				features = append(features, dataset.Feature{Name: f.Name + "=" + name, Indicator: true})
			}
			places[j] = append(places[j], at)
		}
	}
	nominal := make([]bool, p)
	for j := range nominal {
		nominal[j] = train.Feature(j).Nominal()
	}
	return Fitted{Features: features, Map: func(dst, src []float64) {
		clear(dst)
		for j, v := range src {
			if !nominal[j] {
				dst[places[j][0]] = v
			} else if at := places[j][int(v)]; at >= 0 {
				dst[at] = 1
			}
		}
	}}, nil
}

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
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
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
