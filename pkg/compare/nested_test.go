package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// nested returns losses of models on a nested set of 24 records: a 3 x 2 BCV with r inner replications in
// the halves of 4 half-splits. Without spread, all inner losses of a model are equal.
func nested(t testing.TB, r int, spread float64, models ...string) results.Results {
	t.Helper()
	return nestedOf(t, 3, 4, r, spread, models...)
}

// nestedOf is nested with m replications and this many half-splits.
func nestedOf(t testing.TB, m, halves, r int, spread float64, models ...string) results.Results {
	t.Helper()
	outer, err := cv.New(cv.BCV, 24, cv.Options{M: m, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, halves, r, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	filled := func(set cv.Set, spread float64) results.Results {
		out := results.New(set)
		for i, model := range models {
			for _, fold := range set.Folds() {
				if err := out.Add(fold, model, 0.3+0.05*float64(i)+spread*rng.NormFloat64()); err != nil {
					t.Fatal(err)
				}
			}
		}
		return *out
	}
	of, err := filled(set.Outer, 0.02).WithInner(filled(set.Inner, spread), set)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// With inner results nested-t decides between two models, and posteriors and intervals take them into account.
func TestNested(t *testing.T) {
	of := nested(t, 2, 0.04, "a", "b")
	r, err := compare.Run([]results.Results{of}, compare.Options{Rope: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if !math.IsNaN(v.ErrorRate.Rate) {
			t.Errorf("error rate %v, want none: the study had 10 half-splits", v.ErrorRate)
		}
		if v.Method != "nested-t" || !v.Recommended || !strings.Contains(v.Why, "inner results") {
			t.Errorf("method %q, recommended %v, because %q; want nested-t", v.Method, v.Recommended, v.Why)
		}
		a, b := slices.Index(of.Models, v.ModelA), slices.Index(of.Models, v.ModelB)
		d, err := of.Pair(a, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		pairs, err := d.Pairs()
		if err != nil {
			t.Fatal(err)
		}
		want, err := paired.NewNested(pairs, d.Inner(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if e, _ := want.Estimate(v.Level); v.Described.Estimate != e {
			t.Errorf("described by %+v, want %+v", v.Described.Estimate, e)
		}
	}
	for model := range of.Models {
		var folds [][2]float64
		for _, row := range of.Values[0].Rows(model) {
			folds = append(folds, [2]float64(row))
		}
		p, err := paired.NewNested(folds, of.Inner.Of(0, model), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := p.Estimate(0.95)
		found := slices.ContainsFunc(r.Models, func(m verdict.ModelInterval) bool {
			return m.Model == of.Models[model] && m.Target == verdict.Algorithms && m.Estimate == want &&
				math.IsNaN(m.Coverage.Mean)
		})
		if !found {
			t.Errorf("intervals %+v; want %+v for %s, of unknown coverage", r.Models, want, of.Models[model])
		}
	}
}

// One inner replication, or halves that do not differ, leave bcv-t and the posterior of the folds.
func TestNestedThatSaysNothing(t *testing.T) {
	for what, of := range map[string]results.Results{
		"with one replication are left out": nested(t, 1, 0.04, "a", "b"),
		"of a and b differ equally in both": nested(t, 2, 0, "a", "b"),
	} {
		r, err := compare.Run([]results.Results{of}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Method != "bcv-t" {
			t.Errorf("%s: method %q, want bcv-t", what, v.Method)
		}
		if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], what) {
			t.Errorf("notes %q, want one with %q", r.Notes, what)
		}
		plain := of
		plain.Inner = nil
		without, err := compare.Run([]results.Results{plain}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := without.Trust(); !slices.Contains(got, trustIn("bcv-t")) {
			t.Errorf("without inner results: trust %q, want %q", got, trustIn("bcv-t"))
		}
		if v.Described != without.Verdicts[0].Described {
			t.Errorf("%s: described by %+v, want %+v", what, v.Described, without.Verdicts[0].Described)
		}
	}
}

// The posterior says that halves measured the variance; its error rate is that of no stored study.
func TestNestedPosterior(t *testing.T) {
	of := nested(t, 2, 0.04, "a", "b")
	for _, c := range []struct {
		prior paired.Prior
		want  string
	}{{nil, "in halves of them; prior of the correlations: " + paired.NestedPrior.String()},
		{paired.Fixed{Rho1: 0.1, Rho2: 0.2}, "in halves of them; prior of the correlations: rho1 = 0.1, rho2 = 0.2"}} {
		r, err := compare.Run([]results.Results{of}, compare.Options{Methods: []string{"paired"}, Prior: c.prior})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; !strings.Contains(v.Assumptions, c.want) || !math.IsNaN(v.ErrorRate.Rate) {
			t.Errorf("assumptions %q, want %q; error rate %v, want none", v.Assumptions, c.want, v.ErrorRate.Rate)
		}
	}
}

// With the half-splits of the study the verdict has the error of its own rule, by the kind of metric and the sides.
func TestNestedErrors(t *testing.T) {
	of := nestedOf(t, 3, 10, 2, 0.04, "a", "b")
	for _, c := range []struct {
		opt    compare.Options
		metric string
		want   []string
	}{
		{compare.Options{}, "error", []string{"nested-t raised false alarms in up to 9.0% (+- 1.2) at the nominal 5%",
			"; false alarms by error rates 5.0% on average and 7.4% (+- 0.83) in the worst of 36 conditions of 300 data sets or more (95% " +
				"intervals held the difference in 95.0%, at worst 92.6%) (study nested)"}},
		{compare.Options{Alternative: infer.Less}, "F1", []string{"nested-t raised false alarms in up to 9.0% (+- 1.7)",
			"false alarms by F1 and macro F1 5.4% on average and 9.0% (+- 1.2) in the worst of 57 conditions"}},
		{compare.Options{}, "roc_auc", []string{"false alarms by AUC 5.5% on average"}},
		{compare.Options{}, "log_loss", []string{"false alarms by log losses 3.7% on average"}},
		{compare.Options{}, "f1_macro", []string{"false alarms by F1 and macro F1 6.0% on average"}},
		{compare.Options{}, "precision", []string{"with learners it was not measured for precision"}},
		{compare.Options{Methods: []string{"paired"}}, "squared error", []string{"paired raised false alarms in up to 10.5% (+- 1.5)",
			"false alarms by squared errors 3.9% on average and 6.8% (+- 1.3) in the worst of 18 conditions of 400"}},
		{compare.Options{Methods: []string{"paired"}, Prior: paired.Uniform{}}, "error",
			[]string{"how often paired raises false alarms was not measured"}},
		{compare.Options{Methods: []string{"bcv-t"}}, "error",
			[]string{"bcv-t raises false alarms in at most 5.6% (exact) at the nominal 5% where the "}},
	} {
		r, err := compare.Run([]results.Results{of}, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		v.Metric.Name = c.metric
		for _, want := range c.want {
			if got := v.AboutError(); !strings.Contains(got, want) {
				t.Errorf("%s by %s: %q, want %q", v.Method, c.metric, got, want)
			}
		}
		nested := true
		on := "BCV of 24 records, and by 2 inner CVs in both halves of 10 half-splits."
		if v.Method == "bcv-t" {
			nested, on = false, "BCV of 24 records."
		}
		if got := v.Scope(); !strings.HasSuffix(got, on) {
			t.Errorf("%s: scope %q, want %q at its end", v.Method, got, on)
		}
		if got := strings.Join(r.Trust(), " "); strings.HasPrefix(got, "With inner results, 95% intervals") != nested {
			t.Errorf("%s: trust %q, want that of inner results: %t", v.Method, got, nested)
		}
	}
}

// By metrics of counts nested-t has the error of what is known of the classes: where one is rare it has fewer degrees
// of freedom, and where nothing is known there is a note.
func TestNestedByClasses(t *testing.T) {
	counts := func(positives float64) *results.Grid[posterior.Counts] {
		g := results.NewGrid[posterior.Counts](2, 3, 2)
		for i := range g.Cells {
			g.Cells[i] = posterior.Counts{TP: positives / 2, FP: 1}
		}
		return &g
	}
	for what, c := range map[string]struct {
		counts    *results.Grid[posterior.Counts]
		metric    metric.Metric
		df        float64
		note, err string
	}{
		"error rate": {nil, metric.ErrorRate, 14, "", "by error rates 5.0% on average"},
		"unknown": {nil, metric.F1, 14, "how many records each class has is not known",
			"by F1 and macro F1 8.3% on average"},
		"9 of 24":      {counts(9), metric.F1, 10, "", "by F1 and macro F1 4.9% on average"},
		"half of them": {counts(12), metric.F1, 14, "", "by F1 and macro F1 6.0% on average"},
		"15 of 24":     {counts(15), metric.F1, 10, "", "by F1 and macro F1 4.9% on average"},
		"another score": {nil, metric.Metric{Name: "my score", HigherIsBetter: true}, 14, "",
			"was not measured for my score"},
	} {
		of := nestedOf(t, 3, 10, 2, 0.04, "a", "b")
		of.Metrics, of.Counts = []metric.Metric{c.metric}, c.counts
		r, err := compare.Run([]results.Results{of}, compare.Options{Methods: []string{"nested-t"}})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if !slices.Equal(v.DF, []float64{c.df}) || !strings.Contains(v.Note, c.note) || (v.Note == "") != (c.note == "") {
			t.Errorf("%s: %v degrees of freedom, note %q; want %v, %q", what, v.DF, v.Note, c.df, c.note)
		}
		if got := v.AboutError(); !strings.Contains(got, c.err) {
			t.Errorf("%s: %q, want %q", what, got, c.err)
		}
	}
}

// Of several learners bcv-t decides, which holds its level (study family-wise); of nested-t it is said how far it errs.
func TestNestedOfSeveral(t *testing.T) {
	of := nestedOf(t, 3, 10, 2, 0.04, "a", "b", "c")
	worst := map[string]float64{}
	for _, r := range stored(t, "nested_several") {
		key := r["procedure"]
		if key == "nested-t" {
			key = r["learners"]
		}
		worst[key] = max(worst[key], 100*number(t, r["false_claims"]))
	}
	want := fmt.Sprintf("in up to %.0f%% of data sets among 3 and %.0f%% among 10, where 5%% are nominal, and bcv-t in "+
		"up to %.0f%%", worst["3"], worst["10"], worst["bcv-t"])
	for method, said := range map[string]bool{"nested-t": true, "": false} {
		opt := compare.Options{}
		if method != "" {
			opt.Methods = []string{method}
		}
		r, err := compare.Run([]results.Results{of}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(r.Notes, "\n"), want); got != said {
			t.Errorf("%q: notes %q; want %q: %v", method, r.Notes, want, said)
		}
		if got := r.Verdicts[0].Method; (got == "nested-t") != said {
			t.Errorf("%q: decided by %s", method, got)
		}
		if got := r.Verdicts[0].AboutError(); strings.Contains(got, want) != said {
			t.Errorf("%q: %q; want %q: %v", method, got, want, said)
		}
	}
	two, err := compare.Run([]results.Results{of}, compare.Options{Models: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	if v := two.Verdicts[0]; v.Method != "nested-t" {
		t.Errorf("two of three models: %s decides, want nested-t", v.Method)
	}
	if got := two.Verdicts[0].AboutError(); len(two.Notes) > 0 || strings.Contains(got, want) {
		t.Errorf("two models: notes %q, %q", two.Notes, got)
	}
}

func BenchmarkNested(b *testing.B) { // 2 models, 10 x 2 BCV, 2 inner replications
	rs := []results.Results{nestedOf(b, 10, 10, 2, 0.04, "a", "b")}
	for b.Loop() {
		if _, err := compare.Run(rs, compare.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
