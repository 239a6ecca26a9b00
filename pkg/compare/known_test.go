package compare_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// stored reads a table of data/results as maps from column to cell.
func stored(t *testing.T, name string) []map[string]string {
	t.Helper()
	f, err := data.FS.Open("results/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for j, cell := range line {
			row[lines[0][j]] = cell
		}
		out = append(out, row)
	}
	return out
}

// The correlations of the empirical prior are those of the study rho_scatter.
func TestEmpiricalPrior(t *testing.T) {
	want := "rho1,rho2\n"
	for _, row := range stored(t, "rho_scatter") {
		if row["b"] != "" {
			want += row["rho1"] + "," + row["rho2"] + "\n"
		}
	}
	got, err := os.ReadFile("correlations.csv")
	if err != nil || string(got) != want {
		t.Errorf("correlations.csv (%v) is not of the study; write rho1 and rho2 of its rows with a b", err)
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	if s == "" {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The errors that the package tells are the largest of the stored studies.
func TestMeasuredErrors(t *testing.T) {
	one, two := map[string]float64{}, map[string]float64{}
	raise := func(m map[string]float64, key string, x float64) {
		if old, ok := m[key]; !math.IsNaN(x) && (!ok || x > old) {
			m[key] = x
		}
	}
	for _, r := range stored(t, "type1_errors") {
		raise(one, r["test"], number(t, r["error_one_sided"]))
		raise(two, r["test"], number(t, r["error_two_sided"]))
	}
	delete(one, "kfold-ci-z") // of fold means alone; the test is of records, too
	delete(two, "kfold-ci-z")
	for _, r := range stored(t, "bayes_sequential") {
		if d := number(t, r["difference"]); r["method"] == "fixed at first" && r["metric"] == "F1" && r["gamma"] == "0.05" &&
			math.Abs(d) <= 2*number(t, r["difference_se"]) {
			for _, side := range []string{"h0", "h1"} {
				raise(one, "posterior", number(t, r[side]))
			}
		}
	}
	for _, r := range stored(t, "equal_learners") {
		if r["method"] == "posterior" {
			raise(two, "posterior", number(t, r["false_claims"]))
		}
	}
	for _, r := range storedNested(t) {
		raise(one, r["as"], number(t, r["false_above"]))
		raise(one, r["as"], number(t, r["false_below"]))
		raise(two, r["as"], number(t, r["false_two_sided"]))
	}
	const rounding = 5e-6
	for _, m := range known.By("all", "") {
		name := m.Procedure
		for alternative, want := range map[infer.Alternative]map[string]float64{infer.TwoSided: two, infer.Greater: one} {
			w, ok := want[name]
			got := known.Rate(name, alternative).Rate
			if ok && !(math.Abs(got-w) <= rounding) {
				t.Errorf("%s, %v: %v, the stored studies say %v", name, alternative, got, w)
			}
			if !ok && !math.IsNaN(got) {
				t.Errorf("%s, %v: %v, the stored studies do not know it", name, alternative, got)
			}
		}
	}
}

// storedNested returns the rows of the study nested about procedures that take inner results into account, on the
// cells that chose nothing, with their names here in the column as.
func storedNested(t *testing.T) (out []map[string]string) {
	t.Helper()
	for _, r := range slices.Concat(stored(t, "nested"), stored(t, "nested_counted")) {
		const ratios, rare = "F1 and macro F1", "F1 and macro F1 of rare classes"
		ofRare := r["kind"] == rare
		if ofRare {
			r["kind"] = ratios
		}
		switch p := r["procedure"]; {
		case p == "nested-t, counted" && ofRare:
			r["as"] = "nested-t, rare classes"
		case p == "nested-t, counted" || p == "nested-t" && r["kind"] != ratios:
			r["as"] = "nested-t"
		case p == "nested-t":
			r["as"] = "nested-t, uncounted"
		case p == "nested-t, records":
			r["as"] = "nested-records-t"
		case p == "nested posterior", p == "bcv-t" && r["kind"] == ratios && r["m"] != "50":
			r["as"] = p
		}
		if r["choice"] == "false" && r["as"] != "" {
			out = append(out, r)
		}
	}
	return out
}

// What is printed of results with inner ones is what the study nested found by kind of metric, on the cells
// that chose no setting.
func TestOnNested(t *testing.T) {
	seen := map[[2]string]bool{}
	rows := storedNested(t)
	for _, r := range rows {
		seen[[2]string{r["kind"], r["as"]}] = true
	}
	raise := func(largest, se *float64, x, ofX float64) {
		if x > *largest || x == *largest && ofX > *se {
			*largest, *se = x, ofX
		}
	}
	for _, got := range known.By("nested", "") {
		want := got
		want.Cells, want.Sets, want.WorstOne, want.WorstTwo, want.Least = 0, math.MaxInt, 0, 0, 1
		one, two, coverage := 0.0, 0.0, 0.0
		for _, r := range rows {
			if r["as"] != got.Procedure || r["kind"] != got.Kind {
				continue
			}
			want.Cells, want.Sets = want.Cells+1, min(want.Sets, int(number(t, r["data_sets"])))
			for _, side := range []string{"false_above", "false_below"} {
				x := number(t, r[side])
				one += x / 2
				raise(&want.WorstOne, &want.OneSE, x, number(t, r[side+"_se"]))
			}
			x, covered := number(t, r["false_two_sided"]), number(t, r["coverage"])
			raise(&want.WorstTwo, &want.TwoSE, x, number(t, r["false_two_sided_se"]))
			two, coverage, want.Least = two+x, coverage+covered, min(want.Least, covered)
		}
		for what, of := range map[string][2]float64{"one-sided": {one, got.One}, "two-sided": {two, got.Two},
			"coverage": {coverage, got.Coverage}} {
			if mean := of[0] / float64(want.Cells); !(math.Abs(mean-of[1]) <= 1e-5) {
				t.Errorf("%s, %s: mean %s %v, stored %v", got.Kind, got.Procedure, what, of[1], mean)
			}
		}
		if got != want {
			t.Errorf("%+v, stored %+v", got, want)
		}
		delete(seen, [2]string{got.Kind, got.Procedure})
	}
	if len(seen) > 0 {
		t.Errorf("kinds of metrics in the stored study alone: %v", seen)
	}
}

// The error of a procedure on items is that of the cells of the study items that are like them.
func TestAboutItems(t *testing.T) {
	for _, c := range []struct {
		of          scored
		method      string
		alternative infer.Alternative
		scope       string // of the stored study; empty where it was not measured
		kinds       []string
		paired      bool
	}{
		{scored{items: 99, runs: [2]int{1, 1}}, "mcnemar-midp", infer.TwoSided, "recommended, fewer than 100 items",
			[]string{"right or wrong"}, false},
		{scored{items: 100, runs: [2]int{1, 1}}, "mcnemar-midp", infer.TwoSided, "recommended",
			[]string{"right or wrong"}, false},
		{scored{items: 100, runs: [2]int{1, 1}}, "item-t", infer.Greater, "recommended",
			[]string{"right or wrong"}, false},
		{scored{items: 100, runs: [2]int{1, 1}, numbers: true}, "item-t", infer.TwoSided, "recommended",
			[]string{"one distribution of scores"}, false},
		{scored{items: 60, runs: [2]int{1, 1}, numbers: true}, "item-t", infer.TwoSided, "recommended, fewer than 100 items",
			[]string{"one distribution of scores", "two distributions of scores with one mean"}, false},
		{scored{items: 19, runs: [2]int{1, 1}, numbers: true}, "item-t", infer.TwoSided, "", nil, false},
		{scored{items: 49, runs: [2]int{3, 3}, numbers: true}, "crossed-t", infer.TwoSided, "", nil, false},
		{scored{items: 120, runs: [2]int{1, 1}, clusters: 9}, "item-t", infer.TwoSided, "wrong: items lie in clusters",
			[]string{"right or wrong"}, false},
		{scored{items: 120, runs: [2]int{1, 1}, clusters: 9}, "cluster-t", infer.Less,
			"recommended, fewer than 10 clusters", []string{"right or wrong"}, false},
		{scored{items: 50, runs: [2]int{1, 1}, clusters: 10}, "cluster-t", infer.TwoSided, "recommended",
			[]string{"right or wrong"}, false},
		{scored{items: 120, runs: [2]int{2, 3}, numbers: true}, "crossed-t", infer.TwoSided, "recommended, 2 runs",
			[]string{"one distribution of scores"}, false},
		{scored{items: 60, runs: [2]int{6, 2}, numbers: true}, "crossed-t", infer.TwoSided,
			"recommended, 2 or 3 runs beside 10", []string{"one distribution of scores"}, false},
		{scored{items: 120, runs: [2]int{2, 2}, numbers: true}, "crossed-t", infer.TwoSided, "recommended, 2 paired runs",
			[]string{"one distribution of scores"}, true},
		{scored{items: 120, runs: [2]int{3, 3}, numbers: true}, "crossed-t", infer.TwoSided, "recommended",
			[]string{"one distribution of scores"}, false},
		{scored{items: 120, runs: [2]int{3, 3}, clusters: 5}, "crossed-t", infer.TwoSided,
			"recommended, fewer than 10 clusters", []string{"right or wrong"}, false},
		{scored{items: 100, runs: [2]int{1, 1}}, "mcnemar", infer.TwoSided, "", nil, false},
	} {
		r, err := compare.Run([]results.Results{c.of.made(t)}, compare.Options{Methods: []string{c.method},
			Alternative: c.alternative, PairedRuns: c.paired})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		worst, text := 0.0, v.AboutError()
		for _, row := range stored(t, "items_summary") {
			if row["procedure"] != c.method || row["scope"] != c.scope || !slices.Contains(c.kinds, row["kind"]) {
				continue
			}
			side := "two_sided"
			if c.alternative != infer.TwoSided {
				side = "one_sided"
			}
			x := number(t, row["worst_"+side])
			if worst = max(worst, x); !strings.Contains(text, fmt.Sprintf("with %s %.1f%% on average and %.1f%%", row["kind"],
				100*number(t, row[side]), 100*x)) {
				t.Errorf("%s on %+v: %q lacks the cells of %q", c.method, c.of, text, row["kind"])
			}
			if held := held(t, c.method, row); !strings.Contains(text, held) {
				t.Errorf("%s on %+v: %q lacks %q", c.method, c.of, text, held)
			}
		}
		if c.scope == "" {
			if strings.Contains(text, "study items") {
				t.Errorf("%s on %+v: %q, not measured on items", c.method, c.of, text)
			}
			continue
		}
		if v.ErrorRate.Rate != worst || !strings.Contains(text, "("+c.scope+")") {
			t.Errorf("%s on %+v: %q with the rate %v, stored %v in the scope %q", c.method, c.of, text, v.ErrorRate.Rate, worst,
				c.scope)
		}
	}
}

// held is what AboutError says of intervals in the cells of a row of the study items; mcnemar-midp has those of Tango.
func held(t *testing.T, method string, row map[string]string) string {
	for _, r := range stored(t, "items_summary") {
		if r["procedure"] == map[string]string{"mcnemar-midp": "Tango's interval"}[method] && r["scope"] == row["scope"] {
			row = r
		}
	}
	return fmt.Sprintf("(95%% intervals held the difference in %.1f%%, at worst %.1f%%)", 100*number(t, row["coverage"]),
		100*number(t, row["least_coverage"]))
}

// What Trust says of results with inner ones, and of the power that they would add, is what the study found.
func TestTrustOfNested(t *testing.T) {
	mean := func(procedure, m, column string) (mean, least float64) {
		n := 0.0
		least = 1
		for _, r := range stored(t, "nested") {
			if r["choice"] == "false" && r["procedure"] == procedure && (m == "" || r["m"] == m) {
				x := number(t, r[column])
				mean, n, least = mean+x, n+1, min(least, x)
			}
		}
		return mean / n, least
	}
	held := func(as string) string {
		sum, n, least := 0.0, 0.0, 1.0
		for _, r := range storedNested(t) {
			if r["as"] == as {
				x := number(t, r["coverage"])
				sum, n, least = sum+x, n+1, min(least, x)
			}
		}
		return fmt.Sprintf("%.0f%% of data sets on average (%.0f%% in the worst case)", 100*sum/n, 100*least)
	}
	rep, err := compare.Run([]results.Results{nestedOf(t, 5, 10, 2, 0.04, "a", "b")}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("by nested-t in %s, by paired in %s (study nested).", held("nested-t"), held("nested posterior"))
	if got := strings.Join(rep.Trust(), " "); !strings.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
	more, _ := mean("nested-t", "10", "own_power")
	less, _ := mean("bcv-t", "10", "own_power")
	want = fmt.Sprintf("%.0f%% at m = 10, where bcv-t found %.0f%%", 100*more, 100*less)
	if !strings.Contains(trustIn("bcv-t"), want) {
		t.Errorf("%q lacks %q", trustIn("bcv-t"), want)
	}
}

// Errors that are computed agree with the simulated ones of the same statistic.
func TestExactErrors(t *testing.T) {
	differences := func(replications, folds int) infer.Differences {
		mu := make([][]float64, replications)
		for j := range mu {
			for k := range folds {
				mu[j] = append(mu[j], float64(j*folds+k))
			}
		}
		d, err := infer.DifferencesOf(mu)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	holdOuts := differences(15, 1)
	sizes := make([][]int, 15)
	valid := make([][]int, 15)
	for j := range sizes {
		sizes[j], valid[j] = []int{200}, []int{100}
	}
	holdOuts, err := holdOuts.WithTraining(sizes)
	if err == nil {
		holdOuts, err = holdOuts.WithValidation(valid)
	}
	if err != nil {
		t.Fatal(err)
	}
	designs := map[string]infer.Differences{"15 hold-outs": holdOuts, "10-fold CV": differences(1, 10),
		"3 x 2 CV": differences(3, 2), "5 x 2 CV": differences(5, 2), "12 x 2 CV": differences(12, 2)}
	largest := map[[2]string][4]float64{}
	for _, r := range stored(t, "type1_errors") {
		key := [2]string{r["test"], r["design"]}
		l := largest[key]
		if e := number(t, r["error_two_sided"]); e > l[0] {
			l[0], l[1] = e, number(t, r["error_two_sided_se"])
		}
		if e := number(t, r["error_one_sided"]); e > l[2] {
			l[2], l[3] = e, number(t, r["error_one_sided_se"])
		}
		largest[key] = l
	}
	compared := 0
	for key, l := range largest {
		d, ok := designs[key[1]]
		if !ok {
			continue
		}
		two, one := compare.ErrorRateOf(key[0], d, infer.Options{}),
			compare.ErrorRateOf(key[0], d, infer.Options{Alternative: infer.Greater})
		if two.SE > 0 || math.IsNaN(two.Rate) {
			continue // not computed
		}
		compared++
		// The largest of up to 36 simulated errors lies above its expectation: 3.5 standard errors.
		if z := (l[0] - two.Rate) / l[1]; math.Abs(z) > 3.5 {
			t.Errorf("%v two-sided: computed %v, simulated %v (z = %.1f)", key, two.Rate, l[0], z)
		}
		if z := (l[2] - one.Rate) / l[3]; math.Abs(z) > 3.5 {
			t.Errorf("%v one-sided: computed %v, simulated %v (z = %.1f)", key, one.Rate, l[2], z)
		}
	}
	// One CV: by scipy, and exactly the level where the correlation is 1/K.
	for folds, want := range map[int]float64{2: 0.05, 10: 0.3475705383415376} {
		k := compare.ErrorRateOf("corrected-repeated-kfold-t", differences(1, folds), infer.Options{})
		if k.SE != 0 || math.Abs(k.Rate-want) > 1e-9 {
			t.Errorf("%d-fold CV: %v, want %v", folds, k.Rate, want)
		}
	}
	if compared != 6 {
		t.Errorf("%d tests compared, want 6", compared)
	}
}

// What Result.About says of coverage is what the study calibration found.
func TestAboutIsMeasured(t *testing.T) {
	for _, c := range []struct{ method, prior, format string }{
		{"paired", "uniform", "in %.0f%% of data sets by paired (%.0f%% at worst)"},
		{"bcv-t", "", "in %.0f%% by bcv-t (%.0f%% at worst)"},
	} {
		sum, n, least := 0.0, 0, 1.0
		for _, r := range stored(t, "calibration") {
			if x := number(t, r["coverage"]); r["kind"] == "learners" && r["method"] == c.method && r["prior"] == c.prior &&
				!math.IsNaN(x) {
				sum, n, least = sum+x, n+1, min(least, x)
			}
		}
		if want := fmt.Sprintf(c.format, 100*sum/float64(n), 100*least); n < 100 ||
			!strings.Contains(trustIn("paired"), want) {
			t.Errorf("%q lacks %q, of %d cells", trustIn("paired"), want, n)
		}
	}
}

// The error of a rule is the larger one of its bound for all metrics and of what was measured by the metric.
func TestRateByMetric(t *testing.T) {
	worst := map[string]float64{}
	for _, r := range stored(t, "calibration_metrics_summary") {
		worst[r["metric"]+", "+r["folds"]+", "+r["procedure"]] = number(t, r["worst_two_sided"])
	}
	rate := func(name, method string) known.ErrorRate {
		text := "model,replication,fold,set," + name + "\n"
		for i, row := range uneven(5, 2, "bcv:1:3b4fe958a5e9fe59") {
			text += fmt.Sprintf("%s,%d,%d,bcv:1:3b4fe958a5e9fe59,%v\n", row.Model, row.Replication, row.Fold, 0.01*float64(i%7))
		}
		rs, err := results.Parse("x.csv", strings.NewReader(text), results.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := compare.Run(rs, compare.Options{Methods: []string{method}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Verdicts[0].ErrorRate
	}
	for _, c := range []struct{ metric, method, key string }{
		{"roc_auc", "bcv-t", "roc_auc, m x 2 BCV, bcv-t"},
		{"roc_auc", "paired", "roc_auc, m x 2 BCV, paired, uniform"},
		{"matthews_corrcoef", "bcv-t", "matthews_corrcoef, m x 2 BCV, bcv-t"},
	} {
		want, bound := worst[c.key], rate("perplexity", c.method)
		if want == 0 {
			t.Fatalf("%s was not measured", c.key)
		}
		if got := rate(c.metric, c.method); got.Rate != max(want, bound.Rate) {
			t.Errorf("%s by %s: rate %v, want the larger of %v and %v", c.method, c.metric, got, want, bound.Rate)
		} else if want > bound.Rate && !strings.Contains(got.On, metric.Metric{Name: c.metric}.Label()) {
			t.Errorf("%s by %s: worst on %q, want the metric", c.method, c.metric, got.On)
		}
	}
}

// What is printed of a rule by a metric is what the study metrics found of that rule by that metric on such folds, and
// of the posterior beside it.
func TestByMetric(t *testing.T) {
	numtest.NotRaced(t)
	const id = ":1:3b4fe958a5e9fe59"
	rows := map[string]map[string]string{}
	for _, r := range stored(t, "calibration_metrics_summary") {
		rows[r["metric"]+", "+r["folds"]+", "+r["procedure"]] = r
	}
	of := func(rows []lossRow, alternative infer.Alternative, methods ...string) compare.Verdict {
		r, err := ofLosses(rows, compare.Options{Methods: methods, Alternative: alternative})
		if err != nil {
			t.Fatal(err)
		}
		return r.Verdicts[0]
	}
	for _, a := range []infer.Alternative{infer.TwoSided, infer.Greater} {
		inner := func(halves int, methods ...string) compare.Verdict {
			r, err := compare.Run([]results.Results{nestedOf(t, 3, halves, 2, 0.04, "a", "b")},
				compare.Options{Methods: methods, Alternative: a})
			if err != nil {
				t.Fatal(err)
			}
			return r.Verdicts[0]
		}
		for _, c := range []struct {
			v      compare.Verdict
			key    string // of the study, after the metric; empty for one that it has not
			beside string
		}{
			{of(uneven(5, 2, "bcv"+id), a), "m x 2 BCV, bcv-t", "m x 2 BCV, paired, uniform"},
			{of(uneven(3, 2, ""), a, "paired"), "m x 2 BCV, paired, uniform", ""},
			{of(uneven(5, 2, "mx2"+id), a), "random m x 2 CV, corrected-repeated-kfold-t", "m x 2 BCV, paired, uniform"},
			{of(uneven(3, 5, ""), a), "m x 5-fold CV, corrected-repeated-kfold-t", ""},
			{of(uneven(1, 5, ""), a), "", ""},
			{of(uneven(3, 10, ""), a), "", ""},
			{inner(10), "m x 2 BCV, nested-t", "m x 2 BCV, nested posterior"},
			{inner(10, "paired"), "m x 2 BCV, nested posterior", ""},
			{inner(9), "", ""},
		} {
			for _, name := range []string{"roc_auc", "average_precision", "log_loss", "brier_score", "f1_macro",
				"matthews_corrcoef", "r2", "rmse", "mae", "accuracy", "mse", "other"} {
				want := "study metrics"
				if r := rows[name+", "+c.key]; r != nil && name != "accuracy" {
					side := map[infer.Alternative]string{infer.TwoSided: "two_sided", infer.Greater: "one_sided"}[a]
					said := func(r map[string]string) string {
						return fmt.Sprintf("by %s %.1f%% on average and %.1f%% (+- %.2g) in the worst of %s conditions of %s data sets or more",
							metric.Metric{Name: name}.Label(), 100*number(t, r[side]), 100*number(t, r["worst_"+side]),
							100*number(t, r["worst_"+side+"_se"]), r["cells"], r["data_sets"])
					}
					want = "; false alarms " + said(r)
					if beside := rows[name+", "+c.beside]; beside != nil {
						want += ", and the posterior beside it, if it decided, " + said(beside)
					}
					want += " (study metrics)"
				}
				measured := len(want) > 20
				c.v.Metric.Name = name
				got := c.v.AboutError()
				if strings.Contains(got, want) != measured {
					t.Errorf("%s on %v by %s: %q, want %q", c.v.Method, c.v.Design, name, got, want)
				}
				if measured && !strings.HasSuffix(got, want) && !strings.HasSuffix(got, "(study nested)") {
					t.Errorf("%s on %v by %s: %q, want nothing after %q", c.v.Method, c.v.Design, name, got, want)
				}
			}
		}
	}
	r, err := ofLosses(uneven(5, 2, ""), compare.Options{Alpha: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	v.Metric.Name = "roc_auc"
	if got := v.AboutError(); strings.Contains(got, "study metrics") {
		t.Errorf("at the level 0.01: %q", got)
	}
	v = of(uneven(5, 2, ""), infer.TwoSided)
	v.Metric.Name = "average_precision(class=yes)"
	if got := v.AboutError(); !strings.Contains(got, "false alarms by average precision of yes ") {
		t.Errorf("by the metric of a class: %q", got)
	}
}

// trustIn is what a report says of the intervals of a procedure.
func trustIn(method string) string {
	v := verdict.Verdict{Method: method, Basis: verdict.Basis{Values: &verdict.Values{}}}
	return verdict.Report{Verdicts: []verdict.Verdict{v}}.Trust()[0]
}
