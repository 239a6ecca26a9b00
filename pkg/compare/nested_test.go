package compare_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// nested returns losses of models on a nested set of 24 records: a 3 x 2 BCV with r inner replications in
// the halves of 4 half-splits. Without spread, all inner losses of a model are equal.
func nested(t *testing.T, r int, spread float64, models ...string) results.Results {
	t.Helper()
	outer, err := cv.New(cv.BCV, 24, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, 4, r, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	filled := func(set cv.Set, spread float64) results.Results {
		out := results.New(set)
		for m, model := range models {
			for _, fold := range set.Folds() {
				if err := out.Add(fold, model, 0.3+0.05*float64(m)+spread*rng.NormFloat64()); err != nil {
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

// With inner results nested-t decides, and posteriors, intervals and standings take them into account.
func TestNested(t *testing.T) {
	of := nested(t, 2, 0.04, "a", "b", "c")
	r, err := compare.Run([]results.Results{of}, compare.Options{Rope: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
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
	var metrics [][][2]float64
	var inner [][][2][][2]float64
	for model := range of.Models {
		var folds [][2]float64
		for _, row := range of.Values[0].Rows(model) {
			folds = append(folds, [2]float64(row))
		}
		metrics, inner = append(metrics, folds), append(inner, of.Inner.Of(0, model))
		p, err := paired.NewNested(folds, of.Inner.Of(0, model), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := p.Estimate(0.95)
		found := slices.ContainsFunc(r.Models(), func(m compare.ModelInterval) bool {
			return m.Model == of.Models[model] && m.Target == compare.Algorithms && m.Estimate == want &&
				math.IsNaN(m.Coverage.Mean)
		})
		if !found {
			t.Errorf("intervals %+v; want %+v for %s, of unknown coverage", r.Models(), want, of.Models[model])
		}
	}
	j, err := paired.NewNestedJoint(metrics, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := j.Standings(false, 0.01, 20000, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Standings {
		if i := slices.Index(of.Models, s.Model); math.Abs(s.PBest-want[i].Best) > 0.02 {
			t.Errorf("P(best) of %s %v, want %v", s.Model, s.PBest, want[i].Best)
		}
	}
}

// One inner replication, or halves that do not differ, leave bcv-t and the posterior of the folds.
func TestNestedThatSaysNothing(t *testing.T) {
	for what, of := range map[string]results.Results{
		"one inner replication": nested(t, 1, 0.04, "a", "b"), "equal halves": nested(t, 2, 0, "a", "b"),
	} {
		r, err := compare.Run([]results.Results{of}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Method != "bcv-t" {
			t.Errorf("%s: method %q, want bcv-t", what, v.Method)
		}
		plain := of
		plain.Inner = nil
		without, err := compare.Run([]results.Results{plain}, compare.Options{})
		if err != nil {
			t.Fatal(err)
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
