// Package simple holds baseline learners: the mean of the responses, the most frequent class and the nearest class
// mean.
//
// Mean has an exact theory (Wang 2019 thesis, example 5.1): it shows whether a simulation of cross-validation is
// right. Each fit is one pass over the training records, so nothing is shared between fits. (gonum/stat computes
// means of whole slices, not of subsets; golearn, which has classifiers, is not maintained.)
package simple

import (
	"context"
	"errors"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Mean predicts the mean of the training responses, weighted where records have weights, and ignores the features.
type Mean struct{}

// Traits says that the learner counts records by their weights.
func (Mean) Traits() learn.Traits { return learn.Traits{Weights: true} }

// String returns "mean".
func (Mean) String() string { return "mean" }

// Prepare takes a data set with a numeric response.
func (Mean) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Regression("simple", d); err != nil {
		return nil, err
	}
	return means{d.Response, d.Weights}, nil
}

type means struct{ response, weights []float64 }

// NewFitter returns a fitter.
func (m means) NewFitter(*learn.Pool) learn.Fitter { return &meanFitter{means: m} }

type meanFitter struct {
	means
	mean float64
}

// Fit averages the responses of the training records. It returns an error if there are none.
func (f *meanFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
	}
	if f.weights != nil {
		var sum, weight float64
		for _, i := range train {
			sum += f.weights[i] * f.response[i]
			weight += f.weights[i]
		}
		f.mean = sum / weight
		return learn.Report{}, nil
	}
	var s [4]float64 // a single sum would wait for each addition
	whole := len(train) &^ 3
	for k := 0; k < whole; k += 4 {
		t := train[k : k+4 : k+4]
		s[0] += f.response[t[0]]
		s[1] += f.response[t[1]]
		s[2] += f.response[t[2]]
		s[3] += f.response[t[3]]
	}
	for _, i := range train[whole:] {
		s[0] += f.response[i]
	}
	f.mean = ((s[0] + s[1]) + (s[2] + s[3])) / float64(len(train))
	return learn.Report{}, nil
}

// Predict writes the mean for each row.
func (f *meanFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.mean
	}
}

// Majority predicts the most frequent class of the training records; the lowest number wins ties. Its fitter is a
// learn.Prober, whose probabilities are the shares of the classes in the training records.
type Majority struct{}

// Traits says that the learner counts records by their weights.
func (Majority) Traits() learn.Traits { return learn.Traits{Weights: true} }

// String returns "majority".
func (Majority) String() string { return "majority" }

// Prepare takes a data set with classes.
func (Majority) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("simple", d); err != nil {
		return nil, err
	}
	return majority{d}, nil
}

type majority struct{ data *dataset.Data }

// NewFitter returns a fitter.
func (m majority) NewFitter(*learn.Pool) learn.Fitter {
	return &majorityFitter{data: m.data, share: make([]float64, m.data.K())}
}

type majorityFitter struct {
	data  *dataset.Data
	share []float64 // of each class
	best  float64   // the most frequent class
}

// Fit counts classes. It returns an error if there are no training records.
func (f *majorityFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
	}
	clear(f.share)
	all := 0.0
	for _, i := range train {
		w := f.data.Weight(i)
		f.share[f.data.Class[i]] += w
		all += w
	}
	best := 0
	for c, count := range f.share {
		if count > f.share[best] {
			best = c
		}
	}
	for c := range f.share {
		f.share[c] /= all
	}
	f.best = float64(best)
	return learn.Report{}, nil
}

// Predict writes the most frequent class for each row.
func (f *majorityFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.best
	}
}

// Probabilities writes the shares of the classes in the training records for each row.
func (f *majorityFitter) Probabilities(rows []int32, out []float64) error {
	for k := range rows {
		copy(out[k*len(f.share):], f.share)
	}
	return nil
}

// NearestMean predicts the class whose mean over the training records is nearest by Euclidean distance; the lowest
// number wins ties. Features are not scaled. It gives no probabilities.
type NearestMean struct{}

// Traits says that the learner counts records by their weights.
func (NearestMean) Traits() learn.Traits { return learn.Traits{Numeric: true, Weights: true} }

// String returns "nearestmean".
func (NearestMean) String() string { return "nearestmean" }

// Prepare takes a data set with classes and numeric features.
func (NearestMean) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
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
func (m nearestMean) NewFitter(*learn.Pool) learn.Fitter {
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
func (f *nearestMeanFitter) Fit(_ context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
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
	return learn.Report{}, nil
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

var errNoRecords = errors.New("simple: no training records; train on at least one")
