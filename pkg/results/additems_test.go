package results

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

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
	if got, want := r.Items.Records(), 6; got != want {
		t.Errorf("got %d records, want %d", got, want)
	}
	if got, want := r.Items.strange(0), read[0].Items.strange(0); strings.Join(got, " ") != strings.Join(want, " ") ||
		len(want) != 1 {
		t.Errorf("labels that are no truth: got %q, want %q", got, want)
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
