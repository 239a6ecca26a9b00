package simple

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Mean predicts the mean of the training responses, weighted where records have weights, and ignores the features.
type Mean struct{}

// AcceptsWeights reports true.
func (Mean) AcceptsWeights() bool { return true }

// String returns "mean".
func (Mean) String() string { return "mean" }

// Prepare takes a data set with a numeric response.
func (Mean) Prepare(d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Regression("simple", d); err != nil {
		return nil, err
	}
	return means{d.Response, d.Weights}, nil
}

type means struct{ response, weights []float64 }

// NewFitter returns a fitter.
func (m means) NewFitter() learn.Fitter { return &meanFitter{means: m} }

type meanFitter struct {
	means
	mean float64
}

// Fit averages the responses of the training records. It returns an error if there are none.
func (f *meanFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errNoRecords
	}
	if f.weights != nil {
		var sum, weight float64
		for _, i := range train {
			sum += f.weights[i] * f.response[i]
			weight += f.weights[i]
		}
		f.mean = sum / weight
		return nil
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
	return nil
}

// Predict writes the mean for each row.
func (f *meanFitter) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = f.mean
	}
}
