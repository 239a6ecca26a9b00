package results

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/posterior"
)

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
