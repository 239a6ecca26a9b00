package results

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
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

// AddItems sets the classes that a model predicted for the records f.Valid of a fold, and their true
// classes. Give all models the same records; the values of metrics are set by Add. It is an error
// if the results have no such fold, if a record has another true class than before, and if
// the model has a prediction of the record in this replication.
func (r *Results) AddItems(f cv.Fold, model string, truth, predicted []string) error {
	if err := r.check(f, model); err != nil {
		return err
	}
	if len(truth) != len(f.Valid) || len(predicted) != len(f.Valid) {
		return fmt.Errorf("results: %d true and %d predicted classes for %d records; give one of each per record",
			len(truth), len(predicted), len(f.Valid))
	}
	if r.Items == nil {
		r.Items = &Items{}
		for range r.Design.Replications {
			r.Items.reps = append(r.Items.reps, &itemsReplication{sizes: make([]int, r.Design.Folds)})
		}
	}
	x, m := r.Items, r.addModel(model)
	for len(x.said) <= m {
		x.said = append(x.said, nil)
		for _, rep := range x.reps {
			rep.labels, rep.known = append(rep.labels, packed{}), append(rep.known, 0)
		}
	}
	for k, record := range f.Valid {
		if problem := x.add(f, m, int(record), truth[k], predicted[k]); problem != "" {
			return fmt.Errorf("results: model %q, replication %d fold %d: record %d %s", model, f.Replication, f.Fold,
				record, problem)
		}
	}
	return nil
}

// add adds a prediction. It returns the problem of its record, empty if there is none.
func (x *Items) add(f cv.Fold, model, record int, truth, predicted string) string {
	if record < 0 || truth == "" || predicted == "" {
		return "is negative or has an empty class"
	}
	rep, class := x.reps[f.Replication-1], x.place(truth, true)
	switch was := x.truths.get(record); {
	case was == 0:
		x.truths.set(record, class)
		x.records++
	case was != class:
		return fmt.Sprintf("has the true classes %q and %q", x.Classes[was-1], truth)
	}
	switch was := int(rep.folds.get(record)); {
	case was == 0:
		rep.folds.set(record, uint32(f.Fold))
		rep.sizes[f.Fold-1]++
		rep.testSet.add(record)
	case was != f.Fold:
		return fmt.Sprintf("is in fold %d too", was)
	case rep.labels[model].get(record) != 0:
		return "has two predictions"
	}
	label := x.place(predicted, false)
	said := &x.said[model]
	if missing := int(label) - len(*said); missing > 0 {
		*said = append(*said, make([]bool, missing)...)
	}
	(*said)[label-1] = true
	rep.labels[model].set(record, label)
	rep.known[model]++
	return ""
}

// SetCounts sets the counts of all models, and precision, recall and F1 as the metrics. The grid
// has the replications and folds of the design.
func (r *Results) SetCounts(models []string, counts Grid[posterior.Counts]) {
	r.Models, r.Metrics, r.Values = slices.Clone(models), nil, nil
	r.setCounts(counts)
}
