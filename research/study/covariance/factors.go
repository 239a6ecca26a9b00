package covariance

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// FactorKNN is nearest neighbours with the distance of R's kknn on nominal features: the
// columns of 0 and 1 for all levels of a feature are divided by one number, the root of the mean of their variances
// in the training records, and weighted by 1/levels, so that a feature weighs as much as a numeric one. On numeric
// features it is KNN.
type FactorKNN struct{}

// String names the learner.
func (FactorKNN) String() string { return KNN.String() + " of factors" }

// Traits are none.
func (FactorKNN) Traits() learn.Traits { return learn.Traits{} }

// Prepare takes a data set of classes.
func (FactorKNN) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	return factorsOf{d}, nil
}

type factorsOf struct{ data *dataset.Data }

// NewFitter returns a new fitter.
func (p factorsOf) NewFitter(*learn.Pool) learn.Fitter { return &factorFitter{data: p.data} }

type factorFitter struct {
	learn.Fitter // of the last fit
	data         *dataset.Data
}

// Fit scales all features by the training records and fits nearest neighbours.
func (f *factorFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	scaled := *f.data
	scaled.Features = nil
	var columns [][]float64
	for j := range f.data.P() {
		columns = append(columns, f.scale(j, train)...)
	}
	scaled.X = mat.NewDense(f.data.N(), len(columns), nil)
	for k, c := range columns {
		scaled.X.SetCol(k, c)
	}
	knn := KNN
	knn.Scale = learn.Unscaled
	p, err := knn.Prepare(ctx, &scaled)
	if err != nil {
		return learn.Report{}, err
	}
	f.Fitter = p.NewFitter(nil)
	return f.Fitter.Fit(ctx, train)
}

// scale returns the columns that feature j has in distances.
func (f *factorFitter) scale(j int, train []int32) [][]float64 {
	columns := [][]float64{mat.Col(nil, j, f.data.X)}
	if levels := f.data.Feature(j).Levels; len(levels) > 0 {
		level := columns[0]
		columns = make([][]float64, len(levels))
		for l := range columns {
			columns[l] = make([]float64, len(level))
		}
		for i, l := range level {
			columns[int(l)][i] = 1
		}
	}
	variance, x := 0.0, make([]float64, len(train))
	for _, c := range columns {
		for k, i := range train {
			x[k] = c[i]
		}
		variance += stat.Variance(x, nil)
	}
	for _, c := range columns {
		for i := range c {
			if variance == 0 { // kknn ignores it
				c[i] = 0
			} else { // over the root of the mean variance, and times that of the weight: the levels cancel
				c[i] /= math.Sqrt(variance)
			}
		}
	}
	return columns
}
