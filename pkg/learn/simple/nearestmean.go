package simple

import (
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// NearestMean predicts the class whose mean over the training records is nearest by Euclidean distance; the lowest
// number wins ties. Features are not scaled. It gives no probabilities.
type NearestMean struct{}

// AcceptsWeights reports true.
func (NearestMean) AcceptsWeights() bool { return true }

// String returns "nearestmean".
func (NearestMean) String() string { return "nearestmean" }

// Prepare takes a data set with classes and numeric features.
func (NearestMean) Prepare(d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("simple", d); err != nil {
		return nil, err
	}
	if err := learn.Numeric("simple", d); err != nil {
		return nil, err
	}
	return nearestMean{d}, nil
}

type nearestMean struct{ data *dataset.Data }

// NewFitter returns a fitter.
func (m nearestMean) NewFitter() learn.Fitter {
	k, p := m.data.K(), m.data.P()
	return &nearestMeanFitter{data: m.data, p: p, mean: make([]float64, k*p), count: make([]float64, k),
		score: make([]float64, k)}
}

type nearestMeanFitter struct {
	data  *dataset.Data
	p     int
	mean  []float64 // p numbers per class
	count []float64 // weights of the training records of each class
	score []float64 // of one record
}

// Fit averages the features of each class. It returns an error if there are no training records.
func (f *nearestMeanFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errNoRecords
	}
	clear(f.mean)
	clear(f.count)
	for _, i := range train {
		c := int(f.data.Class[i])
		w := f.data.Weight(i)
		f.count[c] += w
		sum := f.mean[c*f.p:][:f.p]
		for j, v := range f.data.X.RawRowView(int(i))[:len(sum)] {
			sum[j] += w * v
		}
	}
	for c, count := range f.count {
		if count == 0 {
			continue
		}
		mean := f.mean[c*f.p:][:f.p]
		for j := range mean {
			mean[j] /= count
		}
	}
	return nil
}

// Predict writes the class whose mean is nearest to each row.
func (f *nearestMeanFitter) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		f.scores(i, f.score)
		best := -1
		for c, s := range f.score {
			if f.count[c] > 0 && (best < 0 || s > f.score[best]) {
				best = c
			}
		}
		out[k] = float64(best)
	}
}

// scores sets out to minus the squared distances of record i to the class means, and to minus infinity for a class
// without training records.
func (f *nearestMeanFitter) scores(i int32, out []float64) {
	row := f.data.X.RawRowView(int(i))
	for c, count := range f.count {
		if count == 0 {
			out[c] = math.Inf(-1)
			continue
		}
		var sum float64
		for j, m := range f.mean[c*f.p:][:len(row)] {
			sum += (row[j] - m) * (row[j] - m)
		}
		out[c] = -sum
	}
}
