package items_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// components returns those of roc_auc of scores, run after run; truth is 0 or 1.
func components(t *testing.T, truth, scores []float64) (out [][]float64) {
	t.Helper()
	auc, err := metric.Parse("roc_auc")
	if err != nil {
		t.Fatal(err)
	}
	for n := len(truth); len(scores) > 0; scores = scores[n:] {
		p := &metric.Predictions{Classes: []string{"no", "yes"}, Positive: -1, Truth: truth}
		for _, y := range scores[:n] {
			share := 1 / (1 + math.Exp(-y))
			p.Probabilities = append(p.Probabilities, 1-share, share)
		}
		u := make([]float64, n)
		if _, err := auc[0].Parts(p, u); err != nil {
			t.Fatal(err)
		}
		out = append(out, u)
	}
	return out
}

func positives(truth []float64) (out []bool) {
	for _, y := range truth {
		out = append(out, y == 1)
	}
	return out
}

// TestDeLongR: against the formulas with matrices of pairs in R.
func TestDeLongR(t *testing.T) {
	tests := map[string]test{"delong": items.DeLong, "obuchowski": items.Obuchowski}
	for i, row := range numtest.Fixture(t, "delong_r.csv") {
		truth := numtest.Floats(t, row[1])
		s := items.Sample{A: components(t, truth, numtest.Floats(t, row[2])), Positive: positives(truth),
			B: components(t, truth, numtest.Floats(t, row[3]))}
		for _, c := range numtest.Floats(t, row[5]) {
			s.Clusters = append(s.Clusters, int(c))
		}
		r := must(t, tests[row[0]], s)
		got := []float64{r.Estimate, math.Pow(r.Estimate/r.Statistic, 2), r.PValue, r.CI.Low}
		for k, column := range []int{6, 7, 8, 9} {
			if want := numtest.Float(t, row[column]); !(math.Abs(got[k]-want) <= 1e-10) {
				t.Errorf("row %d, column %d: got %.12g, want %.12g", i+1, column+1, got[k], want)
			}
		}
		if r.DF != nil || r.Test != row[0] || len(s.B) != int(numtest.Float(t, row[4])) {
			t.Errorf("row %d: got %s with %v degrees of freedom of %d runs, want %s, normal, %s", i+1, r.Test, r.DF, len(s.B),
				row[0], row[4])
		}
	}
}

func TestDeLongDegenerate(t *testing.T) {
	truth := []float64{0, 1, 0, 1, 1}
	a := components(t, truth, []float64{1, 2, 3, 4, 5})
	clusters := []int{0, 0, 1, 1, 2}
	for _, f := range []test{items.DeLong, items.Obuchowski} {
		equal := must(t, f, items.Sample{A: a, B: a, Clusters: clusters, Positive: positives(truth)})
		if !equal.NoSpread || equal.PValue != 1 || equal.Estimate != 0 {
			t.Errorf("equal models: got %+v, want no spread", equal)
		}
	}
	b := components(t, truth, []float64{3, 2, 1, 2, 5})
	for _, c := range []struct {
		f    test
		s    items.Sample
		want string
	}{
		{items.DeLong, items.Sample{A: a, B: b}, "which items are positive, and knows it of 0 of 5"},
		{items.DeLong, items.Sample{A: a, B: b, Positive: []bool{false, true, false, false, false}}, "has 1 of class 1"},
		{items.DeLong, items.Sample{A: a, B: b, Positive: []bool{false, true, false, false, false},
			Classes: [2]string{"no", "yes"}}, "and has 1 of class yes"},
		{items.DeLong, items.Sample{A: a, B: b, Positive: []bool{true, true, true, true, true}}, "has 0 of class 0"},
		{items.DeLong, items.Sample{A: a, B: b, Positive: []bool{true, false, false, false, true}}, "no components"},
		{items.DeLong, items.Sample{A: a, B: [][]float64{{1, 2, math.NaN(), 4, 5}}, Positive: positives(truth)}, "is NaN"},
		{items.Obuchowski, items.Sample{A: a, B: b, Positive: positives(truth)}, "take delong"},
		{items.Obuchowski, items.Sample{A: a, B: b, Positive: positives(truth), Clusters: []int{0, 0, 0, 1, 1}},
			"has 1 of class 0"},
	} {
		if _, err := c.f(c.s, infer.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want one with %q", err, c.want)
		}
	}
}
