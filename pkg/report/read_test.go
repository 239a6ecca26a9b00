package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// readBack returns a report that was written as JSON and read again.
func readBack(t *testing.T, r compare.Report) (back compare.Report) {
	t.Helper()
	data, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// showsTheSame compares what a report shows with what the same report shows after JSON.
func showsTheSame(t *testing.T, r compare.Report) {
	t.Helper()
	back := readBack(t, r)
	if diff := cmp.Diff(shownOf(t, r), shownOf(t, back)); diff != "" {
		t.Errorf("the report that was read shows other things (-before +after):\n%s", diff)
	}
	for _, v := range back.Verdicts {
		p, ok := v.Posterior()
		if sides := []float64{p.CDF(v.Delta), p.Survival(v.Delta)}; ok && v.Method == "paired" &&
			!slices.Contains(sides, v.PBetter) {
			t.Errorf("the posterior of %s has P = %v, want %v", v, sides, v.PBetter)
		}
	}
}

// parsed reads results in a CSV file.
func parsed(t *testing.T, text string) []results.Results {
	t.Helper()
	rs, err := results.Parse("a.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// kinds holds results of every kind.
var kinds = map[string]string{
	"losses": table("model,replication,fold,loss", 3, 2, func(m, i int) string { return fmt.Sprint(loss(m, i)) }),
	"shares": table("model,replication,fold,set,n_train,n_valid,error rate", 5, 1, func(m, i int) string {
		return fmt.Sprintf("rlt:1:0123456789abcdef,80,20,%v", float64((3*m+2*i)%7)/20)
	}),
	"equal": table("model,replication,fold,loss", 3, 2, func(m, _ int) string { return fmt.Sprint(m) }),
	"unknown direction": table("model,replication,fold,hue", 3, 2, func(m, i int) string {
		return fmt.Sprint(loss(m, i))
	}),
	"counts": table("model,replication,fold,tp,fp,fn", 3, 2, func(m, i int) string {
		return fmt.Sprintf("%d,%d,%d", 20+(3*m+i)%5, 3+i%4, 6-m)
	}),
	"K-fold": table("model,replication,fold,n_train,n_valid,accuracy", 1, 10, func(m, i int) string {
		return fmt.Sprintf("90,10,%v", float64(5+(m+3*i)%5)/10)
	}),
	"runs": table("model,replication,fold,run,loss", 3, 2, func(m, i int) string {
		return fmt.Sprintf("1,%v\n2,%v", loss(m, i), loss(m, i+3))
	}),
	"inner": inner(),
	"hold-out": "replication,fold,record,truth,m0,m1\n" + rows(60, func(i int) string {
		return fmt.Sprintf("1,1,%d,%d,%d,%d", i, i%2, i%2, (i+i/20)%2)
	}),
	"predictions": "replication,fold,record,truth,m0,m1\n" + rows(60, func(i int) string {
		return fmt.Sprintf("%d,%d,%d,%d,%d,%d", 1+i/20, 1+i%20/10, i%10+i%20/10*10, i%2, (i+i/7)%2, (i+i/9)%2)
	}),
	"items": items("model,item,score", func(m, i int) string {
		return fmt.Sprintf("%d,%v", i, loss(m, i*i)+float64(m)/9)
	}),
	"right items": items("model,item,score", func(m, i int) string { return fmt.Sprintf("%d,%d", i, (i+m*i/7)%3/2) }),
	"items in clusters and runs": items("model,item,cluster,run,score", func(m, i int) string {
		return fmt.Sprintf("%d,%d,%d,%v", i/3, i/15, i%3, loss(m, i*i))
	}),
	"draws": items("model,item,draw,score", func(m, i int) string {
		return fmt.Sprintf("%d,%d,%d", i/3, i%3, (i*(i+m)/3)%2)
	}),
	"tasks": items("model,task,item,score", func(m, i int) string {
		return fmt.Sprintf("t%d,%d,%d", i%3, i, (i*(i+m)/3)%2)
	}),
	"data sets": "dataset,model,replication,fold,loss\n" + rows(36, func(i int) string {
		return fmt.Sprintf("d%d,m%d,%d,%d,%v", i/12, i/6%2, 1+i%6/2, 1+i%2, loss(i/6%2, i+i/12*i))
	}),
	"three models": "model,replication,fold,loss\n" + rows(18, func(i int) string {
		return fmt.Sprintf("m%d,%d,%d,%v", i/6, 1+i%6/2, 1+i%2, loss(i/6, i)+float64(i/12))
	}),
}

// loss is that of a model on fold or item i.
func loss(model, i int) float64 { return 0.3 - 0.05*float64(model) + 0.01*float64((i*(3+model))%7) }

// inner are losses of folds, and of inner folds in their halves.
func inner() string {
	outer := func(m, i int) string { return fmt.Sprintf(",,%v", loss(m, i)) }
	return table("model,replication,fold,half,inner,loss", 3, 2, outer) +
		rows(48, func(i int) string {
			m, k := i/24, i%24
			return fmt.Sprintf("m%d,%d,%d,%d,%d,%v", m, k/8+1, k%2+1, k/4%2+1, k/2%2+1, loss(m, k)+0.02*float64(k%5*m))
		})
}

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

func rows(n int, row func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// items writes 60 rows of each of two models.
func items(header string, row func(m, i int) string) string {
	return header + "\n" + rows(120, func(i int) string { return fmt.Sprintf("m%d,%s", i/60, row(i/60, i%60)) })
}

// A report that was written as JSON and read shows the same as before, to the last byte: of every kind of results, by
// all procedures and with every option that a verdict keeps.
func TestReadReports(t *testing.T) {
	numtest.NotRaced(t)
	options := map[string]compare.Options{
		"": {}, "all": {All: true, Alpha: 0.1},
		"one side": {Alternative: infer.Less, Rope: 0.1}, "other side": {Alternative: infer.Greater, Delta: 0.05},
		"delta and rope": {Delta: -0.01, Rope: 0.02, All: true}, "adjusted": {Adjust: "holm", All: true},
		"paired":    {Methods: []string{"paired"}, Prior: paired.Empirical{{0.2, 0.1}, {0.4, 0.3}}, Rope: 0.05},
		"fixed":     {Methods: []string{"paired"}, Prior: paired.Fixed{Rho1: 0.1, Rho2: 0.2}},
		"region":    {Methods: []string{"paired"}, Prior: paired.Uniform{Rho1High: 0.3, Rho2High: 0.4}},
		"effective": {Methods: []string{"posterior"}, Posterior: posterior.Options{Draws: 100, Seed: 1}},
		"sample":    {Suite: results.Suite{Sample: true}}, "macro": {Suite: results.Suite{Macro: true}},
		"half width": {HalfWidth: 0.01}, "folds": {Methods: compare.McNemarTests(), All: true, FirstFolds: true},
	}
	for name, text := range kinds {
		some := false
		for asked, opt := range options {
			if name == "data sets" && asked != "" && asked != "all" && asked != "one side" {
				continue // they take long
			}
			r, err := compare.Run(parsed(t, text), opt)
			if err != nil { // the option is not for such results
				continue
			}
			some = true
			t.Run(name+", "+asked, func(t *testing.T) { showsTheSame(t, r) })
		}
		if !some {
			t.Errorf("%s: no report", name)
		}
	}
}

// The same of the shipped samples, and of all results among the inputs with a known answer.
func TestReadAnswers(t *testing.T) {
	numtest.NotRaced(t)
	texts := map[string]string{}
	for _, pattern := range []string{"../../data/samples/*.csv", "../cmd/bcv/testdata/answers/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files (%v)", pattern, len(paths), err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(path) == ".csv" {
				texts[filepath.Base(path)] = string(data)
				continue
			}
			files := strings.Split(string(data), "\n-- ")[1:] // each with its name in the first line
			for i, text := range files[:min(2, len(files))] {
				_, texts[fmt.Sprint(filepath.Base(path), " ", i)], _ = strings.Cut(text, "\n")
			}
		}
	}
	shown := 0
	for name, text := range texts {
		rs, err := results.Parse("a.csv", strings.NewReader(text), results.ReadOptions{})
		if err != nil { // other inputs
			continue
		}
		r, err := compare.Run(rs, compare.Options{All: true})
		if err != nil || len(r.Pooled) > 0 { // several data sets take long, and are among the kinds
			continue
		}
		shown++
		t.Run(name, func(t *testing.T) { showsTheSame(t, r) })
	}
	if shown < 30 {
		t.Errorf("%d reports, want 30 or more", shown)
	}
}

// Numbers that JSON does not have are told apart by what stands beside them.
func TestInfiniteNumbers(t *testing.T) {
	inf := math.Inf(1)
	r := compare.Report{Verdicts: []compare.Verdict{{Interval: infer.Interval{Low: math.NaN(), High: math.NaN()}, Statistic: inf, PValue: math.NaN(),
		Effect: &infer.Effect{OddsRatio: inf, OddsRatioCI: infer.Interval{Low: 2, High: inf}},
		Bayes:  &posterior.Comparison{BayesFactor: inf, LogPH0: -inf}}, {Interval: infer.Interval{Low: -inf, High: 1}, Statistic: math.NaN(),
		Effect: &infer.Effect{OddsRatio: math.NaN(), OddsRatioCI: infer.Interval{Low: math.NaN(), High: math.NaN()}}},
		{Interval: infer.Interval{Low: -inf, High: inf}, Statistic: -inf}}}
	back := readBack(t, r)
	numbers := func(r compare.Report) (out []float64) {
		for _, v := range r.Verdicts {
			if out = append(out, v.Low, v.High, v.Statistic, v.PValue); v.Effect != nil {
				out = append(out, v.Effect.OddsRatio, v.Effect.OddsRatioCI.Low, v.Effect.OddsRatioCI.High)
			}
			if v.Bayes != nil {
				out = append(out, v.Bayes.BayesFactor, v.Bayes.LogPH0, v.Bayes.LogPH1, v.Bayes.MCPH0)
			}
		}
		return out
	}
	if got, want := fmt.Sprint(numbers(back)), fmt.Sprint(numbers(r)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
