package results

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
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

// Predictions that are added are the same as predictions that are read.
func TestAddItems(t *testing.T) {
	set, err := cv.New(cv.Mx2, 6, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := New(set, metric.ErrorRate)
	var text strings.Builder
	text.WriteString("replication,fold,record,truth,model,predicted,set\n")
	for m, model := range []string{"a", "b"} {
		for _, f := range set.Folds() {
			var truth, predicted []string
			for _, i := range f.Valid {
				truth = append(truth, string("xy"[i%2]))
				predicted = append(predicted, string("xyz"[int(i)/(2+m)]))
				text.WriteString(strings.Join([]string{string(rune('0' + f.Replication)), string(rune('0' + f.Fold)),
					string(rune('0' + i)), truth[len(truth)-1], model, predicted[len(truth)-1], set.ID().String()},
					",") + "\n")
			}
			if err := r.AddItems(f, model, truth, predicted); err != nil {
				t.Fatal(err)
			}
		}
	}
	read, err := Parse("predictions.csv", strings.NewReader(text.String()), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, want := r.Tables(0, 1), read[0].Tables(0, 1)
	for j := range want {
		for k := range want[j] {
			if got[j][k] != want[j][k] {
				t.Errorf("replication %d fold %d: got %+v, want %+v", j+1, k+1, got[j][k], want[j][k])
			}
		}
	}
	if got, want := r.Units.len(), 6; got != want {
		t.Errorf("got %d records, want %d", got, want)
	}
	odd, _ := r.Units.strange(0)
	if want, _ := read[0].Units.strange(0); !slices.Equal(odd, want) || len(want) != 1 {
		t.Errorf("labels that are no truth: got %q, want %q", odd, want)
	}
}

func TestAddItemsRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		fold cv.Fold
		x, y string // true classes of records 0 and 1
		want string
	}{
		{"another fold", cv.Fold{Replication: 3, Fold: 1, Split: cv.Split{Valid: []int32{0, 1}}}, "x", "y",
			"replication 3 fold 1 is not a fold"},
		{"three records", cv.Fold{Replication: 1, Fold: 1, Split: cv.Split{Valid: []int32{0, 1, 2}}}, "x", "y",
			"2 true and 2 predicted classes for 3 records"},
		{"another class", cv.Fold{Replication: 1, Fold: 1, Split: cv.Split{Valid: []int32{1, 0}}}, "x", "y",
			`record 1 has the true classes "y" and "x"`},
		{"another fold of the record", cv.Fold{Replication: 1, Fold: 2, Split: cv.Split{Valid: []int32{0, 1}}}, "x",
			"y",
			"record 0 is in fold 1 too"},
		{"an empty class", cv.Fold{Replication: 1, Fold: 1, Split: cv.Split{Valid: []int32{0, 1}}}, "x", "",
			"record 1 is negative or has an empty class"},
	} {
		r := New(cv.Set{Method: cv.Mx2, N: 4, Splits: make([]cv.Split, 2)}, metric.ErrorRate)
		first := cv.Fold{Replication: 1, Fold: 1, Split: cv.Split{Valid: []int32{0, 1}}}
		if err := r.AddItems(first, "a", []string{"x", "y"}, []string{"x", "x"}); err != nil {
			t.Fatal(err)
		}
		if err := r.AddItems(first, "a", []string{"x", "y"}, []string{"x", "x"}); err == nil ||
			!strings.Contains(err.Error(), "record 0 has two predictions") {
			t.Errorf("twice: got error %v", err)
		}
		err := r.AddItems(c.fold, "b", []string{c.x, c.y}, []string{"x", "x"})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSetCounts(t *testing.T) {
	r := New(cv.Set{Method: cv.Mx2, N: 4, Splits: make([]cv.Split, 1)})
	g := NewGrid[posterior.Counts](1, 1, 2)
	*g.At(0, 0, 1) = posterior.Counts{TP: 3, FP: 1}
	r.SetCounts([]string{"a"}, g)
	p, err := r.Metric("P")
	if err != nil {
		t.Fatal(err)
	}
	if got := *r.Values[p].At(0, 0, 1); got != 0.75 {
		t.Errorf("got precision %v, want 0.75", got)
	}
}
