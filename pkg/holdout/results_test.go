package holdout

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/metric"
)

// The results of classes are error rates and predictions, whose records have the numbers of the
// data's file.
func TestResultsOfClasses(t *testing.T) {
	d := classes(21)
	for i := range int32(21) {
		d.Numbers = append(d.Numbers, 2*i)
	}
	set := mustSet(t, 21, 3)
	r := mustRun(t, Plan{Data: d, Learners: []learn.Learner{linear.Logistic{}, constant{1, -1}}, Set: set})
	if got, want := r.Metrics[0].Name, "error rate"; got != want {
		t.Errorf("got metric %s, want %s", got, want)
	}
	if got, want := r.Design.ID, set.ID(); got != want {
		t.Errorf("got set %s, want %s", got, want)
	}
	said := map[[4]int]string{} // by replication, fold, record and model
	for item := range r.Units.All() {
		if want := d.Classes[d.Class[item.Record/2]]; item.Truth != want {
			t.Fatalf("record %d: got truth %s, want %s", item.Record, item.Truth, want)
		}
		said[[4]int{item.Replication, item.Fold, item.Record, item.Model}] = item.Predicted
	}
	tables := r.Tables(0, 1)
	for f, fold := range set.Folds() {
		var want infer.Contingency
		wrong := 0.0
		for _, i := range fold.Valid {
			at := [4]int{fold.Replication, fold.Fold, 2 * int(i), 0}
			a := said[at]
			at[3] = 1
			truth, b := d.Classes[d.Class[i]], said[at]
			if b != "yes" {
				t.Fatalf("record %d: got prediction %s of the constant, want yes", i, b)
			}
			n := &want.N00
			switch {
			case a == truth && b == truth:
				n = &want.N11
			case a == truth:
				n = &want.N10
			case b == truth:
				n = &want.N01
			}
			*n++
			if a != truth {
				wrong++
			}
		}
		if got := tables[fold.Replication-1][fold.Fold-1]; got != want {
			t.Errorf("fold %d: got table %+v, want %+v", f, got, want)
		}
		if got, want := r.Values[0].Of(0)[f], wrong/float64(len(fold.Valid)); got != want {
			t.Errorf("fold %d: got error rate %v, want %v", f, got, want)
		}
		if r.Train[f] != len(fold.Train) {
			t.Errorf("fold %d: got %d training records, want %d", f, r.Train[f], len(fold.Train))
		}
	}
}

// Metrics of a plan are values beside the losses. A fold where one has no value is an error.
func TestResultsOfMetrics(t *testing.T) {
	d := &dataset.Data{X: classes(20).X, Response: make([]float64, 20)}
	for i := range d.Response {
		d.Response[i] = float64(1 + i%2)
	}
	plan := Plan{Data: d, Learners: []learn.Learner{simple.Mean{}}, Set: mustSet(t, 20, 2),
		Metrics: []metric.Definition{metric.FPA}}
	r := mustRun(t, plan)
	fpa, err := r.Metric("fpa")
	if err != nil {
		t.Fatal(err)
	}
	if !r.Metrics[fpa].HigherIsBetter {
		t.Error("more fpa is not better")
	}
	for f, got := range r.Values[fpa].Of(0) {
		if want := 11.0 / 20; got != want {
			t.Errorf("fold %d: got fpa %v of a constant, want %v", f, got, want)
		}
	}
	constant := metric.Definition{Metric: metric.Metric{Name: "spread"}, Needs: metric.Numbers,
		Of: func(p *metric.Predictions) (float64, error) {
			if slices.Max(p.Predicted) == slices.Min(p.Predicted) {
				return 0, errors.New("all predictions are equal")
			}
			return 1, nil
		}}
	plan.Metrics = append(plan.Metrics, constant)
	_, err = Run(t.Context(), plan)
	failed, ok := errors.AsType[*FoldError](err)
	if !ok {
		t.Fatalf("no value of the predictions: got error %v, want one of a fold", err)
	}
	if failed.Learner != "mean" || failed.Replication != 1 || failed.Fold != 1 {
		t.Errorf("no value of the predictions: got error %v, want one of mean in replication 1, fold 1", err)
	}
	clear(d.Response)
	_, err = Run(t.Context(), plan)
	const want = "holdout: replication 1, fold 1: metric: FPA has no value: no record has a defect"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("no defects: got error %v, want %s", err, want)
	}
}
