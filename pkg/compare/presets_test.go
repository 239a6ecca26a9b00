package compare_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Each pair by itself has the verdict that it has without the other models.
func TestSeparatePairs(t *testing.T) {
	r, err := ofLosses(three(), compare.Options{Separate: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 3 {
		t.Fatalf("%d verdicts, want 3", len(r.Verdicts))
	}
	for _, v := range r.Verdicts {
		alone, err := ofLosses(three(), compare.Options{Models: []string{v.ModelA, v.ModelB}})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := v.Sentence(), alone.Verdicts[0].Sentence(); got != want {
			t.Errorf("%s; without the others %s", got, want)
		}
		if v.Adjusted != "" {
			t.Errorf("%s and %s: adjusted among %s, want nothing", v.ModelA, v.ModelB, v.Adjusted)
		}
	}
}

// The p-values of several tests of a pair are adjusted, and decide.
func TestAdjustedTests(t *testing.T) {
	numtest.NotRaced(t)
	tests := []string{"5x2-t", "bcv-t", "combined-5x2-t", "paired"}
	by := map[string]func([]float64) ([]float64, error){"holm": infer.Holm, "bonferroni": infer.Bonferroni}
	for adjust, by := range by {
		for _, c := range []struct {
			separate bool
			pairs    int // in one family
			among    string
		}{{true, 1, "3 tests ("}, {false, 3, "all pairs and tests ("}} {
			plain, err := ofLosses(three(), compare.Options{Methods: tests, Separate: true, Alpha: 0.2})
			if err != nil {
				t.Fatal(err)
			}
			r, err := ofLosses(three(), compare.Options{Methods: tests, Separate: c.separate, Adjust: adjust, Alpha: 0.2})
			if err != nil {
				t.Fatal(err)
			}
			var p, got []float64
			for i, v := range r.Verdicts {
				if v.Method == "paired" {
					if v.Adjusted != "" {
						t.Errorf("%s: a posterior is adjusted among %s", adjust, v.Adjusted)
					}
					continue
				}
				p, got = append(p, plain.Verdicts[i].PValue), append(got, v.PAdjusted)
				if !strings.HasPrefix(v.Adjusted, c.among) {
					t.Errorf("%s: adjusted among %s, want %s", adjust, v.Adjusted, c.among)
				}
				want := "do not reject H0"
				if v.PAdjusted <= 0.2 {
					want = "reject H0"
				}
				if v.Decision() != want {
					t.Errorf("%s: adjusted p = %v, %s; want %s", adjust, v.PAdjusted, v.Decision(), want)
				}
				if simultaneous := strings.HasPrefix(v.IntervalKind(), "simultaneous"); simultaneous == c.separate {
					t.Errorf("%s, separate %v: the interval is %s", adjust, c.separate, v.IntervalKind())
				}
			}
			about := func(note string) bool { return strings.HasPrefix(note, "posterior probabilities are about each pair") }
			if said := slices.ContainsFunc(r.Notes, about); said == c.separate {
				t.Errorf("%s, separate %v: notes %q", adjust, c.separate, r.Notes)
			}
			var want []float64
			for family := range slices.Chunk(p, 3*c.pairs) {
				adjusted, err := by(family)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, adjusted...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, separate %v: adjusted %v, want %v", adjust, c.separate, got, want)
			}
		}
	}
	if _, err := ofLosses(three(), compare.Options{Adjust: "hochberg"}); err == nil ||
		!strings.Contains(err.Error(), `adjust is "hochberg"; use holm or bonferroni`) {
		t.Errorf("error %v", err)
	}
}

// conservative-z takes its variance from the halves of the same data set and models.
func TestHalves(t *testing.T) {
	read := func(text string, holdOuts bool) results.Results {
		t.Helper()
		all, err := results.Parse("losses.csv", strings.NewReader(text), results.ReadOptions{RandomHoldOuts: holdOuts})
		if err != nil {
			t.Fatal(err)
		}
		return all[0]
	}
	const header = "model,replication,fold,loss\n"
	r := read(header+"a,1,1,0\na,2,1,0\nb,1,1,0.5\nb,2,1,0.25\n", true)
	halves := read(header+"b,1,1,0.25\nb,1,2,0.5\nb,2,1,0.125\nb,2,2,0.125\na,1,1,0\na,1,2,0\na,2,1,0\na,2,2,0\n", false)
	of := func(h results.Results) (compare.Report, error) {
		o := compare.Options{Methods: []string{"conservative-z"}, Halves: []results.Results{h}}
		return compare.Run([]results.Results{r}, o)
	}
	got, err := of(halves)
	if err != nil {
		t.Fatal(err)
	}
	// (0.5 + 0.25)/2 over √(0.25²/4)
	if v := got.Verdicts[0]; v.Statistic != 3 || v.Winner != "a" {
		t.Errorf("statistic %v, %q is better; want 3 and a", v.Statistic, v.Winner)
	}
	other := halves
	other.Key.Dataset = "another"
	if _, err := of(other); err == nil || !strings.Contains(err.Error(), "needs differences on pairs of halves") {
		t.Errorf("halves of another data set: %v", err)
	}
	if _, err := of(r); err == nil || !strings.Contains(err.Error(), "halves are folds 1 and 2 of each replication") {
		t.Errorf("hold-outs as halves: %v", err)
	}
	for missing, models := range map[string][]string{"a": {"b", "c"}, "b": {"c", "a"}} {
		other = halves
		other.Models = models
		if _, err := of(other); err == nil || !strings.Contains(err.Error(), "halves: results: no model \""+missing) {
			t.Errorf("halves without model %s: %v", missing, err)
		}
	}
	other = halves
	other.Metrics = []metric.Metric{metric.ErrorRate}
	if _, err := of(other); err == nil || !strings.Contains(err.Error(), `halves: results: no metric "loss"`) {
		t.Errorf("halves of another metric: %v", err)
	}
}

// On an m x 2 CV McNemar's tests of one hold-out are about the first fold if that is asked for, and those of a
// K-fold CV about the first replication.
func TestFirstFolds(t *testing.T) {
	rows := predictionRows(3, 2, 61)
	rho := [2]float64{0.2, 0.1}
	o := compare.Options{Methods: compare.McNemarTests(), FirstFolds: true, Rho: &rho, Alpha: 0.1}
	r, err := ofPredictions(rows, o)
	if err != nil {
		t.Fatal(err)
	}
	a, b := r.Verdicts[0].Folds()
	var tables []infer.Contingency
	for j := range a {
		for k := range a[j] {
			tables = append(tables, tableOf(rows, j+1, k+1))
		}
	}
	opt := infer.Options{Alpha: 0.1}
	mean := func(x ...float64) (sum float64) {
		for _, v := range x {
			sum += v / float64(len(x))
		}
		return sum
	}
	const all, first, replication = "3 x 2 CV of 61 records", "the first fold of 3 x 2 CV of 61 records",
		"the first replication of 3 x 2 CV of 61 records"
	for i, c := range []struct {
		test   func() (infer.Result, error)
		folds  int
		a, b   []float64 // error rates
		target verdict.Target
		design string
	}{
		{func() (infer.Result, error) { return infer.BCVMcNemarRho(tables, 0.2, 0.1, opt) }, 6, slices.Concat(a...),
			slices.Concat(b...), verdict.Algorithms, all},
		{func() (infer.Result, error) { return infer.McNemarMidP(tables[0], opt) }, 1, a[0][:1], b[0][:1],
			verdict.FittedModels, first},
		{func() (infer.Result, error) { return infer.McNemarExact(tables[0], opt) }, 1, a[0][:1], b[0][:1],
			verdict.FittedModels, first},
		{func() (infer.Result, error) { return infer.McNemar(tables[0], opt) }, 1, a[0][:1], b[0][:1],
			verdict.FittedModels, first},
		{func() (infer.Result, error) { return infer.KFoldMcNemar(tables[:2], opt) }, 2, a[0], b[0], verdict.Algorithms,
			replication},
	} {
		v := r.Verdicts[i]
		want, err := c.test()
		if err != nil {
			t.Fatal(err)
		}
		if v.Method != want.Test || v.PValue != want.PValue || v.Statistic != want.Statistic {
			t.Errorf("%s: statistic %v, p = %v; want %s, %v and %v", v.Method, v.Statistic, v.PValue, want.Test,
				want.Statistic, want.PValue)
		}
		if want := mean(c.a...); math.Abs(v.A-want) > 1e-15 {
			t.Errorf("%s: error rate %v of A, want %v", v.Method, v.A, want)
		}
		if want := mean(c.b...); math.Abs(v.B-want) > 1e-15 {
			t.Errorf("%s: error rate %v of B, want %v", v.Method, v.B, want)
		}
		if v.Target != c.target {
			t.Errorf("%s is about the %s, want the %s", v.Method, v.Target, c.target)
		}
		if got := r.Rows()[i].Design; got != c.design {
			t.Errorf("%s: measured on %s, want %s", v.Method, got, c.design)
		}
		counts, err := infer.MeanContingency(tables[:c.folds])
		if err != nil {
			t.Fatal(err)
		}
		if v.Counts == nil || *v.Counts != counts {
			t.Errorf("%s: counts %v, want %v", v.Method, v.Counts, counts)
		}
		agreement := "Counts of " + c.design + ": both wrong "
		if c.target == verdict.Algorithms {
			agreement = "Mean c" + agreement[1:]
		}
		if got := v.Agreement(); !strings.HasPrefix(got, agreement) {
			t.Errorf("%s: %s, want %s", v.Method, got, agreement)
		}
		if c.target == verdict.Algorithms {
			if v.Effect != nil {
				t.Errorf("%s has the effect %v, want none", v.Method, v.Effect)
			}
			continue
		}
		if effect, err := infer.PairedEffect(tables[0], opt); err != nil || *v.Effect != effect {
			t.Errorf("%s: effect %v, want %v (%v)", v.Method, v.Effect, effect, err)
		}
	}
}

// The correlations of bcv-mcnemar are 1/2 unless others are given, which have to be possible.
func TestCorrelationsOfMcNemar(t *testing.T) {
	rows := predictionRows(3, 2, 60)
	of := func(rho *[2]float64) (compare.Report, error) {
		return ofPredictions(rows, compare.Options{Methods: []string{"bcv-mcnemar"}, Rho: rho})
	}
	plain, err := of(nil)
	if err != nil {
		t.Fatal(err)
	}
	same, err := of(&[2]float64{0.5, 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := plain.Verdicts[0].PValue, same.Verdicts[0].PValue; got != want {
		t.Errorf("p = %v without correlations, want %v", got, want)
	}
	if _, err := of(&[2]float64{0, 0.9}); err == nil ||
		!strings.Contains(err.Error(), "correlations of bcv-mcnemar: variance: rho1 = 0, rho2 = 0.9") {
		t.Errorf("error %v", err)
	}
}

// Of several pairs the intervals beside McNemar's tests are simultaneous, unless each pair is taken by itself.
func TestEffectsOfSeveralPairs(t *testing.T) {
	rows := predictionRows(1, 1, 60)
	table := tableOf(rows, 1, 1)
	for _, r := range rows[:60] {
		r.Model = "same as old"
		rows = append(rows, r)
	}
	for separate, alpha := range map[bool]float64{true: 0.05, false: 0.05 / 3} {
		r, err := ofPredictions(rows, compare.Options{Methods: []string{"mcnemar"}, Separate: separate})
		if err != nil {
			t.Fatal(err)
		}
		want, err := infer.PairedEffect(table, infer.Options{Alpha: alpha})
		if err != nil {
			t.Fatal(err)
		}
		if got := *r.Verdicts[0].Effect; got != want {
			t.Errorf("separate %v: effect %v, want %v", separate, got, want)
		}
	}
}

// Where two models never disagree every one of McNemar's tests says so, and no error rate is that of such results.
func TestNoDisagreement(t *testing.T) {
	rows := predictionRows(1, 1, 60)
	for i := range rows {
		rows[i].Predicted = rows[i].Truth
	}
	r, err := ofPredictions(rows, compare.Options{Methods: compare.McNemarTests(), All: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := methods(r), "mcnemar-midp mcnemar-exact mcnemar"; got != want {
		t.Errorf("the methods are %s, want %s", got, want)
	}
	for _, v := range r.Verdicts {
		if !math.IsNaN(v.ErrorRate.Rate) {
			t.Errorf("%s: error rate %v, want unknown", v.Method, v.ErrorRate.Rate)
		}
		if !strings.Contains(v.Note, "the estimated variance is 0") {
			t.Errorf("%s: the note is %q, want that the variance is 0", v.Method, v.Note)
		}
	}
}

// tableOf counts the predictions of old and new on a fold.
func tableOf(rows []predictionRow, replication, fold int) (c infer.Contingency) {
	wrong := map[int][2]bool{}
	for _, r := range rows {
		if r.Replication != replication || r.Fold != fold {
			continue
		}
		w := wrong[r.Record]
		w[slices.Index([]string{"old", "new"}, r.Model)] = r.Truth != r.Predicted
		wrong[r.Record] = w
	}
	for _, w := range wrong {
		switch w {
		case [2]bool{true, true}:
			c.N00++
		case [2]bool{true, false}:
			c.N01++
		case [2]bool{false, true}:
			c.N10++
		default:
			c.N11++
		}
	}
	return c
}
