package holdout

import (
	"cmp"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// predicted holds what learners predicted on the folds of the set of a plan.
type predicted struct {
	*Plan
	runs   []Trained // by learner
	models []string
	target []float64     // by record
	values [][][]float64 // [learner][fold][validation record]
	// Probabilities are [learner][fold][validation record after validation record], nil if nobody needs them.
	probabilities [][][]float64
	notes         [][]string // [learner][fold], "" for none
	inner         bool       // on the inner set of a nested set
}

func newPredicted(p *Plan, runs []Trained, models ...string) predicted {
	out := predicted{Plan: p, runs: runs, models: models, target: make([]float64, p.Data.N())}
	for i := range out.target {
		out.target[i] = p.Data.Target(int32(i))
	}
	for range models {
		out.values = append(out.values, make([][]float64, p.Set.FoldCount()))
		out.probabilities = append(out.probabilities, make([][]float64, p.Set.FoldCount()))
		out.notes = append(out.notes, make([]string, p.Set.FoldCount()))
	}
	return out
}

// results returns mean losses, values of metrics, predicted classes and notes of each run. It passes all
// predictions of the first one to Plan.Predicted.
func (p *predicted) results() ([]results.Results, error) {
	measured := []metric.Metric{p.lossMetric()}
	for _, m := range p.Metrics {
		measured = append(measured, m.Metric)
	}
	var out []results.Results
	for a := range p.models {
		run := p.runs[a].Run
		if run > len(out) {
			one := results.New(p.Set, measured...)
			one.Notes = p.noted(run)
			out = append(out, *one)
		}
		for f := range p.values[a] {
			if err := p.addTo(&out[run-1], a, f); err != nil {
				return nil, err
			}
			if p.Predicted != nil && run == 1 {
				p.Predicted(a, f, p.values[a][f])
			}
		}
	}
	return out, nil
}

// addTo adds the predictions of learner a on fold f to the results. The error is a *FoldError where a
// metric has no value.
func (p *predicted) addTo(out *results.Results, a, f int) error {
	at, said := p.Set.Fold(f), p.values[a][f]
	truth := make([]float64, len(at.Valid))
	for k, i := range at.Valid {
		truth[k] = p.target[i]
	}
	loss := p.Loss
	if loss == nil {
		loss = DefaultLoss(p.Data)
	}
	values := []float64{meanLoss(loss, p.target, at.Valid, said)}
	for _, m := range p.Metrics {
		v, err := m.Value(&metric.Predictions{Classes: p.Data.Classes, Positive: p.positive(), Truth: truth, Predicted: said,
			Probabilities: p.probabilities[a][f]})
		if err != nil && p.inner {
			v, err = math.NaN(), nil
		}
		if err != nil {
			return &FoldError{Learner: p.models[a], Replication: at.Replication, Fold: at.Fold, Err: err}
		}
		values = append(values, v)
	}
	if err := out.Add(at, p.models[a], values...); err != nil || p.Data.Class == nil {
		return err
	}
	return out.AddItems(p.numbered(at), p.models[a], p.classes(truth), p.classes(said))
}

// numbered returns a fold whose validation records have their numbers in the data's file.
func (p *predicted) numbered(at cv.Fold) cv.Fold {
	records := make([]int32, len(at.Valid))
	for k, i := range at.Valid {
		records[k] = p.Data.Number(i)
	}
	at.Valid = records
	return at
}

// classes returns the names of class numbers.
func (p *predicted) classes(numbers []float64) []string {
	out := make([]string, len(numbers))
	for k, c := range numbers {
		out[k] = p.Data.Classes[int(c)]
	}
	return out
}

// noted returns what learners report about their fits in a run (learn.Noter): of each the first sentence,
// with the number of folds that have one.
func (p *predicted) noted(run int) []string {
	var out []string
	for a, folds := range p.notes {
		first, count := "", 0
		if p.runs[a].Run != run {
			continue
		}
		for _, note := range folds {
			if note != "" {
				first = cmp.Or(first, note)
				count++
			}
		}
		if count > 0 {
			kind := "folds"
			if p.inner {
				kind = "inner folds"
			}
			out = append(out, fmt.Sprintf("%s%s, in %d of %d %s: %s", p.models[a], p.runs[a], count, len(folds), kind, first))
		}
	}
	return out
}
