package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// scored describes a test set that models base and new are scored on.
type scored struct {
	items, clusters int // clusters 0 where every item is its own
	runs            [2]int
	numbers         bool // scores in place of right and wrong
	metrics         []metric.Metric
	models          []string // base and new if nil
}

// made returns random results, the same ones for the same argument.
func (s scored) made(t *testing.T) results.Results {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 29))
	names, clusters := make([]string, s.items), []int(nil)
	level := make([]float64, s.items)
	for i := range names {
		names[i], level[i] = fmt.Sprint("q", i), r.NormFloat64()
		if s.clusters > 0 {
			clusters = append(clusters, i%s.clusters)
		}
	}
	out, err := results.NewScores(names, clusters, s.metrics...)
	if err != nil {
		t.Fatal(err)
	}
	if s.models == nil {
		s.models = []string{"base", "new"}
	}
	for g, model := range s.models {
		for run := range s.runs[min(g, 1)] {
			shift, scores := 0.3*r.NormFloat64()+0.4*float64(g), make([]float64, s.items)
			for i := range scores {
				scores[i] = level[i] + shift + 0.6*r.NormFloat64()
				if !s.numbers {
					scores[i] = map[bool]float64{true: 1}[scores[i] > 0]
				}
			}
			if err := out.AddScores(model, fmt.Sprint("seed ", run), scores); err != nil {
				t.Fatal(err)
			}
		}
	}
	return *out
}

func runItems(t *testing.T, r results.Results, opt compare.Options) compare.Report {
	t.Helper()
	report, err := compare.Run([]results.Results{r}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// What varied chooses the procedure and what its verdict is about.
func TestRecommendedForItems(t *testing.T) {
	const these, again = "About these two models, on new items; ",
		"About the two models run again (other seeds), on new items; "
	for _, c := range []struct {
		of                scored
		opt               compare.Options
		method, about, on string
		note              string
	}{
		{scored{items: 60, runs: [2]int{1, 1}}, compare.Options{}, "mcnemar-midp", these, "a test set of 60 items.", ""},
		{scored{items: 60, runs: [2]int{1, 1}}, compare.Options{Delta: 0.1}, "item-t", these, "a test set of 60 items.", ""},
		{scored{items: 60, runs: [2]int{1, 1}, numbers: true}, compare.Options{}, "item-t", these, "a test set of 60 items.",
			""},
		{scored{items: 60, runs: [2]int{1, 1}, clusters: 20}, compare.Options{}, "cluster-t", these,
			"a test set of 60 items, in 20 clusters.", ""},
		{scored{items: 57, runs: [2]int{1, 1}, clusters: 19}, compare.Options{}, "cluster-t", these,
			"a test set of 57 items, in 19 clusters.", ""},
		{scored{items: 90, runs: [2]int{1, 1}, clusters: 10}, compare.Options{}, "cluster-t", these,
			"a test set of 90 items, in 10 clusters.", ""},
		{scored{items: 90, runs: [2]int{1, 1}, clusters: 9}, compare.Options{}, "cluster-t", these,
			"a test set of 90 items, in 9 clusters.", "9 clusters are few to learn from how clusters vary"},
		{scored{items: 80, runs: [2]int{9, 9}}, compare.Options{}, "crossed-t", again, "a test set of 80 items in 9 runs.",
			""},
		{scored{items: 80, runs: [2]int{2, 2}}, compare.Options{}, "crossed-t", again, "a test set of 80 items in 2 runs.",
			"2 runs of a model hardly show how its runs vary, so that intervals are wide; a third run helps most; the interval"},
		{scored{items: 80, runs: [2]int{2, 10}}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 2 to 10 runs.", "2 runs of a model hardly show"},
		{scored{items: 80, runs: [2]int{9, 3}}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 3 to 9 runs.", "the interval rests on "},
		{scored{items: 80, runs: [2]int{2, 5}}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 2 to 5 runs.", "2 runs of a model hardly show how its runs vary"},
		{scored{items: 80, runs: [2]int{3, 3}}, compare.Options{}, "crossed-t", again, "a test set of 80 items in 3 runs.",
			"the interval rests on "},
		{scored{items: 80, runs: [2]int{2, 2}}, compare.Options{PairedRuns: true}, "crossed-t", again,
			"a test set of 80 items in 2 runs.", "2 runs of a model hardly show"},
		{scored{items: 80, runs: [2]int{9, 9}, clusters: 10}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 9 runs, in 10 clusters.", ""},
		{scored{items: 80, runs: [2]int{9, 9}, clusters: 8}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 9 runs, in 8 clusters.", "8 clusters are few"},
		{scored{items: 80, runs: [2]int{2, 2}, clusters: 40}, compare.Options{}, "crossed-t", again,
			"a test set of 80 items in 2 runs, in 40 clusters.", "2 runs of a model hardly show"},
		{scored{items: 60, runs: [2]int{1, 3}}, compare.Options{}, "item-t", these, "a test set of 60 items in 1 to 3 runs.",
			"only one of the models has several runs"},
		{scored{items: 60, runs: [2]int{3, 3}}, compare.Options{Methods: []string{"item-t"}}, "item-t", these,
			"a test set of 60 items in 3 runs.", "runs are averaged and taken as they are"},
		{scored{items: 60, runs: [2]int{1, 1}, clusters: 30}, compare.Options{Methods: []string{"item-t"}}, "item-t", these,
			"a test set of 60 items, in 30 clusters.", "items in 30 clusters are taken as independent"},
		{scored{items: 60, runs: [2]int{1, 1}, clusters: 30}, compare.Options{Methods: []string{"mcnemar-midp"}},
			"mcnemar-midp", these, "a test set of 60 items, in 30 clusters.", "items in 30 clusters are taken as independent"},
	} {
		v := runItems(t, c.of.made(t), c.opt).Verdicts[0]
		if v.Method != c.method || v.Recommended != (c.opt.Methods == nil) || v.Recommended != (v.Why != "") {
			t.Errorf("%+v: got %s, recommended %t as %q; want %s", c.of, v.Method, v.Recommended, v.Why, c.method)
		}
		if got, want := v.Scope(), c.about+"measured on "+c.on; got != want {
			t.Errorf("%+v: got %q, want %q", c.of, got, want)
		}
		if !strings.HasPrefix(v.Note, c.note) || c.note == "" && v.Note != "" {
			t.Errorf("%+v: got the note %q, want %q first", c.of, v.Note, c.note)
		}
	}
}

// The verdicts are the results of package items.
func TestItemTests(t *testing.T) {
	r := scored{items: 50, runs: [2]int{3, 3}, clusters: 25, numbers: true}.made(t)
	opt := compare.Options{All: true, Alpha: 0.1, Delta: 0.05, Alternative: infer.Greater}
	report := runItems(t, r, opt)
	methods := []string{}
	for _, v := range report.Verdicts {
		methods = append(methods, v.Method)
		i := slices.IndexFunc(items.Tests(), func(t items.Test) bool { return t.Name == v.Method })
		if i < 0 {
			t.Fatalf("got %s, want a test of items", v.Method)
		}
		asked := infer.Options{Alpha: 0.1, Delta: 0.05, Alternative: infer.Greater}
		run := items.Tests()[i].Run
		if v.Method == "bca" {
			run = func(s items.Sample, o infer.Options) (infer.Result, error) {
				return items.BCa(s.Parts(), metric.RatioOfSums("score"), o, 9999, 1)
			}
		}
		want, err := run(r.Sample(0, 1, false), asked)
		if err != nil {
			t.Fatal(err)
		}
		same(t, v.Method+": p", v.PValue, want.PValue)
		same(t, v.Method+": low", v.Low, min(want.CI.Low, max(want.CI.Low, v.Low)))
		same(t, v.Method+": estimate", v.Estimate, want.Estimate)
	}
	if want := []string{"crossed-t", "item-t", "cluster-t", "bca"}; !slices.Equal(methods, want) {
		t.Errorf("got %q, want %q", methods, want)
	}
	left := strings.Join(report.LeftOut, "\n")
	want := "mcnemar-midp left out: it needs one run and draw of each model, each item right or wrong"
	if !strings.Contains(left, want) || strings.Contains(left, "bcv-t") {
		t.Errorf("got %q, want %q and no test of folds", left, want)
	}
}

// Of an accuracy, and of a loss of 0 and 1, McNemar's tests say the same, each in its direction.
func TestMcNemarOfItems(t *testing.T) {
	right := [2][]float64{{1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1}, {1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1}}
	wrong := metric.Metric{Name: "wrong", Max: 1, Percent: true}
	table := infer.Contingency{N00: 1, N01: 5, N10: 1, N11: 5}
	for _, loss := range []bool{false, true} {
		names := make([]string, len(right[0]))
		for i := range names {
			names[i] = fmt.Sprint(i)
		}
		var metrics []metric.Metric
		if loss {
			metrics = []metric.Metric{wrong}
		}
		r, err := results.NewScores(names, nil, metrics...)
		if err != nil {
			t.Fatal(err)
		}
		for g, scores := range right {
			scores = slices.Clone(scores)
			for i := range scores {
				if loss {
					scores[i] = 1 - scores[i]
				}
			}
			if err := r.AddScores([]string{"base", "new"}[g], "", scores); err != nil {
				t.Fatal(err)
			}
		}
		for _, side := range []infer.Alternative{infer.TwoSided, infer.Greater, infer.Less} {
			v := runItems(t, *r, compare.Options{Alternative: side, Alpha: 0.2, Rope: 0.05}).Verdicts[0]
			inErrors, sign := side, 1.0
			if !loss {
				inErrors, sign = []infer.Alternative{infer.TwoSided, infer.Less, infer.Greater}[side], -1
			}
			opt := infer.Options{Alternative: inErrors, Alpha: 0.2}
			want, err := infer.McNemarMidP(table, opt)
			if err != nil {
				t.Fatal(err)
			}
			effect, err := infer.PairedEffect(table, opt)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("loss %t, %s: ", loss, side)
			low, high := effect.DifferenceCI.Low, effect.DifferenceCI.High
			if !loss {
				low, high = -high, -low
			}
			same(t, name+"method", v.Method, "mcnemar-midp")
			same(t, name+"p", v.PValue, want.PValue)
			same(t, name+"estimate", v.Estimate, sign*want.Estimate)
			same(t, name+"alternative", v.Alternative, side)
			same(t, name+"low", v.Low, low)
			same(t, name+"high", v.High, high)
			same(t, name+"table", *v.Counts, table)
			same(t, name+"effect", *v.Effect, effect)
			same(t, name+"assumptions", strings.HasPrefix(v.Assumptions, "one test set, items independent; "), true)
			of := table
			if loss {
				of.N01, of.N10 = of.N10, of.N01
			}
			post, err := items.NewPairedPosterior(of, 1)
			if err != nil {
				t.Fatal(err)
			}
			ends := post.Interval(0.8)
			switch side { // the interval ends where a probability of 20% lies beyond
			case infer.Greater:
				ends = infer.Interval{Low: post.Interval(0.6).Low, High: math.Inf(1)}
			case infer.Less:
				ends = infer.Interval{Low: math.Inf(-1), High: post.Interval(0.6).High}
			}
			got := v.Described.Estimate
			apart := func(a, b float64) bool { return a != b && !(math.Abs(a-b) <= 1e-11) }
			if apart(got.Low, ends.Low) || got.Mid != post.Mean() || apart(got.High, ends.High) {
				t.Errorf("%sposterior: %v, want %v around %v", name, got, ends, post.Mean())
			}
			same(t, name+"described by", v.Described.Method, "dirichlet")
			same(t, name+"the new one is probably better", v.PBetter > 0.9 && v.PBetter < 1, true)
			same(t, name+"near", math.Abs(v.PRope-(post.Above(-0.05)-post.Above(0.05))) < 1e-12, true)
			winner := ""
			if want.Reject {
				winner = "new"
			}
			same(t, name+"winner", v.Winner, winner)
		}
	}
}

// Runs of the same name belong together where that is said, in whatever order they stand.
func TestPairedRuns(t *testing.T) {
	r := scored{items: 30, runs: [2]int{3, 3}, numbers: true}.made(t)
	turned, err := results.NewScores(r.Units.Names, nil)
	if err != nil {
		t.Fatal(err)
	}
	for g, order := range [][]int{{0, 1, 2}, {2, 0, 1}} {
		for _, run := range order {
			if err := turned.AddScores(r.Models[g], r.Units.Runs[g][run], r.Units.Of(g, run)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, of := range []results.Results{r, *turned} {
		v := runItems(t, of, compare.Options{PairedRuns: true}).Verdicts[0]
		want, err := items.CrossedT(r.Sample(0, 1, true), infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "p with paired runs", v.PValue, want.PValue)
		alone := runItems(t, of, compare.Options{}).Verdicts[0]
		same(t, "pairs change the p-value", alone.PValue != v.PValue, true)
	}
}

// Several models are compared pair by pair, with simultaneous intervals.
func TestSeveralModelsOnItems(t *testing.T) {
	r := scored{items: 90, runs: [2]int{1, 1}, numbers: true, models: []string{"a", "b", "c"}}.made(t)
	report := runItems(t, r, compare.Options{})
	same(t, "verdicts", len(report.Verdicts), 3)
	want, err := items.ItemT(r.Sample(0, 2, false), infer.Options{Alpha: 0.05 / 3})
	if err != nil {
		t.Fatal(err)
	}
	v := report.Verdicts[1]
	same(t, "A and B", v.ModelA+v.ModelB, "ac")
	same(t, "low", v.Low, want.CI.Low)
	same(t, "high", v.High, want.CI.High)
	same(t, "adjusted", v.Adjusted, "all pairs (Holm)")
	const last = "\nAbout these models, on new items; measured on a test set of 90 items.\nFalse alarms of item-t: up to 21.9% on " +
		"simulated scores of items (fewer than 100\nitems).\nTo put the models in order, rank them."
	if got := report.Text(); !strings.HasSuffix(got, last) {
		t.Errorf("got %q, want %q last", got, last)
	}
}

// A verdict keeps no copy of the scores: of ten models there are 45.
func TestVerdictsKeepNoScores(t *testing.T) {
	numtest.NotRaced(t)
	r := scored{items: 20_000, runs: [2]int{5, 5}, models: []string{"a", "b", "c", "d", "e", "f", "g", "h"}}.made(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	out, err := compare.Run([]results.Results{r}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 8<<20 {
		t.Errorf("%d MiB kept for %d verdicts", kept>>20, len(out.Verdicts))
	}
	runtime.KeepAlive(out)
}

func TestItemsRefused(t *testing.T) {
	one := scored{items: 30, runs: [2]int{1, 1}}.made(t)
	uneven := scored{items: 30, runs: [2]int{2, 3}}.made(t)
	other, err := results.NewScores([]string{"a", "b"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"base", "new"} {
		for _, run := range []string{"1", model} {
			if err := other.AddScores(model, run, []float64{1, 0}); err != nil {
				t.Fatal(err)
			}
		}
	}
	set, err := cv.New(cv.BCV, 20, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	folds := results.New(set)
	for i, f := range set.Folds() {
		for g, model := range []string{"base", "new"} {
			if err := folds.Add(f, model, float64(i+g*i*i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		of   results.Results
		opt  compare.Options
		want string
	}{
		{one, compare.Options{PairedRuns: true},
			`paired runs need two runs or more, the same of both models; "base" has the runs ["seed 0"]`},
		{uneven, compare.Options{PairedRuns: true}, `"new" has ["seed 0" "seed 1" "seed 2"]`},
		{*other, compare.Options{PairedRuns: true}, `"base" has the runs ["1" "base"], and "new" has ["1" "new"]`},
		{*folds, compare.Options{PairedRuns: true},
			"is for models on the items of a test set, and the verdicts are by bcv-t on 2 x 2 BCV"},
		{one, compare.Options{Methods: []string{"crossed-t"}},
			"crossed-t needs 2 or more runs of each model; the scores come from a test set of 30 items"},
		{one, compare.Options{Methods: []string{"cluster-t"}}, "cluster-t needs 2 or more clusters; the scores"},
		{one, compare.Options{Methods: []string{"bcv-t"}},
			`bcv-t is a test for folds; the scores come from a test set of 30 items; use one of mcnemar-midp, `},
		{one, compare.Options{Methods: []string{"paired"}},
			"paired needs values on the folds of several training sets; these are values of accuracy on a"},
		{one, compare.Options{Methods: []string{"kfold-mcnemar"}},
			"kfold-mcnemar needs predictions of the records on one K-fold CV; "},
		{uneven, compare.Options{Methods: []string{"mcnemar"}},
			"mcnemar needs one run and draw of each model, each item right or wrong; the scores come from"},
		{one, compare.Options{Metrics: []string{"nonsense"}}, `no metric "nonsense"; the metrics are "accuracy"`},
		{one, compare.Options{HalfWidth: -1}, "half width is -1"},
		{one, compare.Options{HalfWidth: math.Inf(1)}, "half width is +Inf"},
		{one, compare.Options{HalfWidth: math.NaN()}, "half width is NaN"},
		{one, compare.Options{Rope: 0.01, Methods: []string{"item-t"}},
			"a rope is for a posterior, as paired and correlated-t on folds, and the verdicts are by item-t on a test set of 30"},
	} {
		if _, err := compare.Run([]results.Results{c.of}, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// The ledger is that of package items; its words name the models.
func TestLedger(t *testing.T) {
	r := scored{items: 60, runs: [2]int{4, 4}, numbers: true}.made(t)
	v := runItems(t, r, compare.Options{Alpha: 0.1}).Verdicts[0]
	l, ok := v.Ledger()
	of, err := items.LedgerOf(r.Sample(0, 1, false))
	if !ok || err != nil {
		t.Fatalf("no ledger of items in several runs: %v", err)
	}
	same(t, "half width", l.HalfWidth, of.HalfWidth(0.1))
	same(t, "half width and interval", math.Abs(l.HalfWidth-(v.High-v.Low)/2) < 1e-9, true)
	same(t, "wanted", l.Wanted, l.HalfWidth/2)
	sum := 0.0
	for i, s := range of.Shares(0.05, 4000, 1) {
		same(t, s.Name+": share", l.Shares[i].Estimate, s.Estimate)
		sum += l.Shares[i].Mid
	}
	same(t, "shares add up to 1", math.Abs(sum-1) < 1e-9, true)
	buy, err := of.Buy(l.Wanted, 0.1)
	var want []verdict.Purchase
	for _, b := range buy {
		want = append(want, verdict.Purchase{Factor: b.Factor, Now: b.Now, More: &b.More})
		if b.Never {
			want[len(want)-1].More = nil
		}
	}
	if err != nil || !reflect.DeepEqual(l.Buy, want) {
		t.Errorf("got %v, want %v (%v)", l.Buy, want, err)
	}
	text := v.MadeOf()
	for _, want := range []string{"runs of base ", "runs of new ", "items ", "% (", "\nFor a half width of "} {
		if !strings.Contains(text, want) {
			t.Errorf("got %q, want %q in it", text, want)
		}
	}
	wide := runItems(t, r, compare.Options{HalfWidth: 100}).Verdicts[0]
	if got := wide.MadeOf(); !strings.HasSuffix(got, "): it is reached.") {
		t.Errorf("got %q, want that it is reached", got)
	}
	narrow := runItems(t, r, compare.Options{HalfWidth: 1e-9}).Verdicts[0]
	if got := narrow.MadeOf(); !strings.HasSuffix(got, ": no one of them alone gives it.") {
		t.Errorf("got %q, want that nothing alone gives it", got)
	}
	for _, of := range []struct {
		results.Results
		opt compare.Options
	}{
		{scored{items: 60, runs: [2]int{1, 1}}.made(t), compare.Options{}},
		{r, compare.Options{Methods: []string{"item-t"}}},
		{scored{items: 60, clusters: 20, runs: [2]int{4, 4}}.made(t), compare.Options{Methods: []string{"cluster-t"}}},
	} {
		v := runItems(t, of.Results, of.opt).Verdicts[0]
		if _, ok := v.Ledger(); ok || v.MadeOf() != "" {
			t.Errorf("%s has a ledger, want none", v.Method)
		}
	}
	clusters := runItems(t, scored{items: 60, clusters: 20, runs: [2]int{1, 1}}.made(t), compare.Options{}).Verdicts[0]
	if got := clusters.MadeOf(); !strings.Contains(got, "clusters") || strings.Contains(got, "runs") {
		t.Errorf("got %q, want clusters and no runs", got)
	}
}

// Values on folds that are means over runs are about other seeds, too.
func TestRunsOnFolds(t *testing.T) {
	set, err := cv.New(cv.BCV, 20, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var runs []results.Results
	for s := range 2 {
		r := results.New(set)
		for i, f := range set.Folds() {
			for g, model := range []string{"base", "new"} {
				if err := r.Add(f, model, float64((i+s)*(i+s)%5)+float64(g*i)); err != nil {
					t.Fatal(err)
				}
			}
		}
		runs = append(runs, *r)
	}
	joined, err := results.JoinRuns([]string{"1", "2"}, runs)
	if err != nil {
		t.Fatal(err)
	}
	const want = "About the algorithms, trained on other samples of 10 records, with other seeds; measured on " +
		"3 x 2 BCV of 20 records in 2 runs."
	report := runItems(t, joined, compare.Options{})
	same(t, "scope", report.Verdicts[0].Scope(), want)
	same(t, "one run", runItems(t, runs[0], compare.Options{}).Verdicts[0].Scope(),
		"About the algorithms, trained on other samples of 10 records; measured on 3 x 2 BCV of 20 records.")
}

// What is wrong with the scores themselves is an error, not a verdict.
func TestOneItem(t *testing.T) {
	r, err := results.NewScores([]string{"only"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"base", "new"} {
		if err := r.AddScores(model, "", []float64{0.5}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = compare.Run([]results.Results{*r}, compare.Options{})
	if want := "items: the number of items is 1; a variance takes at least 2"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// On an m x 2 CV in several runs the ledger has the half width of the verdict, and needs records or inner folds.
func TestLedgerOfFolds(t *testing.T) {
	rows := "replication,fold,run,record,truth,a,b\n"
	for j := 1; j <= 3; j++ {
		for i := range 40 {
			for run := 1; run <= 2; run++ {
				a := []string{"x", "y"}[(i/3+j)%2]
				if run == 2 {
					a = ""
				}
				rows += fmt.Sprintf("%d,%d,%d,%d,x,%s,%s\n", j, 1+(i+i/8*j)%2, run, i, a, []string{"x", "y"}[(i*i+run*j)%5%2])
			}
		}
	}
	all, err := results.Parse("runs.csv", strings.NewReader(rows), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Run(all, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	l, ok := v.Ledger()
	if !ok {
		t.Fatal("no ledger")
	}
	if want := (v.High - v.Low) / 2; math.Abs(l.HalfWidth-want) > 1e-12 || l.Wanted != l.HalfWidth/2 {
		t.Errorf("half width %v, wanted %v, want %v and half of it", l.HalfWidth, l.Wanted, want)
	}
	var names []string
	for _, s := range l.Shares {
		names = append(names, s.Name)
	}
	if want := []string{"records", "training sets", "seeds"}; !slices.Equal(names, want) {
		t.Errorf("shares of %q, want %q", names, want)
	}
	if text := v.MadeOf(); !strings.Contains(text, "seeds") {
		t.Errorf("made of %q, want the seeds", text)
	}
	all[0].Runs = nil
	if r, err = compare.Run(all, compare.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Verdicts[0].Ledger(); ok {
		t.Error("a ledger of one run on folds")
	}
}

// labelled returns three classes of items with labels of models a and b in 2 runs, in 20 clusters.
func labelled(t *testing.T) results.Results {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 29))
	text := "item,cluster,model,run,truth,label\n"
	for g, model := range []string{"a", "b"} {
		for run := range 2 {
			for i := range 60 {
				truth := i % 3
				label := truth
				if r.Float64() > 0.6+0.15*float64(g) {
					label = r.IntN(3)
				}
				text += fmt.Sprintf("%d,%d,%s,%d,%c,%c\n", i, i%20, model, run, 'x'+truth, 'x'+label)
			}
		}
	}
	rs, err := results.Parse("labels.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs[0]
}

// A score of the whole test set is compared by the tests of package items for it.
func TestWholeScores(t *testing.T) {
	numtest.NotRaced(t)
	r := labelled(t)
	macro, err := r.Computed("f1_macro")
	if err != nil {
		t.Fatal(err)
	}
	parts, w, err := macro.SumsOf(0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	whole, opt := *w, infer.Options{}
	linear, err := parts.Linearized(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]func() (infer.Result, error){
		"crossed-t":     func() (infer.Result, error) { return items.CrossedT(linear, opt) },
		"linearized-t":  func() (infer.Result, error) { return items.LinearizedT(parts, whole, opt) },
		"randomization": func() (infer.Result, error) { return items.Randomization(parts, whole, opt, 9999, 1) },
		"bca":           func() (infer.Result, error) { return items.BCa(parts, whole, opt, 9999, 1) },
	}
	report := runItems(t, r, compare.Options{Metrics: []string{"f1_macro"}, All: true})
	same(t, "procedures", len(report.Verdicts), len(want))
	same(t, "recommended", report.Verdicts[0].Method, "crossed-t")
	for _, v := range report.Verdicts {
		result, err := want[v.Method]()
		if err != nil {
			t.Fatal(err)
		}
		same(t, v.Method+": p", v.PValue, result.PValue)
		same(t, v.Method+": estimate", math.Abs(v.Estimate-(v.B-v.A)) < 1e-12, true)
		same(t, v.Method+": about", v.Target, map[bool]verdict.Target{true: verdict.ModelsAgain,
			false: verdict.TheseModels}[v.Method == "crossed-t"])
		same(t, v.Method+": interval", !math.IsNaN(v.Low), v.Method != "randomization")
		if strings.Contains(v.Note, "independent") {
			t.Errorf("%s: got the note %q, want none about independent items", v.Method, v.Note)
		}
	}
	accuracy := runItems(t, r, compare.Options{}).Verdicts
	same(t, "metric where none is named", accuracy[0].Metric.Name, "accuracy")
	if _, ok := report.Verdicts[0].Ledger(); !ok {
		t.Error("no ledger of a score of the whole in runs, want one")
	}
}

// The known error of cluster-t goes by what clusters are worth, not by their number: 2 of 50 items beside 50 of one are
// worth 4.4 equal ones.
func TestKnownErrorOfDominatingClusters(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for name, c := range map[string]struct {
		cluster func(i int) int
		want    string
	}{
		"2 of 50": {func(i int) int { return max(i/50, i-98) }, "(recommended, clusters worth fewer than 10)"},
		"equal":   {func(i int) int { return i / 3 }, "(recommended)"},
	} {
		names, clusters := make([]string, 150), make([]int, 150)
		for i := range names {
			names[i], clusters[i] = fmt.Sprint(i), c.cluster(i)
		}
		of, err := results.NewScores(names, clusters)
		if err != nil {
			t.Fatal(err)
		}
		for _, model := range []string{"a", "b"} {
			scores := make([]float64, len(names))
			for i := range scores {
				scores[i] = r.NormFloat64()
			}
			if err := of.AddScores(model, "", scores); err != nil {
				t.Fatal(err)
			}
		}
		report, err := compare.Run([]results.Results{*of}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Verdicts[0].ErrorRate.On; !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: error found on %q, want %q", name, got, c.want)
		}
		gate, err := compare.Gate([]results.Results{*of}, compare.GateOptions{Base: "a", Candidate: "b", Margin: 0.5},
			compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := gate.Of[0].AboutError(); !strings.Contains(got, "one-sided, cluster-t raised false alarms in up to ") {
			t.Errorf("%s: gate %q, want the error of one side", name, got)
		}
	}
}
