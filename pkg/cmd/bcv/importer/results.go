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
	"slices"

	"github.com/block-regularized/bcv/internal/table"
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

// scored returns the metric of a score, whose direction is known by its name or given by the
// options. The problem is empty if the two agree.
func (o Options) scored(name string) (m metric.Metric, problem string) {
	m, known := metric.Named(name)
	switch {
	case name == "score" && o.Loss != "": // the name that scikit-learn gives to every single score
		return metric.Loss, ""
	case !known:
		m.HigherIsBetter, m.Directionless = o.Loss == "", false
	case m.HigherIsBetter && o.Loss != "":
		return m, "is a score, of which more is better; name it with setting `score`"
	case !m.HigherIsBetter && o.Score != "":
		return m, "is a loss, of which less is better; name it with setting `loss`"
	}
	return m, ""
}

// newResults returns results of one metric without models.
func newResults(d results.Design, m metric.Metric) *results.Results {
	return &results.Results{Design: d, Metrics: []metric.Metric{m},
		Values: []results.Grid[float64]{results.NewGrid[float64](0, d.Replications, d.Folds)}}
}

// once returns an error if a file is given twice.
func once(models []Model) error {
	for k, m := range models {
		if slices.ContainsFunc(models[:k], func(o Model) bool { return table.SameFile(o.Path, m.Path) }) {
			return &table.Error{File: m.Path, Problem: "is given twice; give the file of each model once"}
		}
	}
	return nil
}

// whole returns an error unless replications, and the folds of each, which are in order,
// are numbered from 1 without a gap, with as many folds in all replications.
func whole(folds []foldFile) error {
	want := foldFile{replication: 1, fold: 1}
	for i, f := range folds {
		if i > 0 && f.replication > folds[i-1].replication {
			want = foldFile{replication: want.replication + 1, fold: 1}
		}
		if f.replication != want.replication || f.fold != want.fold {
			return lacksFolds(f, want)
		}
		want.fold++
	}
	if len(folds) == 0 {
		return nil
	}
	most := slices.MaxFunc(folds, func(a, b foldFile) int { return a.fold - b.fold })
	for i, f := range folds {
		if (i+1 == len(folds) || folds[i+1].fold == 1) && f.fold < most.fold {
			return lacksFolds(most, foldFile{replication: f.replication, fold: f.fold + 1})
		}
	}
	return nil
}

func lacksFolds(has, lacks foldFile) error {
	return place{file: has.path}.errorf("", "has replication %d fold %d, but not replication %d fold %d; give the "+
		"results of all folds",
		has.replication, has.fold, lacks.replication, lacks.fold)
}

// checkDesign returns an error if the training sets do not fit the partition set. Hold-outs
// whose training sets are not known are of one size: those that bootstraps leave out are not,
// and neither are the folds of a file that was cut off.
func (m *collected) checkDesign(set results.Design, known bool) error {
	first := m.folds[0]
	for _, f := range m.folds {
		at := place{file: m.file}
		switch {
		case f.train != nil && set.Folds > 1 && !known && len(f.train)+len(f.outcomes) != set.Records:
			return at.errorf("", "replication %d fold %d validates %d of %d records and trains on %d; "+
				"cross-validation trains on all others",
				f.replication, f.fold, len(f.outcomes), set.Records, len(f.train))
		case f.train == nil && set.Folds == 1 && !known && len(f.outcomes) != len(first.outcomes):
			return at.errorf("", "hold-outs 1 and %d have %d and %d records, as sets that bootstraps leave out and "+
				"files that were cut off have; on how many records the models were trained is not known",
				f.replication, len(first.outcomes), len(f.outcomes))
		}
	}
	return nil
}
