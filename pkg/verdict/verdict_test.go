package verdict_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Headline and Evidence in the words and the unit of the metric.
func TestHeadline(t *testing.T) {
	base := verdict.Verdict{Metric: metric.ErrorRate, ModelA: "knn(k=1)", ModelB: "svm", A: 0.457, B: 0.342,
		Estimate: -0.115, Interval: infer.Interval{Low: -0.189, High: -0.041}, Level: 0.95, Method: "bcv-t", PValue: 0.0042,
		PBetter: math.NaN(), PRope: math.NaN(), Winner: "svm"}
	change := func(f func(v *verdict.Verdict)) verdict.Verdict {
		v := base
		f(&v)
		return v
	}
	for _, c := range []struct {
		name               string
		v                  verdict.Verdict
		headline, evidence string
	}{
		{"error rates", base,
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p = 0.004."},
		{"no unit", change(func(v *verdict.Verdict) { v.Metric = metric.Loss }),
			"svm is better than knn(k=1): loss 0.342 against 0.457, 0.115 lower (95% interval 0.041 to 0.189).",
			"By bcv-t at 5%: p = 0.004."},
		{"no winner, of a task, with a posterior", change(func(v *verdict.Verdict) {
			v.Key, v.Winner, v.High, v.PBetter = results.Key{Dataset: "wsj", Task: "NER"}, "", 0.02, 0.9
			v.Described = verdict.Description{Method: "paired", Estimate: infer.Estimate{Low: -0.2, Mid: -0.115, High: 0.01}}
		}), "wsj: NER: Bounded: no clear winner between svm and knn(k=1): error 34.2% against 45.7%, 11.5 points " +
			"lower (95% interval 2.0 higher to 18.9 lower); this rules out differences beyond 18.9 points.",
			"By bcv-t at 5%: p = 0.004; posterior: 95% interval 1.0 higher to 20.0 lower, P(svm better) = 0.900."},
		{"nearly sure, rounded to 1", change(func(v *verdict.Verdict) { v.PBetter = 1 - 3.4e-05 }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p = 0.004; posterior: P(svm better) > 0.999."},
		{"nearly sure of A", change(func(v *verdict.Verdict) { v.PBetter = 2e-7 }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p = 0.004; posterior: P(knn(k=1) better) > 0.999."},
		{"as sure as floats are", change(func(v *verdict.Verdict) { v.PBetter = 1 }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p = 0.004; posterior: P(svm better) > 0.999."},
		{"not rounded to 1", change(func(v *verdict.Verdict) { v.PBetter = 0.99994 }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p = 0.004; posterior: P(svm better) > 0.999."},
		{"small differences have digits", change(func(v *verdict.Verdict) {
			v.Metric, v.A, v.B, v.Estimate, v.Low, v.High = metric.F1, 0.95332, 0.95415, 0.00083, 0.00045, 0.00121
		}), "svm is better than knn(k=1): F1 95.415% against 95.332%, 0.083 points higher (95% interval 0.045 to 0.121).",
			"By bcv-t at 5%: p = 0.004."},
		{"large numbers have none", change(func(v *verdict.Verdict) {
			v.Metric, v.A, v.B, v.Estimate, v.Low, v.High = metric.Loss, 230.4, 201.3, -29.1, -40, math.Inf(1)
			v.Winner = ""
		}), "Open: no clear winner between svm and knn(k=1): loss 201 against 230, 29 lower (95% interval at most 40 lower).",
			"By bcv-t at 5%: p = 0.004."},
		{"one-sided, claimed", change(func(v *verdict.Verdict) { v.Alternative, v.Low = infer.Less, math.Inf(-1) }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval at least 4.1 lower).",
			"By bcv-t at 5%, one-sided: p = 0.004."},
		{"one-sided, not shown", change(func(v *verdict.Verdict) {
			v.Alternative, v.Winner, v.Low, v.High = infer.Greater, "", math.Inf(-1), math.Inf(1)
		}), "knn(k=1) is not shown to be better than svm: error 34.2% against 45.7%, 11.5 points lower (95% interval " +
			"without ends).", "By bcv-t at 5%, one-sided: p = 0.004."},
		{"an end of the interval near 0", change(func(v *verdict.Verdict) { v.Winner, v.High = "", 0.0000321 }),
			"Bounded: no clear winner between svm and knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% " +
				"interval 0.003 higher to 18.9 lower); this rules out differences beyond 18.9 points.", "By bcv-t at 5%: p = 0.004."},
		{"an end that is 0 but for rounding", change(func(v *verdict.Verdict) { v.Winner, v.High = "", 1e-18 }),
			"Bounded: no clear winner between svm and knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% " +
				"interval 0.0 to 18.9); this rules out differences beyond 18.9 points.", "By bcv-t at 5%: p = 0.004."},
		{"a p-value that underflows", change(func(v *verdict.Verdict) { v.PValue = 0 }),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By bcv-t at 5%: p < 0.001."},
		{"one of several pairs", change(func(v *verdict.Verdict) {
			v.PAdjusted, v.Adjusted, v.Family = 0.0084, "all pairs (Holm)", verdict.AllPairs
		}),
			"svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (simultaneous 95% interval 4.1 to " +
				"18.9).",
			"By bcv-t at 5%: p = 0.004, 0.008 among all pairs (Holm)."},
		{"equal", change(func(v *verdict.Verdict) {
			v.A, v.B, v.Estimate, v.Low, v.High, v.Winner = 0.25, 0.25, 0, -0.05, 0.1, ""
		}), "Bounded: no clear winner between knn(k=1) and svm: both have the mean error 25% (95% interval of svm " +
			"minus knn(k=1) -5 to 10 points); this rules out differences beyond 10 points.",
			"By bcv-t at 5%: p = 0.004."},
		{"equal but for rounding", change(func(v *verdict.Verdict) {
			v.A, v.B, v.Estimate, v.Low, v.High, v.Winner = 0.25, 0.25+6e-17, 6e-17, -0.05, 0.1, ""
			v.Described = verdict.Description{Method: "posterior", Estimate: infer.Estimate{Low: -0.04, High: 0.2}}
		}), "Bounded: no clear winner between knn(k=1) and svm: both have the mean error 25% (95% interval of svm " +
			"minus knn(k=1) -5 to 10 points); this rules out differences beyond 10 points.", "By bcv-t at 5%: p = 0.004; " +
			"posterior: 95% interval of svm minus knn(k=1) -4 to 20 points."},
		{"a difference above rounding", change(func(v *verdict.Verdict) {
			v.A, v.B, v.Estimate, v.Low, v.High, v.Winner = 0.25, 0.25+1e-12, 1e-12, -0.05, 0.1, ""
		}), "Bounded: no clear winner between knn(k=1) and svm: error 25% against 25%, 1e-10 points lower (95% " +
			"interval 5 higher to 10 lower); this rules out differences beyond 10 points.", "By bcv-t at 5%: p = 0.004."},
		{"shown, however small", change(func(v *verdict.Verdict) {
			v.A, v.B, v.Estimate, v.Low, v.High = 0.25, 0.25-1e-14, -1e-14, -0.1, -0.05
		}), "svm is better than knn(k=1): error 25% against 25%, 1e-12 points lower (95% interval 5 to 10).",
			"By bcv-t at 5%: p = 0.004."},
		{"a delta that is exceeded", change(func(v *verdict.Verdict) { v.Delta, v.PBetter = -0.02, 0.99 }),
			"The difference in error, svm minus knn(k=1), is shown to be below -2 points: -11.5 points " +
				"(95% interval -18.9 to -4.1).",
			"By bcv-t at 5%: p = 0.004; posterior: P(difference < -2 points) = 0.990."},
		{"a delta that is not", change(func(v *verdict.Verdict) { v.Delta, v.Winner = -0.1, "" }),
			"The difference in error, svm minus knn(k=1), is not shown to differ from -10 points: -11.5 " +
				"points (95% interval -18.9 to -4.1).", "By bcv-t at 5%: p = 0.004."},
		{"a delta, one-sided", change(func(v *verdict.Verdict) {
			v.Delta, v.Winner, v.Alternative = -0.1, "", infer.Greater
		}), "The difference in error, svm minus knn(k=1), is not shown to be above -10 points: -11.5 " +
			"points (95% interval -18.9 to -4.1).", "By bcv-t at 5%, one-sided: p = 0.004."},
		{"a posterior", change(func(v *verdict.Verdict) {
			v.Method, v.PValue, v.PBetter, v.Rope, v.PRope = "posterior", math.NaN(), 0.998, 0.01, 0.25
		}), "svm is better than knn(k=1): error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9).",
			"By the posterior of the counts at P >= 97.5%: P(svm better) = 0.998, P(|difference| <= 1 point) = 0.250."},
		{"all data sets", change(func(v *verdict.Verdict) {
			v.Key, v.Datasets, v.A, v.B = results.Key{Dataset: verdict.AnotherDataset}, 30, math.NaN(), math.NaN()
			v.Method, v.PValue, v.PBetter, v.Alternative = "several", math.NaN(), 0.1, infer.Greater
			v.Winner = ""
		}), "another data set: knn(k=1) is not shown to be better than svm: error 11.5 points lower, expected on " +
			"another than these 30 data sets (95% interval 4.1 to 18.9).",
			"By the hierarchical posterior at P >= 95%: P(knn(k=1) better) = 0.900."},
	} {
		if got := c.v.Headline(); got != c.headline {
			t.Errorf("%s: got headline\n%s\nwant\n%s", c.name, got, c.headline)
		}
		if got := c.v.Evidence(); got != c.evidence {
			t.Errorf("%s: got evidence\n%s\nwant\n%s", c.name, got, c.evidence)
		}
	}
}

// A verdict has no field that its JSON leaves out: one that was read is the one that was written.
func TestReadBack(t *testing.T) {
	v := verdict.Verdict{Key: results.Key{Dataset: "d", Task: "t"}, Metric: metric.ErrorRate, ModelA: "a", ModelB: "b",
		A: 0.4, B: 0.3, Method: "bcv-t", Recommended: true, Design: results.Design{Replications: 3, Folds: 2, Records: 90},
		Tasks: 2, Macro: true, Target: verdict.Algorithms, Estimate: -0.1, Interval: infer.Interval{Low: math.Inf(-1),
			High: 0.1}, Level: 0.95, Delta: 0.01, Alternative: infer.Less, Rope: 0.02, Statistic: math.Inf(-1),
		DF: []float64{5}, PValue: 0.04, PAdjusted: 0.08, Adjusted: "2 tests (Holm)", Adjustment: "Holm",
		Family: verdict.AllMetrics, PBetter: 0.9, PRope: 0.1, Described: verdict.Description{Method: "paired",
			Estimate: infer.Estimate{Low: -0.2, Mid: -0.1, High: math.Inf(1)}}, Winner: "b",
		ErrorRate: known.ErrorRate{Rate: 0.05, Level: 0.05, Where: "w", At: "at", On: "on",
			Beyond: known.BCVCase{M: 3, Alternative: infer.Less, Alpha: 0.05}},
		Why: "w", Assumptions: "x", Note: "n", NoSpread: true, Counts: &infer.Contingency{N01: 2},
		Basis: verdict.Basis{Measured: []known.Measured{{Study: "items", Sets: 9}}, Unlike: "u", Part: "the first fold of ",
			TasksVary: true, Beside: 4, Values: &verdict.Values{A: [][]float64{{0.1, math.NaN()}}, Train: 9, Valid: 9, Runs: 2,
				Prior: verdict.PriorOf(nil)},
			Variance: &verdict.Variance{Alpha: 0.05, Wanted: 0.01, Ledger: items.Ledger{
				Factors: []items.Factor{{Name: "items", Units: 9}},
				Squares: []items.Square{{Value: 1, DF: math.Inf(1), Of: []int{0}}},
				Sources: []items.Source{{Name: "items", Over: []int{0}, Weights: []float64{1}}}}}}}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back verdict.Verdict
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(v, back, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("the verdict that was read is another one (-written +read):\n%s", diff)
	}
}

// Outcomes are in order.
func TestWorseThan(t *testing.T) {
	order := []verdict.Outcome{verdict.Better, verdict.NonInferior, verdict.Undecided, verdict.Worse}
	for i, o := range order {
		for k, other := range order {
			if got := o.WorseThan(other); got != (i > k) {
				t.Errorf("%s worse than %s: %v, want %v", o, other, got, i > k)
			}
		}
	}
}
