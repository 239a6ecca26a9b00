package holdout

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// predicted holds what learners predicted on the folds of the set of a plan.
type predicted struct {
	*Plan
	runs   []Trained // by learner
	models []string
	values [][][]float64 // [learner][fold][validation record], nil for a learner that was dropped
	// Probabilities are [learner][fold][validation record after validation record], nil if nobody needs them.
	probabilities [][][]float64
	notes         [][]Note // [learner][fold]
	all           [][]Note // of earlier folds too; nil if there are none
	inner         bool     // on the inner set of a nested set
}

func newPredicted(p *Plan, runs []Trained, models ...string) predicted {
	out := predicted{Plan: p, runs: runs, models: models}
	for range models {
		out.values = append(out.values, make([][]float64, p.Set.FoldCount()))
		out.probabilities = append(out.probabilities, make([][]float64, p.Set.FoldCount()))
		out.notes = append(out.notes, make([]Note, p.Set.FoldCount()))
	}
	return out
}

// results returns mean losses, values of metrics, predictions and notes of each run.
func (p *predicted) results() ([]results.Results, error) {
	var out []results.Results
	for a := range p.models {
		run := p.runs[a].Run
		if p.values[a] == nil {
			continue
		}
		if run > len(out) {
			one := results.New(p.Set, p.lossMetric())
			one.Positive, one.Notes = p.Positive, p.noted(run)
			out = append(out, *one)
		}
		for f := range p.values[a] {
			if err := p.addTo(&out[run-1], a, f); err != nil {
				return nil, err
			}
		}
	}
	for s := range out {
		if err := p.measure(&out[s], s+1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// measure adds the metrics to the results of a run. The error is a *FoldError where one has no value.
func (p *predicted) measure(r *results.Results, run int) error {
	if len(p.Metrics) == 0 {
		return nil
	}
	metrics := []metric.Definition{{Metric: p.lossMetric()}}
	for _, m := range p.Metrics {
		if of := m.Of; p.inner {
			m.Of = func(q *metric.Predictions) (float64, error) {
				if v, err := of(q); err == nil {
					return v, nil
				}
				return math.NaN(), nil
			}
		}
		metrics = append(metrics, m)
	}
	measured, err := r.Measured(metrics...)
	var none *results.FoldError
	if errors.As(err, &none) {
		at := p.Set.Fold((none.Replication-1)*r.Design.Folds + none.Fold - 1)
		return &FoldError{Learner: none.Model + Trained{Run: run}.String(), Replication: none.Replication, Fold: none.Fold,
			Err: advised(none.Err, p.right(at))}
	}
	*r = measured
	return err
}

// addTo adds the loss and the predictions of learner a on fold f to the results.
func (p *predicted) addTo(out *results.Results, a, f int) error {
	at, said := p.Set.Fold(f), p.values[a][f]
	truth := make([]float64, len(at.Valid))
	for k, i := range at.Valid {
		truth[k] = p.Data.Target(i)
	}
	loss := p.Loss
	if loss == nil {
		loss = DefaultLoss(p.Data)
	}
	err := cmp.Or(out.Add(at, p.models[a], meanLoss(loss, p.Data, at.Valid, said)),
		out.SetChoice(at, p.models[a], p.notes[a][f].Choice))
	at = p.numbered(at)
	switch probabilities := p.probabilities[a][f]; {
	case err != nil, p.Data.Weights != nil: // what reads predictions would count records equally
	case p.Data.Class == nil:
		err = out.AddNumbers(at, p.models[a], truth, said)
	default:
		err = out.AddItems(at, p.models[a], p.classes(truth), p.classes(said))
		if err == nil && probabilities != nil {
			err = out.AddProbabilities(at, p.models[a], p.Data.Classes, probabilities)
		}
	}
	return err
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

// noted returns what learners report about their fits in a run: of each the first sentence, with the number of folds
// that have one, and how often each setting won.
func (p *predicted) noted(run int) []string {
	var out []string
	all, kind := p.notes, "folds"
	if p.all != nil {
		all = p.all
	}
	if p.inner {
		kind = "inner folds"
	}
	for a, folds := range all {
		first, count := "", 0
		if p.runs[a].Run != run {
			continue
		}
		for _, note := range folds {
			if note.Text != "" {
				first = cmp.Or(first, note.Text)
				count++
			}
		}
		of := fmt.Sprintf("of %d %s", len(folds), kind)
		if count > 0 {
			out = append(out, fmt.Sprintf("%s%s, in %d %s: %s", p.models[a], p.runs[a], count, of, first))
		}
		if won := winners(folds, of); won != "" {
			out = append(out, fmt.Sprintf("%s%s: %s", p.models[a], p.runs[a], won))
		}
	}
	return out
}

// mostWinners is how many settings a note names.
const mostWinners = 5

// winners says how often each setting won, the most frequent one first; "" where there was no choice.
func winners(folds []Note, of string) string {
	count := map[string]int{}
	for _, note := range folds {
		if note.Setting != "" && !note.Only {
			count[note.Setting]++
		}
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	out, others := "", 0
	for k, name := range names {
		switch {
		case k == 0:
			out = fmt.Sprintf("%s won on %d %s", name, count[name], of)
		case k < mostWinners:
			out += fmt.Sprintf(", %s on %d", name, count[name])
		default:
			others += count[name]
		}
	}
	if others > 0 {
		out += fmt.Sprintf(", others on %d", others)
	}
	return out
}
