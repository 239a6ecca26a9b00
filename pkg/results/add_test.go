package results

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
)

func TestAdd(t *testing.T) {
	set, err := cv.New(cv.BCV, 11, cv.Options{M: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	r := New(set, metric.ErrorRate, metric.F1)
	for m, model := range []string{"svm", "knn"} {
		for i, f := range set.Folds() {
			if err := r.Add(f, model, 0.25*float64(i+2*m), 0.5); err != nil {
				t.Fatal(err)
			}
		}
	}
	d, err := r.Pair(0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.At(1, 0); got != 0.5 {
		t.Errorf("difference %v, want 0.5", got)
	}
	if got := *r.Values[0].At(1, 0, 1); got != 0.75 {
		t.Errorf("value %v of knn on the second fold, want 0.75", got)
	}
	if r.Design.ID != set.ID() {
		t.Errorf("set %v, want %v", r.Design.ID, set.ID())
	}
	if train, valid := d.Sizes(); train != 22 || valid != 22 {
		t.Errorf("%d training and %d validation records, want 22 and 22", train, valid)
	}
}

func TestAddRefuses(t *testing.T) {
	set, err := cv.New(cv.KFold, 9, cv.Options{K: 3, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, model string
		fold        [2]int
		values      []float64
		want        string
	}{
		{"another fold", "a", [2]int{1, 4}, []float64{1},
			"replication 1 fold 4 is not a fold of 3-fold CV of 9 records"},
		{"replication 0", "a", [2]int{0, 1}, []float64{1}, "replication 0 fold 1 is not a fold"},
		{"two values", "a", [2]int{1, 1}, []float64{1, 2}, "2 values for 1 metrics; give one per metric"},
		{"no name", "", [2]int{1, 1}, []float64{1}, "a model has no name"},
		{"infinite", "a", [2]int{1, 1}, []float64{math.Inf(1)}, `loss of "a" in replication 1 fold 1 is +Inf`},
		{"twice", "b", [2]int{1, 2}, []float64{1}, `model "b" has replication 1 fold 2 twice; give each fold once`},
	} {
		r := New(set)
		if err := r.Add(set.Fold(1), "b", 0.5); err != nil {
			t.Fatal(err)
		}
		err := r.Add(cv.Fold{Replication: c.fold[0], Fold: c.fold[1]}, c.model, c.values...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	r := New(set)
	if err := r.Add(set.Fold(0), "a", 1); err != nil {
		t.Fatal(err)
	}
	if err := r.Add(set.Fold(0), "b", math.NaN()); err != nil {
		t.Fatal(err)
	}
	_, err = r.Pair(0, 0, 0)
	if want := `results: loss of "a" has no value in replication 1 fold 2`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
