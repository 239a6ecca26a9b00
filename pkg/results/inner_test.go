package results

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
)

// nestedSet returns a nested set of 12 records on a 2 x 2 BCV, with 3 half-splits and 2 inner replications.
func nestedSet(t *testing.T, seed uint64) cv.Nested {
	t.Helper()
	outer, err := cv.New(cv.BCV, 12, cv.Options{M: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, 3, 2, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// filled returns results on a set; fold f of model m has the value value(m, f) of the i-th metric, plus i.
func filled(t *testing.T, set cv.Set, models []string, value func(m, f int) float64, metrics ...metric.Metric) Results {
	t.Helper()
	r := New(set, metrics...)
	for m, model := range models {
		for f, fold := range set.Folds() {
			var values []float64
			for i := range r.Metrics {
				values = append(values, value(m, f)+float64(i))
			}
			if err := r.Add(fold, model, values...); err != nil {
				t.Fatal(err)
			}
		}
	}
	return *r
}

// nestedResults returns results with inner ones: inner fold f of model m has the value f²/16 + m f/4.
func nestedResults(t *testing.T, metrics ...metric.Metric) Results {
	t.Helper()
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	r := filled(t, set.Outer, models, func(m, f int) float64 { return float64(m + f) }, metrics...)
	inner := filled(t, set.Inner, models, func(m, f int) float64 { return float64(f*f)/16 + float64(m*f)/4 }, metrics...)
	r, err := r.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Pair passes on the differences of inner folds in the order of the folds of the nested set.
func TestPairOfNestedResults(t *testing.T) {
	r, set := nestedResults(t, metric.Loss, metric.F1), nestedSet(t, 1)
	if r.Inner.Splits != 3 || r.Inner.Replications != 2 || r.Inner.Fingerprint != set.Fingerprint() {
		t.Errorf("%d half-splits, %d inner replications, fingerprint %s; want 3, 2 and %s", r.Inner.Splits,
			r.Inner.Replications, r.Inner.Fingerprint, set.Fingerprint())
	}
	for i := range r.Metrics {
		d, err := r.Pair(1, 0, i)
		if err != nil {
			t.Fatal(err)
		}
		inner := d.Inner()
		for f := range set.FoldCount() {
			at := set.Fold(f)
			got := inner[at.HalfSplit-1][at.Half-1][at.Replication-1][at.Fold-1]
			if want := -float64(f) / 4; got != want {
				t.Errorf("metric %d, inner fold %+v: difference %v, want %v", i, at, got, want)
			}
			cell := *r.Inner.Values[i].At(1, at.HalfSplit-1, f%8)
			if want := float64(f*f)/16 + float64(f)/4 + float64(i); cell != want {
				t.Errorf("metric %d, inner fold %+v: value %v, want %v", i, at, cell, want)
			}
		}
	}
}

// A metric that is undefined on an inner fold has no inner differences, and a note says so; the other one has.
func TestPairWithoutAnInnerValue(t *testing.T) {
	set, models := nestedSet(t, 1), []string{"knn", "svm"}
	r := filled(t, set.Outer, models, func(m, f int) float64 { return float64(m + f) }, metric.Loss, metric.F1)
	inner := filled(t, set.Inner, models, func(m, f int) float64 { return float64(m * f) }, metric.Loss, metric.F1)
	*inner.Values[1].At(1, 6, 1) = math.NaN() // half-split 2, half 2, inner replication 1
	r, err := r.WithInner(inner, set)
	if err != nil {
		t.Fatal(err)
	}
	const problem = `F1 of "svm" has no value in half-split 2 half 2 inner replication 1 fold 2`
	if got := r.MissingInner(1, 1); got != problem {
		t.Errorf("%q is missing, want %q", got, problem)
	}
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], problem+": the inner results of this metric") {
		t.Errorf("notes %q, want one on what is missing", r.Notes)
	}
	for i, want := range []int{3, 0} {
		for _, pair := range [][2]int{{0, 1}, {1, 0}} {
			if d, err := r.Pair(pair[0], pair[1], i); err != nil || len(d.Inner()) != want {
				t.Errorf("metric %d: inner differences of %d half-splits, %v; want %d", i, len(d.Inner()), err, want)
			}
		}
	}
}

func TestWithInnerRefuses(t *testing.T) {
	set, other := nestedSet(t, 1), nestedSet(t, 2)
	models := []string{"knn", "svm"}
	value := func(m, f int) float64 { return float64(m + f) }
	r := filled(t, set.Outer, models, value)
	kfold, err := cv.New(cv.KFold, 12, cv.Options{K: 3})
	if err != nil {
		t.Fatal(err)
	}
	unnamed := filled(t, kfold, models, value)
	unnamed.Design.ID = cv.ID{}
	for name, c := range map[string]struct {
		r, inner Results
		set      cv.Nested
		want     string
	}{
		"another set": {r, filled(t, other.Inner, models, value), other, "with inner results on " + other.ID().String()},
		"fewer folds": {r, filled(t, set.Outer, models, value), set, "on 2 replications of 2 folds for 3 half-splits with 2"},
		"other models": {r, filled(t, set.Inner, models[:1], value), set,
			`inner results of the models ["knn"], but others of ["knn" "svm"]`},
		"other metrics": {r, filled(t, set.Inner, models, value, metric.F1), set, "which have loss"},
		"more metrics":  {r, filled(t, set.Inner, models, value, metric.Loss, metric.F1), set, "which have loss"},
		"K-fold CV":     {unnamed, filled(t, set.Inner, models, value), set, "beside results of 3-fold CV of 12 records"},
	} {
		if _, err := c.r.WithInner(c.inner, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
