package compare_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// itemsOf returns the items of two models, a and b, of which value gives the columns beside item and model.
func itemsOf(t *testing.T, columns string, n int, value func(model, item int) string) []results.Results {
	t.Helper()
	text := "item,model," + columns + "\n"
	for i := range n {
		for model, name := range []string{"a", "b"} {
			text += fmt.Sprintf("q%d,%s,%s\n", i, name, value(model, i))
		}
	}
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	rs, err := results.Read([]string{path}, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Samples on which a test of items is known to err have a note that says so.
func TestItemNotes(t *testing.T) {
	sizes := func(large, clusters int) func(model, item int) string {
		return func(model, item int) string {
			c := 0
			if item >= large {
				c = 1 + (item-large)%(clusters-1)
			}
			return fmt.Sprintf("%d,c%d", (item*7+model*item*item)%13, c)
		}
	}
	outlier := func(far int) func(model, item int) string {
		return func(model, item int) string {
			return fmt.Sprint(model*item%2 + map[bool]int{true: far}[model == 1 && item == 0])
		}
	}
	labels := func(rare int) func(model, item int) string {
		return func(model, item int) string {
			truth := map[bool]string{true: "x", false: "y"}[item < rare]
			if label := map[bool]string{true: "x", false: "z"}[item%2 == model]; item%3 == 0 {
				return truth + "," + label
			}
			return truth + "," + truth
		}
	}
	for _, c := range []struct {
		columns         string
		n               int
		value           func(model, item int) string
		metric, method  string
		note, otherwise string // the whole note, or empty for a part that no note has
	}{
		{"score,cluster", 100, sizes(60, 21), "", "", "clusters are of unequal size: 21 of them are worth ", ""},
		{"score,cluster", 100, sizes(5, 21), "", "", "", "clusters"},
		{"score", 100, outlier(30), "", "", "the differences of 100 items are skewed (", ""},
		{"score", 200, outlier(30), "", "", "", "skewed"},
		{"score", 100, outlier(0), "", "item-t", "", "skewed"},
		{"truth,label", 100, labels(19), "mcc", "", "one class has only 19 items, too few for a linear approximation", ""},
		{"truth,label", 100, labels(20), "mcc", "", "", "one class"},
		{"truth,label", 49, labels(20), "mcc", "bca", "fewer than 50 units to draw from", ""},
		{"truth,label", 50, labels(20), "mcc", "bca", "", "units"},
		{"truth,label", 100, labels(40), "balanced accuracy", "",
			"the mean of the recalls is over 2 of 3 classes, those that are the truth of items", ""},
		{"truth,label", 100, labels(40), "mcc", "", "", "recalls"},
	} {
		var opt compare.Options
		if c.metric != "" {
			opt.Metrics = []string{c.metric}
		}
		if c.method != "" {
			opt.Methods = []string{c.method}
		}
		r, err := compare.Run(itemsOf(t, c.columns, c.n, c.value), opt)
		if err != nil {
			t.Fatal(err)
		}
		note := r.Verdicts[0].Note
		if !strings.HasPrefix(note, c.note) || c.otherwise != "" && strings.Contains(note, c.otherwise) {
			t.Errorf("%d items by %q: got the note %q, want %q and not %q", c.n, c.metric, note, c.note, c.otherwise)
		}
	}
}

// The checks of a score of the whole have errors of their own, of the cells with as many items of a class.
func TestErrorOfChecks(t *testing.T) {
	rows := stored(t, "items_summary")
	for _, method := range []string{"linearized-t", "randomization", "bca"} {
		for rare, scope := range map[int]string{19: "recommended, fewer than 20 positives", 20: "recommended"} {
			rs := itemsOf(t, "truth,label", 60, func(model, item int) string {
				truth := map[bool]string{true: "x", false: "y"}[item < rare]
				return truth + "," + map[bool]string{true: "x", false: truth}[item%4 == model]
			})
			r, err := compare.Run(rs, compare.Options{Metrics: []string{"mcc"}, Methods: []string{method}})
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(rows, func(row map[string]string) bool {
				return row["procedure"] == method && row["scope"] == scope && row["kind"] == "MCC"
			})
			if got, want := r.Verdicts[0].ErrorRate.Rate, number(t, rows[i]["worst_two_sided"]); got != want {
				t.Errorf("%s with %d items of a class errs in %v, want %v as stored", method, rare, got, want)
			}
		}
	}
}

// Models that agree on all items have an interval, and a gate: nothing shows that they differ, and many items show that
// they hardly can.
func TestGateOfEqualModels(t *testing.T) {
	same := func(_, item int) string { return fmt.Sprint(item % 2) }
	number := func(_, item int) string { return fmt.Sprint(item) }
	for _, c := range []struct {
		n       int
		value   func(model, item int) string
		outcome verdict.Outcome
		high    float64
	}{
		{1000, same, verdict.NonInferior, 3.8414588 / 1003.8414588}, // z²/(n + z²)
		{20, same, verdict.Undecided, 3.8414588 / 23.8414588},
		{20, number, verdict.Undecided, math.NaN()},
	} {
		rs := itemsOf(t, "score", c.n, c.value)
		r, err := compare.Run(rs, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := compare.Gate(rs, compare.GateOptions{Base: rs[0].Models[0], Candidate: rs[0].Models[1], Margin: 0.01},
			compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if g.Outcome != c.outcome {
			t.Errorf("%d items: got %s, want %s", c.n, g.Outcome, c.outcome)
		}
		v := r.Verdicts[0]
		if v.PValue != 1 || v.Winner != "" {
			t.Errorf("%d items: p = %v and the winner %q, want 1 and none", c.n, v.PValue, v.Winner)
		}
		if d := v.High - c.high; math.Abs(d) > 1e-8 || math.IsNaN(v.High) != math.IsNaN(c.high) {
			t.Errorf("%d items: the interval ends at %v, want %v", c.n, v.High, c.high)
		}
		if known := !math.IsNaN(c.high); known != strings.Contains(v.Headline(), " (95% interval of b minus a -") {
			t.Errorf("%d items: %q", c.n, v.Headline())
		}
		if strings.Contains(v.Assumptions, ".;") {
			t.Errorf("%d items: %q", c.n, v.Assumptions)
		}
	}
}

// Several test sets of models that nobody trains are about these models, on other data sets.
func TestDatasetsOfItems(t *testing.T) {
	r, err := compare.Run(itemsOf(t, "score,dataset", 60, func(model, item int) string {
		return fmt.Sprintf("%d,D%d", (item*item/6+model*item)%7, item%6)
	}), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Text(); strings.Contains(text, "algorithms") ||
		!strings.Contains(text, "About these two models, on other data sets; measured on 6 data sets.") {
		t.Errorf("got %q", text)
	}
}

// Data sets of one task have one metric, also where the scores of one happen to be 0 and 1.
func TestOneMetricOfDatasets(t *testing.T) {
	rs := itemsOf(t, "score,dataset,task", 12, func(model, item int) string {
		return fmt.Sprintf("%d,D%d,%s", (item+model)%2+2*(item%2)*((item/2)%2), item%2, []string{"one", "two"}[item/2%2])
	})
	for _, r := range rs {
		want := map[string]string{"one": "accuracy", "two": "score"}[r.Key.Task]
		if got := r.Metrics[0].Name; got != want {
			t.Errorf("%s: got the metric %s, want %s", r.Key, got, want)
		}
	}
}

// Pairs with several runs of both models, and pairs without, say by which procedure they are about what.
func TestScopesOfMixedRuns(t *testing.T) {
	r := runItems(t, scored{items: 60, runs: [2]int{1, 3}, models: []string{"a", "b", "c"}}.made(t), compare.Options{})
	for _, want := range []string{"on new items (by crossed-t); measured",
		"About these models, on new items (by item-t); "} {
		if !strings.Contains(unwrapped(r.Text()), want) {
			t.Errorf("%q lacks %q", r.Text(), want)
		}
	}
}

// Each model has an interval by itself: Wilson's for right and wrong, else the one of the test of its mean.
func TestModelsOnItems(t *testing.T) {
	for _, c := range []struct {
		of     scored
		method string
		target verdict.Target
	}{
		{scored{items: 60, runs: [2]int{1, 1}}, "wilson", verdict.TheseModels},
		{scored{items: 60, runs: [2]int{1, 1}, numbers: true}, "item-t", verdict.TheseModels},
		{scored{items: 60, runs: [2]int{1, 1}, clusters: 20}, "cluster-t", verdict.TheseModels},
		{scored{items: 60, runs: [2]int{3, 3}}, "crossed-t", verdict.ModelsAgain},
	} {
		r := runItems(t, c.of.made(t), compare.Options{Alpha: 0.1})
		models, v := r.Models, r.Verdicts[0]
		if len(models) != 2 {
			t.Fatalf("%+v: %d intervals, want 2", c.of, len(models))
		}
		for i, m := range models {
			mean := []float64{v.A, v.B}[i]
			if m.Method != c.method || m.Target != c.target {
				t.Errorf("%+v: got %s about %s; want %s about %s", c.of, m.Method, m.Target, c.method, c.target)
			}
			if math.Abs(m.Mid-mean) > 1e-12 || m.Level != 0.9 {
				t.Errorf("%+v: got %v of level %v; want %v of level 0.9", c.of, m.Mid, m.Level, mean)
			}
			if !(m.Low < m.Mid && m.Mid < m.High) {
				t.Errorf("%+v: %v lies outside of %v to %v", c.of, m.Mid, m.Low, m.High)
			}
			if c.method != "wilson" { // its ends are where p is 1.6449 standard errors from the share
				continue
			}
			for _, p := range []float64{m.Low, m.High} {
				if z := math.Abs(m.Mid-p) / math.Sqrt(p*(1-p)/60); math.Abs(z-1.6448536) > 1e-6 {
					t.Errorf("%v is %v standard errors from %v, want 1.6448536", p, z, m.Mid)
				}
			}
		}
	}
}
