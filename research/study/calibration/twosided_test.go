package calibration

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// Learners that see as many exchangeable features are equal, others are not.
func TestEqualByConstruction(t *testing.T) {
	equal, other := map[string]int{}, map[string]int{}
	for _, s := range settings() {
		for _, p := range s.pairs {
			if s.equal(p) {
				equal[s.name]++
			} else {
				other[s.name]++
			}
		}
	}
	for name, want := range map[string][2]int{"features": {8, 4}, "noise": {4, 0}, "SREG": {8, 0}, "SCLA": {0, 28},
		"twonorm": {0, 28}} {
		if got := [2]int{equal[name], other[name]}; got != want {
			t.Errorf("%s: %v equal and other pairs, want %v", name, got, want)
		}
	}
}

// All pairs of the settings that Calibration has not are equal, and no setting of it is lost.
func TestEqualSettings(t *testing.T) {
	all := equalSettings()
	for i, s := range all[len(all)-2:] {
		if want := []string{"strong shift", "strong logit"}[i]; s.name != want || len(s.pairs) != 3 {
			t.Errorf("%s with %d pairs, want %s with 3", s.name, len(s.pairs), want)
		}
		for _, p := range s.pairs {
			a, b := s.learners[p[0]], s.learners[p[1]]
			if !s.equal(p) || a.learner != b.learner || slices.Equal(a.columns, b.columns) {
				t.Errorf("%s: %v and %v", s.name, a, b)
			}
		}
	}
	check.Equal(t, "settings", len(all)-2, 12)
}

// The summary is over the cells of one kind of metric.
func TestSummarizeTwoSided(t *testing.T) {
	row := func(metric string, wrong float64, sets int) TwoSidedRow {
		return TwoSidedRow{Metric: metric, Method: Paired, Prior: "uniform", False: wrong, SE: wrong / 10, Sets: sets}
	}
	got := SummarizeTwoSided([]TwoSidedRow{row("error", 0.04, 2000), row("error", 0.1, 1000), row("P", 0.2, 500),
		row("squared error", 0.3, 10), row("F1", 0.1, 600)})
	want := []TwoSidedSummary{
		{Metrics: ErrorRates, Method: Paired, Prior: "uniform", Cells: 2, Sets: 1000, False: 0.07, Largest: 0.1,
			SE: 0.01},
		{Metrics: Ratios, Method: Paired, Prior: "uniform", Cells: 2, Sets: 500, False: 0.15, Largest: 0.2, SE: 0.02},
		{Metrics: Squares, Method: Paired, Prior: "uniform", Cells: 1, Sets: 10, False: 0.3, Largest: 0.3, SE: 0.03},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i, w := range want {
		g := got[i]
		if math.Abs(g.False-w.False)+math.Abs(g.SE-w.SE) > 1e-12 {
			t.Errorf("%+v, want %+v", g, w)
		}
		g.False, g.SE = w.False, w.SE
		if g != w {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
}

// The stored two-sided claims are fewer than the claims on both sides at the whole level, in the
// study calibration of the same data sets, and there is a row for each.
func TestStoredTwoSided(t *testing.T) {
	two, err := study.Stored[TwoSidedRow](data.FS, "equal_learners")
	if err != nil {
		t.Fatal(err)
	}
	one, err := study.Stored[Row](data.FS, "calibration")
	if err != nil {
		t.Fatal(err)
	}
	key := func(r TwoSidedRow) TwoSidedRow {
		return TwoSidedRow{Data: r.Data, N: r.N, A: r.A, B: r.B, Metric: r.Metric, M: r.M, Method: r.Method,
			Prior: r.Prior, Sets: r.Sets}
	}
	sides := map[TwoSidedRow]float64{}
	for _, r := range one {
		sides[TwoSidedRow{Data: r.Data, N: r.N, A: r.A, B: r.B, Metric: r.Metric, M: r.M, Method: r.Method,
			Prior: r.Prior, Sets: r.Sets}] = r.FalseAbove + r.FalseBelow
	}
	for _, r := range two {
		if strings.HasPrefix(r.Data, "strong") {
			continue // of this study alone
		}
		if both, ok := sides[key(r)]; !ok || r.False > both {
			t.Errorf("%+v: %v on two sides of 5%% (%v)", r, both, ok)
		}
	}
	// 18 pairs of four metrics and 8 of one, at three m; five procedures, one more at m = 5
	// and one about three of the metrics.
	if want := (18*4+8)*(3*5+1) + 18*3*3; len(two) != want {
		t.Errorf("%d rows, want %d", len(two), want)
	}
}
