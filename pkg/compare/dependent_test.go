package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// What is known of whole groups and blocks is the mean and the worst cell of the study dependent.
func TestOnGroups(t *testing.T) {
	got := known.By("dependent", "")
	if len(got) != 3 {
		t.Fatalf("%d rules, want 3", len(got))
	}
	for _, m := range got {
		cells, sum, worst, at := 0, 0.0, map[string]string{"error": "0"}, ""
		for _, r := range stored(t, "dependent") {
			whole := r["folds"] == "halves of whole groups" || strings.HasSuffix(r["folds"], " blocks")
			if !whole || r["rule"] != m.Procedure {
				continue
			}
			if n := number(t, r["data_sets"]); n != float64(m.Sets) {
				t.Errorf("%s: %d data sets, stored %v", m.Procedure, m.Sets, n)
			}
			cells++
			sum += number(t, r["error"])
			if number(t, r["error"]) > number(t, worst["error"]) {
				worst, at = r, fmt.Sprintf("%s %s %s of correlation %s, %s, m = %s", r["units"], r["sizes"], r["records"],
					r["dependence"], r["learner"], r["m"])
				if r["records"] == "series" {
					at = fmt.Sprintf("series of %s records of correlation %s, %s, m = %s", r["units"], r["dependence"], r["learner"],
						r["m"])
				}
			}
		}
		if m.Cells != cells {
			t.Errorf("%s: %d cells, stored %d", m.Procedure, m.Cells, cells)
		}
		if mean := sum / float64(cells); !(math.Abs(m.Two-mean) <= 1e-5) {
			t.Errorf("%s: mean %v, stored %v", m.Procedure, m.Two, mean)
		}
		if m.WorstTwo != number(t, worst["error"]) {
			t.Errorf("%s: worst %v, stored %s", m.Procedure, m.WorstTwo, worst["error"])
		}
		if m.TwoSE != number(t, worst["se"]) {
			t.Errorf("%s: standard error %v, stored %s", m.Procedure, m.TwoSE, worst["se"])
		}
		if m.TwoAt != at {
			t.Errorf("%s: worst at %q, stored %q", m.Procedure, m.TwoAt, at)
		}
	}
}

// A verdict on whole groups says what was measured there, two-sided at 5%, and takes it where it is larger than what is
// known of independent records.
func TestErrorOnGroups(t *testing.T) {
	numtest.NotRaced(t)
	of := func(method cv.Method) results.Results {
		groups := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"}
		opt := cv.Options{M: 10}
		if method == cv.Grouped {
			opt.Groups = groups
		}
		set, err := cv.New(method, len(groups), opt)
		if err != nil {
			t.Fatal(err)
		}
		r := results.New(set, metric.Loss)
		for f, fold := range set.Folds() {
			for m, model := range []string{"a", "b"} {
				if err := r.Add(fold, model, float64(m*(f%3)+f%5)); err != nil {
					t.Fatal(err)
				}
			}
		}
		return *r
	}
	for _, c := range []struct {
		method   cv.Method
		rule     string
		opt      compare.Options
		measured bool
	}{
		{cv.Grouped, "bcv-t", compare.Options{}, true},
		{cv.Grouped, "paired", compare.Options{}, true},
		{cv.BCV, "bcv-t", compare.Options{}, false},
		{cv.Grouped, "bcv-t", compare.Options{Alpha: 0.1}, false},
		{cv.Grouped, "bcv-t", compare.Options{Alternative: infer.Greater}, false},
		{cv.Grouped, "mx2-t", compare.Options{}, false},
	} {
		c.opt.Methods = []string{c.rule}
		report, err := compare.Run([]results.Results{of(c.method)}, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		v := report.Verdicts[0]
		if got := strings.Contains(v.AboutError(), "(study dependent)"); got != c.measured {
			t.Errorf("%s, %s, %+v: study dependent named %t, want %t: %s", c.method, c.rule, c.opt, got, c.measured,
				v.AboutError())
		}
		for _, m := range known.By("dependent", "") {
			if c.measured && strings.HasPrefix(m.Procedure, c.rule) && v.ErrorRate.Rate < m.WorstTwo {
				t.Errorf("%s errs in %v, want %v or more", c.rule, v.ErrorRate.Rate, m.WorstTwo)
			}
		}
	}
}

// What is printed of errors in time is what the study found where neighbours correlate by at most 0.6.
func TestSeriesMeasured(t *testing.T) {
	for _, m := range known.By(known.SeriesStudy, "") {
		cells, one, two := 0, 0.0, 0.0
		worst := map[string][2]string{"one_sided": {"0"}, "two_sided": {"0"}}
		for _, r := range stored(t, "series") {
			if r["rule"] != m.Procedure || number(t, r["autocorrelation"]) > 0.6 {
				continue
			}
			cells++
			one, two = one+number(t, r["one_sided"]), two+number(t, r["two_sided"])
			for side, w := range worst {
				if number(t, r[side]) > number(t, w[0]) {
					worst[side] = [2]string{r[side], fmt.Sprintf("%s points, %s, correlation %s", r["points"], r["differences"],
						r["autocorrelation"])}
				}
			}
		}
		n := float64(cells)
		if cells != m.Cells || math.Abs(one/n-m.One) > 1e-5 || math.Abs(two/n-m.Two) > 1e-5 ||
			number(t, worst["one_sided"][0]) != m.WorstOne || worst["one_sided"][1] != m.OneAt ||
			number(t, worst["two_sided"][0]) != m.WorstTwo || worst["two_sided"][1] != m.TwoAt {
			t.Errorf("%s: %+v, stored %d cells, %.5f %.5f %v", m.Procedure, m, cells, one/n, two/n, worst)
		}
	}
}

// What is printed of ppi-t is what the study judged found.
func TestJudgedMeasured(t *testing.T) {
	for _, m := range known.By(known.JudgedStudy, "") {
		cells, one, two := 0, 0.0, 0.0
		worst := [2]float64{}
		for _, r := range stored(t, "judged") {
			if r["scores"] != m.Kind {
				continue
			}
			cells++
			one, two = one+number(t, r["one_sided"]), two+number(t, r["two_sided"])
			worst = [2]float64{max(worst[0], number(t, r["one_sided"])), max(worst[1], number(t, r["two_sided"]))}
			if number(t, r["wider"]) > 0 {
				t.Errorf("%v: wider than people alone", r)
			}
		}
		n := float64(cells)
		if cells != m.Cells || math.Abs(one/n-m.One) > 1e-5 || math.Abs(two/n-m.Two) > 1e-5 || worst[0] != m.WorstOne ||
			worst[1] != m.WorstTwo {
			t.Errorf("%+v, stored %d cells, %.5f %.5f %v", m, cells, one/n, two/n, worst)
		}
	}
}
