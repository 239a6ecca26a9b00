package simple

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Majority predicts the most frequent class of the training records; the lowest number wins ties. Its fitter is a
// learn.Prober, whose probabilities are the shares of the classes in the training records.
type Majority struct{}

// AcceptsWeights reports true.
func (Majority) AcceptsWeights() bool { return true }

// String returns "majority".
func (Majority) String() string { return "majority" }

// Prepare takes a data set with classes.
func (Majority) Prepare(d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("simple", d); err != nil {
		return nil, err
	}
	return majority{d}, nil
}

type majority struct{ data *dataset.Data }

// NewFitter returns a fitter.
func (m majority) NewFitter() learn.Fitter {
	return &majorityFitter{data: m.data, share: make([]float64, m.data.K())}
}

type majorityFitter struct {
	data  *dataset.Data
	share []float64 // of each class
	best  float64   // the most frequent class
}

// Fit counts classes. It returns an error if there are no training records.
func (f *majorityFitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errNoRecords
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
	return nil
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
