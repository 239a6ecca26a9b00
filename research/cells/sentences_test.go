package cells

import (
	"fmt"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

const corpus = "../../data/corpora/en_ewt-ner.iob2.gz"

// The first sentence of the corpus: where can I get morcillas in tampa bay, I will like the argentinian type, but I
// will to try anothers please? Its document has no other record.
func TestSentences(t *testing.T) {
	d := Sentences(corpus)
	if d.N() != 570 {
		t.Errorf("%d sentences, want 570, one of each document with a longer one", d.N())
	}
	digits, names := 0.0, 0
	for i := range d.N() {
		digits += d.X.At(i, 2)
		names += int(d.Class[i])
	}
	if digits != 90 {
		t.Errorf("%g tokens with digits, want 90", digits)
	}
	if names != 232 {
		t.Errorf("%d sentences have a name, want 232", names)
	}
	got := fmt.Sprint(d.X.RawRowView(0), d.Classes[d.Class[0]])
	if want := "[24 3 0 3]true"; got != want {
		t.Errorf("tokens, capitals, digits, long words and name of the first sentence: %s, want %s", got, want)
	}
}

// The most frequent class is right on the records of that class, in every run alike; a forest differs between runs,
// of which the first has the seed of the learner.
func TestTestSet(t *testing.T) {
	d := Sentences(corpus)
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	forest := tree.Forest{Trees: 3}
	r := TestSet(d, set.Fold(0), 2, simple.Majority{}, forest)
	if n := len(r.Units.Names); n != len(set.Fold(0).Valid) {
		t.Errorf("%d items, want the %d records of the validation set", n, len(set.Fold(0).Valid))
	}
	if got, want := r.Units.Names[0], fmt.Sprint(set.Fold(0).Valid[0]); got != want {
		t.Errorf("the first item is %q, want %q", got, want)
	}
	ones := 0
	for k, i := range set.Fold(0).Valid {
		ones += int(d.Class[i])
		for run := range 2 {
			if got, want := r.Units.Of(0, run)[k], float64(1-d.Class[i]); got != want {
				t.Fatalf("majority has %g on record %d in run %d, want %g", got, i, run, want)
			}
		}
	}
	if 2*ones >= len(r.Units.Names) {
		t.Errorf("%d of %d sentences have a name, want fewer than half", ones, len(r.Units.Names))
	}
	again := TestSet(d, set.Fold(0), 1, forest)
	if fmt.Sprint(r.Units.Of(1, 0)) != fmt.Sprint(again.Units.Of(0, 0)) {
		t.Error("the first run has not the seed of the learner")
	}
	if fmt.Sprint(r.Units.Of(1, 0)) == fmt.Sprint(r.Units.Of(1, 1)) {
		t.Error("both runs of the forest are the same")
	}
	second, _ := learn.ForRun(forest, 2)
	again = TestSet(d, set.Fold(0), 1, second)
	if fmt.Sprint(r.Units.Of(1, 1)) != fmt.Sprint(again.Units.Of(0, 0)) {
		t.Error("the second run has not the seed of run 2")
	}
}

// Each researcher has the seed of the same place in every procedure, and nine neighbours err less on the plants.
func TestResearchers(t *testing.T) {
	rows := Researchers(2)
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Scheme, " ", r.Seed))
		if r.Estimate >= 0 {
			t.Errorf("%s, seed %d: the difference is %g, want one below 0", r.Scheme, r.Seed, r.Estimate)
		}
	}
	want := []string{"10-fold CV, t-test 1", "10-fold CV, t-test 2", "5 x 2 BCV, bcv-t 1", "5 x 2 BCV, bcv-t 2",
		"5 x 2 BCV, posterior 1", "5 x 2 BCV, posterior 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for row, want := range map[int]string{0: "0.0118", 2: "0.1195"} { // 0.012 and 0.1195 in the quickstart
		if got := fmt.Sprintf("%.4f", rows[row].PValue); got != want {
			t.Errorf("%s: p = %s, want %s", rows[row].Scheme, got, want)
		}
	}
}
