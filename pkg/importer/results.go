package importer

import (
	"iter"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/results"
)

// Predictions are the results of models on the validation records of one partition set.
// Rows has predicted classes, and is empty for predicted numbers and for scores; Losses has
// the mean losses on the folds: error rates, squared or absolute errors, or scores.
type Predictions struct {
	Models []string
	Rows   []fold.PredictionRow
	Losses []fold.DatasetLossRow
	Set    DetectedSet
	Notes  []string
}

// Options say how predictions are read.
type Options struct {
	Set        *results.Splits // the partition set, if it is known
	Truth      string          // column of the truth, where the format does not name it
	Regression bool            // predictions are numbers; the loss is the squared error
	Absolute   bool            // ... or the absolute error
	Score      string          // which score to take, where larger is better
	Loss       string          // which score to take, where smaller is better
}

// ByRecord returns the predictions of all models for one record after the other. Labels
// are overwritten by the next.
func (p Predictions) ByRecord() iter.Seq[results.Prediction] {
	return func(yield func(results.Prediction) bool) {
		n := len(p.Rows) / max(len(p.Models), 1)
		labels := make([]string, len(p.Models))
		for i := range n {
			for k := range labels { // all models have the same records in the same order
				labels[k] = p.Rows[k*n+i].Predicted
			}
			r := p.Rows[i]
			if !yield(results.Prediction{Replication: r.Replication, Fold: r.Fold, Record: r.Record, Truth: r.Truth,
				Labels: labels}) {
				return
			}
		}
	}
}
