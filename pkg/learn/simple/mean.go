package simple

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Mean predicts the mean of the training responses and ignores the features.
type Mean struct{}

// String returns "mean".
func (Mean) String() string { return "mean" }

// Prepare takes a data set with a numeric response.
func (Mean) Prepare(d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Regression("simple", d); err != nil {
		return nil, err
	}
	return means{d.Response}, nil
}

type means struct{ response []float64 }

// NewFitter returns a fitter.
func (m means) NewFitter() learn.Fitter { return &meanFitter{response: m.response} }

type meanFitter struct {
	response []float64
	mean     float64
}

// Fit averages the responses of the training records. It returns an error if there are none.
func (f *meanFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errNoRecords
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
