package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// hash is a number from 0 to n-1 that looks random.
func hash(n int, of ...int) int {
	h := uint32(2166136261)
	for _, x := range of {
		h = (h ^ uint32(x)) * 16777619
		h ^= h >> 15
	}
	return int(h % uint32(n))
}

// uneven makes the losses of old and new vary from fold to fold, each in its own way.
func uneven(replications, folds int, set string) []lossRow {
	rows := losses(replications, folds, set)
	for i := range rows {
		rows[i].Loss += 0.001 * float64(hash(60, i))
	}
	return rows
}

// countRows are the counts of old and new, which finds more.
func countRows(replications, folds int) []countRow {
	var out []countRow
	for m, model := range []string{"old", "new"} {
		for j := range replications {
			for k := range folds {
				tp := 60 + 9*m + hash(9, j, k, m)
				out = append(out, countRow{Model: model, Replication: j + 1, Fold: k + 1, TP: tp, FP: 15 + hash(7, m, k, j),
					FN: 100 - tp})
			}
		}
	}
	return out
}

// predictionRows are the predictions of old, which errs in 30%, and new, which errs in 12%.
func predictionRows(replications, folds, records int) []predictionRow {
	var out []predictionRow
	for m, model := range []string{"old", "new"} {
		for j := range replications {
			for i := range records {
				truth, said := i%2, i%2
				if hash(100, m, i, j) < 30-18*m {
					said = 1 - said
				}
				out = append(out, predictionRow{Replication: j + 1, Fold: 1 + (i+i/folds*j)%folds, Record: i, Model: model,
					Truth: fmt.Sprint(truth), Predicted: fmt.Sprint(said)})
			}
		}
	}
	return out
}

// datasetRows are the losses of old and new on n data sets, on each of which new is a
// little better than on the one before.
func datasetRows(n int) []lossRow {
	var out []lossRow
	for i := range n {
		for _, r := range uneven(1, 5, "") {
			if r.Model == "new" {
				r.Loss -= 0.01 * float64(i)
			}
			r.Dataset = fmt.Sprintf("d%d", i)
			out = append(out, r)
		}
	}
	return out
}

// kind is a kind of results with the procedures that have an interval for it.
type kind struct {
	name    string
	run     func(compare.Options) (compare.Report, error)
	methods []string
}

// manyFoldCounts compares the counts of a 5-fold CV, which files alone hold.
func manyFoldCounts(t *testing.T) func(compare.Options) (compare.Report, error) {
	text := "model,replication,fold,tp,fp,fn\n"
	for _, r := range countRows(1, 5) {
		text += fmt.Sprintf("%s,%d,%d,%d,%d,%d\n", r.Model, r.Replication, r.Fold, r.TP, r.FP, r.FN)
	}
	path := written(t, "counts.csv", text)
	return func(o compare.Options) (compare.Report, error) {
		o.Metrics = []string{"F1"}
		return files([]string{path}, o)
	}
}

func kinds(t *testing.T) []kind {
	of := func(rows []lossRow) func(compare.Options) (compare.Report, error) {
		return func(o compare.Options) (compare.Report, error) { return ofLosses(rows, o) }
	}
	predictions := func(replications, folds int) func(compare.Options) (compare.Report, error) {
		rows := predictionRows(replications, folds, 60)
		return func(o compare.Options) (compare.Report, error) { return ofPredictions(rows, o) }
	}
	counted := func(o compare.Options) (compare.Report, error) {
		o.Metrics = []string{"F1"}
		return ofCounts(countRows(5, 2), o)
	}
	return []kind{
		{"losses, 5 x 2 BCV", of(uneven(5, 2, "bcv:1:3b4fe958a5e9fe59")),
			[]string{"paired", "correlated-t", "bcv-t", "5x2-t", "combined-5x2-t"}},
		{"losses, 10-fold CV", of(uneven(1, 10, "")), []string{"correlated-t", "corrected-repeated-kfold-t", "kfold-t"}},
		{"losses, 15 hold-outs", of(uneven(15, 1, "rlt:1:3b4fe958a5e9fe59")),
			[]string{"correlated-t", "corrected-resampled-t", "resampled-t"}},
		{"losses, several data sets", func(o compare.Options) (compare.Report, error) { return ofLosses(datasetRows(6), o) },
			[]string{"several"}},
		{"counts, 5 x 2 CV", counted, []string{"posterior", "paired", "bcv-t"}},
		{"counts, 5-fold CV", manyFoldCounts(t), []string{"correlated-t", "corrected-repeated-kfold-t"}},
		{"predictions, 5 x 2 CV", predictions(5, 2), []string{"paired", "bcv-t"}},
		{"predictions, 5-fold CV", predictions(1, 5), []string{"correlated-t", "corrected-repeated-kfold-t", "kfold-t"}},
	}
}

// last runs a method; the last verdict is the one on all data sets.
func (k kind) last(t *testing.T, o compare.Options) compare.Verdict {
	t.Helper()
	r, err := k.run(o)
	if err != nil {
		t.Fatalf("%s, %+v: %v", k.name, o, err)
	}
	return r.Verdicts[len(r.Verdicts)-1]
}

// Intervals and claims are one thing: a two-sided claim at level 10% is made for a Delta
// outside of the interval of 90%, one of a side at 5% for a Delta beyond that end, and it
// is for the model on that side.
func TestClaimsAreThoseOfTheInterval(t *testing.T) {
	numtest.NotRaced(t)
	for _, k := range kinds(t) {
		for _, method := range k.methods {
			v := k.last(t, compare.Options{Methods: []string{method}, Alpha: 0.1})
			if v.Method != method || !(v.Low < v.Estimate && v.Estimate < v.High) {
				t.Errorf("%s: %s gives [%v, %v] about %v; want %s and an interval",
					k.name, v.Method, v.Low, v.High, v.Estimate, method)
				continue
			}
			above, below := "old", "new" // the model that is better where B minus A is large, small
			if v.Metric.HigherIsBetter {
				above, below = "new", "old"
			}
			bit := 1e-3 * (v.High - v.Low)
			for _, c := range []struct {
				alternative infer.Alternative
				delta       float64
				want        string
			}{
				{infer.TwoSided, v.Low - bit, above}, {infer.TwoSided, v.Low + bit, ""}, {infer.TwoSided, v.High - bit, ""},
				{infer.TwoSided, v.High + bit, below},
				{infer.Greater, v.Low - bit, above}, {infer.Greater, v.Low + bit, ""}, {infer.Greater, v.High + bit, ""},
				{infer.Less, v.High + bit, below}, {infer.Less, v.High - bit, ""}, {infer.Less, v.Low - bit, ""},
			} {
				o := compare.Options{Methods: []string{method}, Alternative: c.alternative, Delta: c.delta, Alpha: 0.1}
				if c.alternative != infer.TwoSided {
					o.Alpha = 0.05
				}
				if got := k.last(t, o); got.Winner != c.want || got.Delta != c.delta {
					t.Errorf("%s, %s, %v, delta %.6g beside [%.6g, %.6g]: winner %q about delta %v, want %q",
						k.name, method, c.alternative, c.delta, v.Low, v.High, got.Winner, got.Delta, c.want)
				}
			}
			if at := k.last(t, compare.Options{Methods: []string{method}, Delta: v.Low}); math.IsNaN(at.PValue) {
				want := 0.05 // the probability that B is better, below the lower end of a loss
				if v.Metric.HigherIsBetter {
					want = 0.95
				}
				if math.Abs(at.PBetter-want) > 1e-6 {
					t.Errorf("%s, %s: P(better beyond the lower end) = %v, want %v", k.name, method, at.PBetter, want)
				}
			}
		}
	}
}

// The interval that a verdict prints and its claim are one thing, on whichever side it was asked: the interval ends at
// or beyond Delta exactly if there is a claim, and of a one-sided question it has one end, which the posterior beside
// a test has, too.
func TestPrintedIntervalIsThatOfTheClaim(t *testing.T) {
	numtest.NotRaced(t)
	items := func(numbers bool) func(compare.Options) (compare.Report, error) {
		r := scored{items: 60, runs: [2]int{1, 1}, numbers: numbers}.made(t)
		return func(o compare.Options) (compare.Report, error) { return compare.Run([]results.Results{r}, o) }
	}
	all := append(kinds(t),
		kind{"right or wrong items", items(false), []string{"mcnemar-midp", "mcnemar-exact", "item-t"}},
		kind{"scores of items", items(true), []string{"item-t"}},
		kind{"one hold-out", func(o compare.Options) (compare.Report, error) {
			return ofPredictions(predictionRows(1, 1, 60), o)
		}, []string{"mcnemar", "mcnemar-midp"}})
	for _, k := range all {
		for _, method := range k.methods {
			both := k.last(t, compare.Options{Methods: []string{method}})
			bit := 1e-3 * (both.High - both.Low)
			for _, alternative := range []infer.Alternative{infer.TwoSided, infer.Greater, infer.Less} {
				one := compare.Options{Methods: []string{method}, Alternative: alternative}
				ends := k.last(t, one)
				for _, delta := range []float64{0, ends.Low - bit, ends.Low + bit, ends.High - bit, ends.High + bit} {
					if one.Delta = delta; math.IsInf(delta, 0) || delta != 0 && ends.Counts != nil {
						continue
					}
					v := k.last(t, one)
					above := v.Winner != "" && (v.Winner == v.ModelB) == v.Metric.HigherIsBetter
					below := v.Winner != "" && !above
					tiny := 1e-9 * (both.High - both.Low)
					denied := v.Winner == "" && (v.Low > delta+tiny || v.High < delta-tiny)
					if denied = denied || above && v.Low < delta-tiny || below && v.High > delta+tiny; denied {
						t.Errorf("%s by %s, %v %v: winner %q and an interval from %v to %v", k.name, method, alternative, delta,
							v.Winner, v.Low, v.High)
					}
					low, high := v.Low, v.High
					if v.Effect != nil { // Tango's intervals end where differences of error rates do
						low, high = math.Log((1+low)/2), -math.Log((1-high)/2)
					}
					checkEnds(t, k.name+" by "+method, v, low, high)
					if v.Described.Method != "" {
						checkEnds(t, k.name+", described", v, v.Described.Low, v.Described.High)
						checkDescribed(t, k, v)
					}
				}
			}
		}
	}
}

// checkEnds checks which ends of an interval are infinite.
func checkEnds(t *testing.T, what string, v compare.Verdict, low, high float64) {
	t.Helper()
	if math.IsInf(low, -1) != (v.Alternative == infer.Less) || math.IsInf(high, 1) != (v.Alternative == infer.Greater) {
		t.Errorf("%s, %v: interval from %v to %v", what, v.Alternative, low, high)
	}
}

// checkDescribed checks the probability beyond the ends of a posterior that describes, by what it says of a Delta
// there.
func checkDescribed(t *testing.T, k kind, v compare.Verdict) {
	t.Helper()
	if v.Counts != nil {
		return // McNemar's tests have no Delta
	}
	tail := 0.05 / v.Alternative.Sides()
	for _, end := range []struct{ at, above float64 }{{v.Described.Low, 1 - tail}, {v.Described.High, tail}} {
		if math.IsInf(end.at, 0) {
			continue
		}
		at := k.last(t, compare.Options{Methods: []string{v.Method}, Alternative: v.Alternative, Delta: end.at})
		got := at.PBetter
		if !v.Metric.HigherIsBetter {
			got = 1 - got
		}
		if math.Abs(got-end.above) > 1e-6 {
			t.Errorf("%s by %s, %v: P(difference > %v) = %v, want %v", k.name, v.Method, v.Alternative, end.at, got, end.above)
		}
	}
}

// Wilcoxon's test has no interval: its p-value is that of the signs and ranks about Delta.
func TestWilcoxonIsAboutDelta(t *testing.T) {
	r, err := ofLosses(datasetRows(5), compare.Options{Methods: []string{"wilcoxon"}})
	if err != nil {
		t.Fatal(err)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range r.Verdicts[:5] {
		least, most = min(least, v.Estimate), max(most, v.Estimate)
	}
	for _, c := range []struct {
		alternative infer.Alternative
		delta       float64
		p           float64
		winner      string // at level 0.1
	}{
		{infer.TwoSided, least - 0.1, 2. / 32, "old"}, {infer.Greater, least - 0.1, 1. / 32, "old"},
		{infer.Less, least - 0.1, 1, ""},
		{infer.TwoSided, most + 0.1, 2. / 32, "new"}, {infer.Greater, most + 0.1, 1, ""},
		{infer.Less, most + 0.1, 1. / 32, "new"},
	} {
		r, err := ofLosses(datasetRows(5), compare.Options{Methods: []string{"wilcoxon"}, Alternative: c.alternative,
			Delta: c.delta, Alpha: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[5]
		if v.Method != "wilcoxon" || v.Delta != c.delta {
			t.Errorf("%s of delta %v, want wilcoxon of %v", v.Method, v.Delta, c.delta)
		}
		if math.Abs(v.PValue-c.p) > 1e-12 || v.Winner != c.winner {
			t.Errorf("%v, delta %.4g: %s p = %v, winner %q, delta %v; want p = %v, winner %q",
				c.alternative, c.delta, v.Method, v.PValue, v.Winner, v.Delta, c.p, c.winner)
		}
	}
}

// McNemar's tests have an alternative, and no other Delta than 0.
func TestMcNemarAlternative(t *testing.T) {
	for _, c := range []struct {
		method              string
		replications, folds int
	}{{"mcnemar", 1, 1}, {"mcnemar-exact", 1, 1}, {"bcv-mcnemar", 5, 2}} {
		rows := predictionRows(c.replications, c.folds, 200)
		for alternative, want := range map[infer.Alternative]string{infer.TwoSided: "new", infer.Greater: "",
			infer.Less: "new"} {
			r, err := ofPredictions(rows, compare.Options{Methods: []string{c.method}, Alternative: alternative, Alpha: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			if v := r.Verdicts[0]; v.Winner != want || (alternative == infer.Greater) != (v.PValue > 0.5) {
				t.Errorf("%s, %v: winner %q, p = %v, estimate %v; want %q",
					c.method, alternative, v.Winner, v.PValue, v.Estimate, want)
			}
		}
		if _, err := ofPredictions(rows, compare.Options{Methods: []string{c.method}, Delta: 0.1}); err == nil {
			t.Errorf("%s took a delta of 0.1, want an error", c.method)
		}
	}
}

// Of more models each pair has the p-value that it has alone, about the same Delta and with
// the same alternative, and Holm decides; the control is A of every pair.
func TestPairsOfSeveralModels(t *testing.T) {
	rows := three()
	for _, o := range []compare.Options{{}, {Delta: 0.06}, {Delta: -0.02, Alternative: infer.Greater},
		{Delta: -0.2, Alternative: infer.Less},
		{Control: "new"}, {Control: "middle", Delta: 0.02, Alternative: infer.Less}} {
		o.Methods = []string{"bcv-t"}
		r, err := ofLosses(rows, o)
		if err != nil {
			t.Fatal(err)
		}
		var p []float64
		for _, v := range r.Verdicts {
			alone := o
			alone.Control, alone.Models = "", []string{v.ModelA, v.ModelB}
			a, err := ofLosses(rows, alone)
			if err != nil {
				t.Fatal(err)
			}
			if w := a.Verdicts[0]; v.PValue != w.PValue || v.Estimate != w.Estimate || v.Delta != o.Delta {
				t.Errorf("%+v: %s, %s: p = %v, estimate %v about %v, alone p = %v, estimate %v",
					o, v.ModelA, v.ModelB, v.PValue, v.Estimate, v.Delta, w.PValue, w.Estimate)
			}
			if o.Control != "" && v.ModelA != o.Control {
				t.Errorf("%+v: A is %q", o, v.ModelA)
			}
			p = append(p, v.PValue)
		}
		if want := map[bool]int{true: 3, false: 2}[o.Control == ""]; len(p) != want {
			t.Errorf("%+v: %d pairs, want %d", o, len(p), want)
		}
		holm, err := infer.Holm(p)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Verdicts {
			want := ""
			if holm[i] <= 0.05 {
				want = v.ModelB
				if v.Estimate > o.Delta {
					want = v.ModelA
				}
			}
			if v.PAdjusted != holm[i] || v.Winner != want {
				t.Errorf("%+v: %s, %s: adjusted %v, winner %q; want %v, %q",
					o, v.ModelA, v.ModelB, v.PAdjusted, v.Winner, holm[i], want)
			}
		}
	}
}

// A difference that lies beyond a Delta on the other side of 0 makes no model the better one,
// in rows and JSON; the sentence says what is shown.
func TestBetterIsNotTheSideOfDelta(t *testing.T) {
	for _, c := range []struct {
		winner         string
		higher         bool
		delta          float64
		better, header string
	}{
		{"a", false, 0, "a", "P(B better)"},
		{"a", false, 0.1, "a", "P(difference < 0.1)"},
		{"a", false, -0.1, "", "P(difference < -0.1)"},
		{"b", false, -0.1, "b", "P(difference < -0.1)"},
		{"b", false, 0.1, "", "P(difference < 0.1)"},
		{"b", true, 0.1, "b", "P(difference > 0.1)"},
		{"b", true, -0.1, "", "P(difference > -0.1)"},
		{"a", true, -0.1, "a", "P(difference > -0.1)"},
		{"", true, -0.1, "", "P(difference > -0.1)"},
	} {
		v := compare.Verdict{ModelA: "a", ModelB: "b", Winner: c.winner, Metric: metric.Metric{HigherIsBetter: c.higher},
			Delta: c.delta}
		row := compare.Report{Verdicts: []compare.Verdict{v}}.Rows()[0]
		if v.Better() != c.better || row.Winner != c.better || v.SideOfB() != c.header {
			t.Errorf("%+v: better %q, in the row %q, head %q; want %q, %q",
				c, v.Better(), row.Winner, v.SideOfB(), c.better, c.header)
		}
	}
}

// The refusal of differences without spread names the difference without digits of rounding.
func TestDifferencesWithoutSpreadAreReadable(t *testing.T) {
	var rows []lossRow
	for j := range 3 {
		for k := range 2 {
			loss := 0.1 + 0.01*float64(j)
			rows = append(rows, lossRow{Model: "a", Replication: j + 1, Fold: k + 1, Loss: loss},
				lossRow{Model: "b", Replication: j + 1, Fold: k + 1, Loss: loss + 0.01})
		}
	}
	want := "has no posterior: all differences are 0.01; without spread nothing can be said of chance"
	_, err := ofLosses(rows, compare.Options{Methods: []string{"paired"}})
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want an end %q", err, want)
	}
}

// Tests alone decide as beside posteriors, and nothing describes.
func TestTestsAlone(t *testing.T) {
	both, err := ofLosses(uneven(5, 2, "bcv:1:3b4fe958a5e9fe59"), compare.Options{Methods: []string{"bcv-t"}})
	alone, err2 := ofLosses(uneven(5, 2, "bcv:1:3b4fe958a5e9fe59"),
		compare.Options{Methods: []string{"bcv-t"}, TestsAlone: true})
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	v, w := both.Verdicts[0], alone.Verdicts[0]
	if v.Described.Method != "paired" || w.Described.Method != "" || !math.IsNaN(w.PBetter) {
		t.Errorf("described by %q with probability %v, alone by %q with %v", v.Described.Method, v.PBetter,
			w.Described.Method, w.PBetter)
	}
	if v.PValue != w.PValue || v.Low != w.Low || v.Winner != w.Winner {
		t.Errorf("alone p = %v, low %v, %q; want %v, %v, %q", w.PValue, w.Low, w.Winner, v.PValue, v.Low, v.Winner)
	}
}
