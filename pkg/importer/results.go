// Package importer turns files that other tools wrote into results.Results: tagged and
// segmented text, and the predictions and scores of scikit-learn, tidymodels, caret,
// Weka, OpenML and mlr3.
//
// Each reader checks that all models were run on the same records, refuses files that lack
// some of them and labels that no record has, and finds out which kind of partition set they
// come from: m x 2 CV, block-regularized if the overlaps are even enough, K-fold CV, repeated K-fold CV,
// or hold-outs. It names the set in the results (see cv.ID), so that package compare takes a
// procedure that fits it.
//
// Files are plain or compressed with gzip; the path - is the standard input. Errors are
// of type *table.Error and name the file, and the row if one is wrong.
package importer

import (
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Options say how predictions are read.
type Options struct {
	Set        *results.Splits // the partition set, if it is known
	Truth      string          // column of the truth, if the format does not name it
	Regression bool            // predictions are numbers, and the metric is the mean squared error
	Absolute   bool            // ... or the mean absolute error
	Score      string          // the score to take, where larger is better
	Loss       string          // the score to take, where smaller is better
}

// metric is the metric of predictions.
func (o Options) metric() metric.Metric {
	switch {
	case o.Regression && o.Absolute:
		return metric.Metric{Name: "mae"}
	case o.Regression:
		return metric.Metric{Name: "mse"}
	}
	return metric.ErrorRate
}

// scored returns the metric of a score, whose direction is known by its name or given by the
// options. The problem is empty if the two agree.
func (o Options) scored(name string) (m metric.Metric, problem string) {
	m, known := metric.Named(name)
	switch {
	case name == "score" && o.Loss != "": // the name that scikit-learn gives to every single score
		return metric.Loss, ""
	case !known:
		m.HigherIsBetter = o.Loss == ""
	case m.HigherIsBetter && o.Loss != "":
		return m, "is a score, of which more is better; name it with --score"
	case !m.HigherIsBetter && o.Score != "":
		return m, "is a loss, of which less is better; name it with --loss"
	}
	return m, ""
}

// newResults returns results of one metric without models.
func newResults(d results.Design, m metric.Metric) *results.Results {
	return &results.Results{Design: d, Metrics: []metric.Metric{m},
		Values: []results.Grid[float64]{results.NewGrid[float64](0, d.Replications, d.Folds)}}
}
