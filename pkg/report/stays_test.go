package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
)

// A report stays as it was made whatever becomes of the results: text, page, figures and JSON.
func TestReportStays(t *testing.T) {
	for name, text := range kinds {
		t.Run(name, func(t *testing.T) {
			rs := parsed(t, text)
			prior := paired.Empirical{{0.2, 0.1}, {0.4, 0.3}}
			opt := compare.Options{}
			if name == "losses" {
				opt.Prior = prior
			}
			r, err := compare.Run(rs, opt)
			if err != nil {
				t.Fatal(err)
			}
			before := shownOf(t, r)
			for i := range prior {
				prior[i] = [2]float64{0, 0}
			}
			for i := range rs {
				spoil(&rs[i])
				rs[i] = results.Results{}
			}
			if diff := cmp.Diff(before, shownOf(t, r)); diff != "" {
				t.Errorf("the report shows other results (-before +after):\n%s", diff)
			}
		})
	}
}

// spoil writes over everything in results that a caller can reach.
func spoil(r *results.Results) {
	grids := r.Values
	if r.Inner != nil {
		grids = append(grids, r.Inner.Values...)
	}
	if r.Runs != nil {
		for _, values := range r.Runs.Values {
			grids = append(grids, values...)
		}
		r.Runs.Names[0] = "spoilt"
	}
	for _, g := range grids {
		for i := range g.Cells {
			g.Cells[i] = 1e3 * float64(i)
		}
	}
	if r.Counts != nil {
		for i := range r.Counts.Cells {
			r.Counts.Cells[i] = posterior.Counts{TP: 1, FP: 2, FN: 3}
		}
	}
	for i := range r.Train {
		r.Train[i], r.Valid[i] = 7, 7
	}
	if r.OnTestSet() {
		clear(r.Units.Clusters)
	}
	for i := range r.Models {
		r.Models[i] = "spoilt"
	}
	for i := range r.Metrics {
		r.Metrics[i].Name, r.Metrics[i].HigherIsBetter = "spoilt", !r.Metrics[i].HigherIsBetter
	}
	for i := range r.Notes {
		r.Notes[i] = "spoilt"
	}
}

// shownOf returns what a report shows.
func shownOf(t *testing.T, r compare.Report) map[string]string {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	page := report.Report{Result: r}
	out := map[string]string{"text": r.Text(), "brief": r.Brief(), "sentence": r.Sentence(), "JSON": string(data),
		"page": text(t, page.HTML), "Markdown": text(t, page.Markdown), "LaTeX": text(t, page.LaTeX),
		"CSV": text(t, page.CSV), "rows": fmt.Sprint(r.Rows()), "models": fmt.Sprintf("%#v", r.Models),
		"trust": fmt.Sprint(r.Trust(), r.LeftOut)}
	for _, all := range []bool{false, true} {
		f, err := page.Plot(all)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := figure.SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		out[fmt.Sprint("figure of all: ", all)] = string(svg)
	}
	for i, v := range r.Verdicts {
		a, b := v.Folds()
		p, ok := v.Posterior()
		high := math.NaN()
		if ok {
			high = p.Quantile(0.9)
		}
		out[fmt.Sprint("verdict ", i)] = fmt.Sprint(a, b, p.Mean(), high, ok, v.AboutError(), v.MadeOf(), v.Agreement(),
			v.Clear(), v.ErrorRate, v.IntervalKind(), v.Family, v.NoSpread)
	}
	return out
}
