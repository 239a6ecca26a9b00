package verdict_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// noWinner is a verdict on 400 items with this interval.
func noWinner(low, high float64, change ...func(v *verdict.Verdict)) verdict.Verdict {
	v := verdict.Verdict{Metric: metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1, Percent: true}, ModelA: "a", ModelB: "b",
		A: 0.8, B: 0.8 + (low+high)/2, Estimate: (low + high) / 2, Interval: infer.Interval{Low: low, High: high}, Level: 0.95,
		Target: verdict.TheseModels, PValue: 0.2, PBetter: math.NaN(), PRope: math.NaN(), PAdjusted: math.NaN(),
		ErrorRate: known.Unknown, Design: results.Design{Records: 400, Replications: 1, Folds: 1, Runs: [2]int{1, 1}}}
	for _, c := range change {
		c(&v)
	}
	return v
}

// Each no by the interval, the margin and what is known of the results and the procedure.
func TestNo(t *testing.T) {
	margin := func(d float64) func(v *verdict.Verdict) { return func(v *verdict.Verdict) { v.Margin = d } }
	for what, c := range map[string]struct {
		v    verdict.Verdict
		no   verdict.No
		says string // in the headline
	}{
		"without a margin": {noWinner(-0.01, 0.03), verdict.Bounded, "Bounded: no clear winner between b and a: accuracy " +
			"81.00% against 80.00%, 1.00 points higher (95% interval 1.00 lower to 3.00 higher); " +
			"this rules out differences beyond 3.00 points."},
		"the lower end is farther": {noWinner(-0.05, 0.03), verdict.Bounded, "beyond 5.0 points."},
		"within the margin": {noWinner(-0.01, 0.03, margin(0.031)), verdict.Equivalent, "Equivalent: no clear winner between b " +
			"and a: accuracy 81.00% against 80.00%, 1.00 points higher (95% interval 1.00 lower to 3.00 " +
			"higher); this rules out differences of 3.1 points or more."},
		"as far as the margin": {noWinner(-0.01, 0.03, margin(0.03)), verdict.Open, "would settle"},
		"beyond the margin": {noWinner(-0.01, 0.03, margin(0.02)), verdict.Open, "; this leaves open differences of 2 " +
			"points or more, and about 1600 items would settle it if the difference stays as it is."},
		"clusters": {noWinner(-0.01, 0.03, margin(0.02), func(v *verdict.Verdict) { v.Design.Clusters = 50 }), verdict.Open,
			"about 200 clusters would"},
		"other runs": {noWinner(-0.01, 0.03, margin(0.02), func(v *verdict.Verdict) { v.Basis.Variance = &verdict.Variance{} }),
			verdict.Open, "2 points or more."},
		"folds": {noWinner(-0.01, 0.03, margin(0.02), func(v *verdict.Verdict) { v.Target = verdict.Algorithms }), verdict.Open,
			"2 points or more."},
		"one side":    {noWinner(-0.01, math.Inf(1), func(v *verdict.Verdict) { v.Alternative = infer.Greater }), verdict.Open, "b is not shown to be better than a: "},
		"no interval": {noWinner(math.NaN(), math.NaN()), verdict.Open, "Open: no clear winner"},
		"too few": {noWinner(-0.01, 0.03, margin(0.1), func(v *verdict.Verdict) { v.Basis.Undecidable = true }),
			verdict.Undecidable, "Undecidable: no clear winner"},
		"no spread": {noWinner(math.NaN(), math.NaN(), func(v *verdict.Verdict) { v.NoSpread = true }), verdict.Undecidable,
			"Undecidable: "},
		"errs far too often": {noWinner(-0.01, 0.03, margin(0.1), func(v *verdict.Verdict) {
			v.ErrorRate = known.ErrorRate{Rate: 0.11, Level: 0.05}
		}), verdict.Open, "; this rules out nothing, as"},
		"errs often and is recommended": {noWinner(-0.01, 0.03, func(v *verdict.Verdict) {
			v.ErrorRate, v.Recommended = known.ErrorRate{Rate: 0.11, Level: 0.05}, true
		}), verdict.Bounded, "Bounded: "},
		"errs somewhat too often": {noWinner(-0.01, 0.03, func(v *verdict.Verdict) {
			v.ErrorRate = known.ErrorRate{Rate: 0.1, Level: 0.05}
		}), verdict.Bounded, "Bounded: "},
		"about another difference": {noWinner(-0.01, 0.03, func(v *verdict.Verdict) { v.Delta = 0.02 }), "", "The difference in"},
		"a winner":                 {noWinner(0.01, 0.03, func(v *verdict.Verdict) { v.Winner = "b" }), "", "b is better than a: "},
		"a winner within the margin": {noWinner(0.01, 0.03, margin(0.05), func(v *verdict.Verdict) { v.Winner = "b" }), "",
			"Equivalent, though b is better than a: accuracy 82.0% against 80.0%, 2.0 points higher (95% interval 1.0 to 3.0); " +
				"this rules out differences of 5 points or more."},
		"as wide as the metric": {noWinner(-1, 0.5, func(v *verdict.Verdict) { v.Metric.Max = 1 }), verdict.Open,
			"; this leaves open differences of any size."},
	} {
		if got := c.v.No(); got != c.no {
			t.Errorf("%s: %q, want %q", what, got, c.no)
		}
		if got := c.v.Headline(); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s\nwant %s", what, got, c.says)
		}
		if n := c.v.ItemsNeeded(); (n > 0) != strings.Contains(c.says, "settle") && !strings.Contains(what, "clusters") {
			t.Errorf("%s: %d items", what, n)
		}
	}
}
