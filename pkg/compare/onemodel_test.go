package compare_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Of counts each model has an interval for the algorithm, which is the paired posterior of
// its fold metrics, and one for the fitted models, which is that of package posterior.
func TestModelIntervals(t *testing.T) {
	r, err := files([]string{counts}, compare.Options{Metrics: []string{"F1"}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	got := r.Models[:4]
	if len(r.Models) != 4*len(r.Verdicts) {
		t.Fatalf("%+v", got)
	}
	p, ok := v.Posterior()
	if !ok {
		t.Fatal("no posterior")
	}
	if d := got[2].Mid - got[0].Mid; math.Abs(d-p.Mean()) > 1e-12 {
		t.Errorf("the means differ by %v, the difference is %v", d, p.Mean())
	}
	for i, m := range got {
		want := []struct {
			model  string
			target verdict.Target
		}{{"BMES", verdict.Algorithms}, {"BMES", verdict.FittedModels}, {"BB2B3MES", verdict.Algorithms},
			{"BB2B3MES", verdict.FittedModels}}[i]
		same(t, "model", m.Model, want.model)
		same(t, "target", m.Target, want.target)
		same(t, "level", m.Level, 0.95)
		same(t, "the interval holds its middle", m.Low < m.Mid && m.Mid < m.High, true)
		same(t, "the coverage is near the level", m.Coverage.Mean > 0.9, true)
	}
	// Table 2 of Wang and Li (2019), and the same folds by themselves.
	if a := got[1]; math.Abs(a.Low-0.95305) > 5e-6 || math.Abs(a.High-0.95359) > 5e-6 {
		t.Errorf("fitted models: %+v", a)
	}
	alone, err := files([]string{counts}, compare.Options{Metrics: []string{"F1"}, Prior: paired.Fixed{Rho1: 0, Rho2: 0},
		Alpha: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	a := alone.Models[0] // of a prior of its own, not that of differences
	if ratio := (a.High - a.Low) / (got[0].High - got[0].Low); !(ratio > 0.7 && ratio < 0.85) || a.Mid != got[0].Mid ||
		!math.IsNaN(a.Coverage.Mean) {
		t.Errorf("90%%: %+v, 95%%: %+v", a, got[0])
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Models []struct {
			Model, Target string
			Interval      [2]float64
			Covers        float64
		}
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	same(t, "models in JSON", len(back.Models), len(r.Models))
	same(t, "interval in JSON", back.Models[0].Interval, [2]float64{got[0].Low, got[0].High})
	same(t, "target in JSON", back.Models[1].Target, "fitted models")
	same(t, "coverage in JSON", back.Models[0].Covers, got[0].Coverage.Mean)
}

// Losses have no interval of the fitted models, one hold-out has none at all, and the coverage of
// others than m x 2 CV was not measured.
func TestModelIntervalsOfLosses(t *testing.T) {
	for _, c := range []struct{ replications, folds, want int }{{5, 2, 2}, {1, 2, 2}, {1, 10, 2}, {15, 1, 2}, {1, 1, 0}} {
		rows := uneven(c.replications, c.folds, "")
		if c.replications*c.folds == 1 {
			rows = losses(1, 1, "") // whole numbers of errors
		}
		r, err := ofHoldOuts(rows, c.folds == 1, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := r.Models
		if len(got) != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
		for _, m := range got {
			if m.Target != verdict.Algorithms {
				t.Errorf("%+v: about the %s, want algorithms", c, m.Target)
			}
			if measured := c.replications == 5; measured == math.IsNaN(m.Coverage.Mean) || measured != (m.Method == "paired") {
				t.Errorf("%+v: %s with coverage %v, want a measured one: %v", c, m.Method, m.Coverage.Mean, measured)
			}
		}
	}
}

// The coverage that is told is that of the stored studies.
func TestMeasuredCoverage(t *testing.T) {
	rows := append(stored(t, "calibration_models"), stored(t, "calibration_letter_models")...)
	for _, c := range []struct {
		name, method, prior, column string
		half                        bool // only the cells that the prior was not chosen on, in the mean
		got                         known.Coverage
	}{
		{"algorithm", "paired", "chosen", "covers", true, known.OfAlgorithms.AtLevel(0.95)},
		{"fitted", "posterior", "", "covers_fitted", false, known.OfFittedModels.AtLevel(0.95)},
		{"algorithm by the posterior of fitted models", "posterior", "", "covers", false, known.Across},
	} {
		sum, n, least, at := 0.0, 0.0, 2.0, ""
		for _, r := range rows {
			x := number(t, r[c.column])
			if r["method"] != c.method || r["prior"] != c.prior || math.IsNaN(x) {
				continue
			}
			if x < least {
				least, at = x, r["metric"]+" of "+r["model"]+" on "+r["n"]+" records"
			}
			if !c.half || r["choice"] == "false" {
				sum, n = sum+x, n+1
			}
		}
		if n < 20 || math.Abs(sum/n-c.got.Mean) > 5e-5 || math.Abs(least-c.got.Least) > 5e-6 {
			t.Errorf("%s: %+v, stored %v and %v at %s, %v cells", c.name, c.got, sum/n, least, at, n)
		}
	}
	if c := known.OfAlgorithms.AtLevel(0.9); !math.IsNaN(c.Mean) {
		t.Errorf("90%%: %+v", c)
	}
}
