package compare_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/results"
)

// On folds without a known error there are means and differences, and no verdict by any method, alone or beside
// results that have one.
func TestNoVerdict(t *testing.T) {
	times := []float64{0, 1, 2, 3, 4, 5}
	rolling, err := cv.New(cv.Rolling, 6, cv.Options{Times: times, K: 2})
	if err != nil {
		t.Fatal(err)
	}
	own, kfold := rolling, rolling
	own.Method, kfold.Method = cv.Own, cv.KFold
	filled := func(s cv.Set) results.Results {
		r := results.New(s, metric.Loss, metric.F1)
		for f, fold := range s.Folds() {
			for m, model := range []string{"a", "b", "c"} {
				if err := r.Add(fold, model, float64(10*m+f), 1-0.25*float64(m)); err != nil {
					t.Fatal(err)
				}
			}
		}
		return *r
	}
	for name, c := range map[string]struct {
		of     cv.Set
		remedy string
	}{"2 rolling folds of 6 records": {rolling, "blocked halves"},
		"2 own folds of 6 records": {own, "say how they were drawn"}} {
		var refused *compare.NoVerdictError
		for _, opt := range []compare.Options{{}, {All: true}, {Methods: []string{"kfold-t"}}, {Models: []string{"a", "c"}},
			{Metrics: []string{"loss"}}} {
			r, err := compare.Run([]results.Results{filled(c.of)}, opt)
			if len(r.Verdicts) > 0 || !errors.As(err, &refused) {
				t.Fatalf("%s, %+v: %v and %v, want a *NoVerdictError", name, opt, r.Verdicts, err)
			}
		}
		for _, want := range []string{name, c.remedy} {
			if !strings.Contains(refused.Error(), want) {
				t.Errorf("%s: %v, want %q", name, refused, want)
			}
		}
		other := filled(kfold)
		other.Key.Task = "other"
		_, err := compare.Run([]results.Results{other, filled(c.of)}, compare.Options{})
		if !errors.As(err, &refused) {
			t.Errorf("%s beside others: %v, want a *NoVerdictError", name, err)
		}
		if _, err := rank.Run([]results.Results{filled(c.of)}, rank.Options{}); !errors.As(err, &refused) {
			t.Errorf("rank: %s: %v, want a *NoVerdictError", name, err)
		}
		if _, err := filled(c.of).Pair(0, 1, 0); err == nil || !strings.Contains(err.Error(), "2 ") {
			t.Errorf("%s: differences with the error %v, want one", name, err)
		}
		d, err := infer.DifferencesOf([][]float64{{1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.WithMethod(c.of.Method); err == nil {
			t.Errorf("%s: no error of WithMethod", name)
		}
	}
}

func TestMeansWithoutVerdict(t *testing.T) {
	set := cv.Set{Method: cv.Own, N: 4, K: 2, Splits: []cv.Split{{Train: []int32{0}, Valid: []int32{1}},
		{Train: []int32{1, 2}, Valid: []int32{3}}}}
	r := results.New(set, metric.Loss, metric.F1)
	for f, fold := range set.Folds() {
		for m, model := range []string{"a", "b", "c"} {
			if err := r.Add(fold, model, float64(10*m+f), []float64{0.5, math.NaN()}[f]); err != nil {
				t.Fatal(err)
			}
		}
	}
	var refused *compare.NoVerdictError
	_, err := compare.Run([]results.Results{*r}, compare.Options{Models: []string{"b", "c"}})
	if !errors.As(err, &refused) {
		t.Fatalf("%v, want a *NoVerdictError", err)
	}
	if len(refused.Means) != 4 {
		t.Fatalf("%d means, want those of 2 models by 2 metrics", len(refused.Means))
	}
	for i, want := range []struct {
		model            string
		mean, difference float64
	}{{"b", 10.5, 0}, {"c", 20.5, 10}, {"b", math.NaN(), math.NaN()}, {"c", math.NaN(), math.NaN()}} {
		m := refused.Means[i]
		same(t, "model", m.Model, want.model)
		same(t, "metric", m.Metric.Name, []string{"loss", "F1"}[i/2])
		if m.Mean != want.mean && !math.IsNaN(want.mean) {
			t.Errorf("mean %v, want %v", m.Mean, want.mean)
		}
		if m.Difference != want.difference && !math.IsNaN(want.difference) {
			t.Errorf("difference %v, want %v", m.Difference, want.difference)
		}
	}
	text, err := json.Marshal(refused)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"refused":"no verdict on 2 own folds of 4 records`, `"set":"own:0:`,
		`{"dataset":"","task":"","metric":"loss","model":"c","mean":20.5,"difference":10}`, `"mean":null`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("JSON %s, want %s", text, want)
		}
	}
}
