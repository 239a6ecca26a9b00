package results

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Logs returns the results with the natural logarithms of their values, whose means are those of geometric means, so
// that the difference of two models is the logarithm of a ratio (metric.Metric.Log). They are scores of items, in any
// runs and draws, or values of runs on one test set. It is an error if a value is not above 0, and of other results.
func (r Results) Logs() (Results, error) {
	switch {
	case r.OnOneSet() && !r.Summarized():
		return r.logsOfRuns()
	case r.OnTestSet() && r.Units.form == scoreItems && r.Units.joined == nil && r.Units.judge == nil &&
		len(r.Metrics) == 1 && r.MeanOfItems(0) && !r.InTime():
		return r.logsOfItems()
	}
	return r, fmt.Errorf("results: a ratio of geometric means is of a number for each item of a test set, or for each run "+
		"on it, such as seconds or costs; these are %s", r.Design)
}

// logged is a metric of logarithms.
func logged(m metric.Metric) metric.Metric {
	m.Log, m.Percent, m.Min, m.Max = true, false, 0, 0
	return m
}

// logOf is the logarithm of a value of a model, somewhere.
func (r Results) logOf(v float64, i, model int, where string) (float64, error) {
	if !(v > 0) {
		return 0, fmt.Errorf("results: %s of %q %s is %v, and a ratio of geometric means takes values above 0; compare the "+
			"means (without `ratio`), or leave such items out of all models", r.Metrics[i].Label(), r.Models[model], where, v)
	}
	return math.Log(v), nil
}

func (r Results) logsOfRuns() (Results, error) {
	runs := *r.Runs
	runs.Values, runs.each = nil, nil
	out := r
	out.Metrics, out.Values = nil, nil
	for i, m := range r.Metrics {
		var grids []Grid[float64]
		mean := NewGrid[float64](len(r.Models), 1, 1)
		for s, grid := range r.Runs.Values[i] {
			logs := NewGrid[float64](len(r.Models), 1, 1)
			for model := range r.Models {
				logs.Cells[model] = math.NaN()
			}
			for _, model := range r.Runs.places[s] {
				v, err := r.logOf(grid.Cells[model], i, model, "in run "+r.Runs.Names[s])
				if err != nil {
					return r, err
				}
				logs.Cells[model] = v
				mean.Cells[model] += v / float64(len(r.Runs.Of(model)))
			}
			grids = append(grids, logs)
		}
		runs.Values = append(runs.Values, grids)
		out.Metrics, out.Values = append(out.Metrics, logged(m)), append(out.Values, mean)
	}
	out.Runs = &runs
	return out, nil
}

func (r Results) logsOfItems() (Results, error) {
	x := *r.Units
	x.wanted, x.outcomes = logged(r.Metrics[0]), nil
	x.numbers = compact.Numbers{}
	for model, runs := range r.Units.outcomes {
		var of []*outcomes
		for _, run := range runs {
			one, scores := *run, r.Units.of(run)
			one.columns = x.numbers.Columns(1)
			for k, v := range scores {
				l, err := r.logOf(v, 0, model, "on item "+r.Units.Names[run.item(k)])
				if err != nil {
					return r, err
				}
				one.columns[0].Set(k, l, len(scores))
			}
			of = append(of, &one)
		}
		x.outcomes = append(x.outcomes, of)
	}
	out := r
	out.Units = &x
	return out.Measured(metric.Definition{Metric: x.wanted})
}
