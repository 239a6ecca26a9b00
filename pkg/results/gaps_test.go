package results

import (
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// predicted returns results of two models that are wrong at random, and for each record how much more often
// the second one is, on average over the replications.
func predicted(t *testing.T, set cv.Set, rng *rand.Rand) (Results, []float64) {
	t.Helper()
	r, gaps := New(set, metric.ErrorRate), make([]float64, set.N)
	for _, fold := range set.Folds() {
		for m, model := range []string{"knn", "svm"} {
			truth, said := make([]string, len(fold.Valid)), make([]string, len(fold.Valid))
			for i, record := range fold.Valid {
				truth[i], said[i] = "yes", "yes"
				if rng.Float64() < 0.2+float64(m)*0.3 {
					said[i] = "no"
					gaps[record] += float64(2*m-1) / float64(set.M())
				}
			}
			if err := r.AddItems(fold, model, truth, said); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.Values[0] = r.errorRates()
	return *r, gaps
}

// The predictions of nested results give nested-records-t the average difference of each record.
func TestPairOfNestedPredictions(t *testing.T) {
	set, rng := nestedSet(t, 1), rand.New(rand.NewPCG(5, 1))
	outer, gaps := predicted(t, set.Outer, rng)
	inner, _ := predicted(t, set.Inner, rng)
	r, err := outer.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.Pair(0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := infer.NestedRecordsT(d, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	known, err := infer.DifferencesOf([][]float64{{d.At(0, 0), d.At(0, 1)}, {d.At(1, 0), d.At(1, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	if known, err = known.WithInner(d.Inner()); err != nil {
		t.Fatal(err)
	}
	if known, err = known.WithRecords(gaps); err != nil {
		t.Fatal(err)
	}
	want, err := infer.NestedRecordsT(known, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Same(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if _, err := infer.NestedRecordsT(mustPair(t, outer), infer.Options{}); err == nil {
		t.Error("without inner results there is no error")
	}
	if r.gaps(0, 1, 0) == nil {
		t.Error("no gaps of error rates")
	}
	errorGaps := r.gaps(0, 1, 0)
	r.Metrics = []metric.Metric{{Name: "accuracy", HigherIsBetter: true}}
	for i, gap := range r.gaps(0, 1, 0) {
		if gap != -errorGaps[i] {
			t.Errorf("gap %v of the accuracy, want %v", gap, -errorGaps[i])
		}
	}
	if d := mustPair(t, r); d.Mean() != -mustPair(t, outer).Mean() {
		t.Errorf("mean difference %v of the accuracy, want %v", d.Mean(), -mustPair(t, outer).Mean())
	}
	r.Metrics = []metric.Metric{metric.F1}
	if got := r.gaps(0, 1, 0); got != nil {
		t.Errorf("gaps of another metric: %v, want none", got)
	}
}

func mustPair(t *testing.T, r Results) infer.Differences {
	t.Helper()
	d, err := r.Pair(0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
