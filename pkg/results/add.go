package results

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
)

// New returns results without models for the folds of a partition set; Add fills them in. Without
// metrics they are losses.
func New(set cv.Set, metrics ...metric.Metric) *Results {
	if len(metrics) == 0 {
		metrics = []metric.Metric{metric.Loss}
	}
	d := Design{ID: set.ID(), Records: set.N, Replications: set.M(), Folds: max(set.K, 1)}
	if set.Method.TwoFold() {
		d.Folds = 2
	}
	r := &Results{Design: d, Metrics: slices.Clone(metrics)}
	for range metrics {
		r.Values = append(r.Values, NewGrid[float64](0, d.Replications, d.Folds))
	}
	for _, f := range set.Folds() {
		r.Train, r.Valid = append(r.Train, len(f.Train)), append(r.Valid, len(f.Valid))
	}
	return r
}

// Add sets the values of a model on a fold, one for each metric, in their order. A model that is
// new comes after the others. NaN says that a metric has no value on this fold. It is an error if
// the results have no such fold, if the fold has values of this model already, and if a value
// is infinite.
func (r *Results) Add(f cv.Fold, model string, values ...float64) error {
	if len(values) != len(r.Metrics) {
		return fmt.Errorf("results: %d values for %d metrics; give one per metric", len(values), len(r.Metrics))
	}
	if err := r.check(f, model); err != nil {
		return err
	}
	for i, v := range values {
		if math.IsInf(v, 0) {
			return fmt.Errorf("results: %s of %q in replication %d fold %d is %v; give a finite value, or NaN for none",
				r.Metrics[i].Name, model, f.Replication, f.Fold, v)
		}
	}
	m := r.addModel(model)
	for i := range values {
		if !math.IsNaN(*r.Values[i].At(m, f.Replication-1, f.Fold-1)) {
			return fmt.Errorf("results: model %q has replication %d fold %d twice; give each fold once",
				model, f.Replication, f.Fold)
		}
	}
	for i, v := range values {
		*r.Values[i].At(m, f.Replication-1, f.Fold-1) = v
	}
	return nil
}

// check returns an error unless the results have a fold and can have a model.
func (r *Results) check(f cv.Fold, model string) error {
	d := r.Design
	if f.Replication < 1 || f.Replication > d.Replications || f.Fold < 1 || f.Fold > d.Folds {
		return fmt.Errorf("results: replication %d fold %d is not a fold of %s", f.Replication, f.Fold, d)
	}
	if err := CheckModel(model); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// addModel returns the place of a model, which it makes if there is none.
func (r *Results) addModel(name string) int {
	if m := slices.Index(r.Models, name); m >= 0 {
		return m
	}
	r.Models = append(r.Models, name)
	for i := range r.Values {
		for range r.Design.Replications * r.Design.Folds {
			r.Values[i].Cells = append(r.Values[i].Cells, math.NaN())
		}
	}
	return len(r.Models) - 1
}
