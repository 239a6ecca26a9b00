package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
)

// table writes rows of two models on m x k folds, of which row gives the columns behind model, replication and fold.
func table(header string, m, k int, row func(model, i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for model := range 2 {
		for i := range m * k {
			for line := range strings.SplitSeq(row(model, i), "\n") {
				fmt.Fprintf(&b, "m%d,%d,%d,%s\n", model, i/k+1, i%k+1, line)
			}
		}
	}
	return b.String()
}

// A report stays as it was made whatever becomes of the results: text, page, figures and JSON.
func TestReportStays(t *testing.T) {
	loss := func(model, i int) float64 { return 0.3 - 0.05*float64(model) + 0.01*float64((i*(3+model))%7) }
	inner := strings.Builder{}
	inner.WriteString("model,replication,half,inner,fold,loss\n")
	for model := range 2 {
		for i := range 6 {
			fmt.Fprintf(&inner, "m%d,%d,,,%d,%v\n", model, i/2+1, i%2+1, loss(model, i))
		}
		for i := range 3 * 2 * 2 * 2 {
			fmt.Fprintf(&inner, "m%d,%d,%d,%d,%d,%v\n", model, i/8+1, i/4%2+1, i/2%2+1, i%2+1,
				loss(model, i)+0.02*float64(i%5*model))
		}
	}
	items := strings.Builder{}
	items.WriteString("model,run,item,cluster,score\n")
	for i := range 120 {
		fmt.Fprintf(&items, "m%d,%d,i%d,c%d,%v\n", i%2, i/2%3, i/6, i/12, 0.3+0.2*float64(i%2)+0.1*float64(i*i%11))
	}
	for name, text := range map[string]string{
		"losses": table("model,replication,fold,loss", 5, 2, func(m, i int) string { return fmt.Sprint(loss(m, i)) }),
		"K-fold": table("model,replication,fold,n_train,n_valid,loss", 1, 5, func(m, i int) string {
			return fmt.Sprintf("80,20,%v", loss(m, i))
		}),
		"counts": table("model,replication,fold,tp,fp,fn", 3, 2, func(m, i int) string {
			return fmt.Sprintf("%d,%d,%d", 50+5*m+i*i%7, 20-i%4, 15+i%5)
		}),
		"runs": table("model,replication,fold,run,loss", 3, 2, func(m, i int) string {
			return fmt.Sprintf("1,%v\n2,%v", loss(m, i), loss(m, i+3))
		}),
		"inner": inner.String(),
		"items": items.String(),
		"data sets": "dataset," + table("model,replication,fold,loss", 3, 2, func(m, i int) string {
			return fmt.Sprint(loss(m, i))
		}),
	} {
		if name == "data sets" {
			lines := strings.Split(strings.TrimSpace(text), "\n")
			for i, line := range lines[1:] {
				lines[i+1] = "d1," + line + "\nd2," + line
			}
			text = strings.Join(lines, "\n")
		}
		t.Run(name, func(t *testing.T) {
			rs, err := results.Parse(name+".csv", strings.NewReader(text), results.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
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
			v := r.Verdicts[0]
			a, _ := v.Folds()
			a[0][0] = math.Inf(1)
			if again, _ := v.Folds(); math.IsInf(again[0][0], 1) {
				t.Error("Folds shares its numbers with the verdict")
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
	if r.Scores != nil {
		clear(r.Scores.Clusters)
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
	out := map[string]string{"text": r.Text(), "sentence": r.Sentence(), "JSON": string(data), "page": text(t, page.HTML),
		"Markdown": text(t, page.Markdown), "CSV": text(t, page.CSV), "models": fmt.Sprint(r.Models),
		"trust": fmt.Sprint(r.Trust()), "gate": ""}
	gate, err := r.Gate("m0", "m1", 0.01)
	asJSON, _ := json.Marshal(gate)
	out["gate"] = fmt.Sprintf("%s %v", asJSON, err)
	f, err := page.Plot(true)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := figure.SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	out["figure"] = string(svg)
	for i, v := range r.Verdicts {
		a, b := v.Folds()
		p, ok := v.Posterior()
		out[fmt.Sprint("verdict ", i)] = fmt.Sprint(a, b, p.Mean(), ok, v.AboutError(), v.MadeOf(), v.Agreement())
	}
	return out
}
