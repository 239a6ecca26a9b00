package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// probable are labels with probabilities of models a and b on n items, of which every nth is of class yes, or if nth is
// negative of class no, in clusters of some size, 0 for none, and in some runs.
func probable(t *testing.T, n, nth, size, runs int) results.Results {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	var b strings.Builder
	b.WriteString("item,run,model,truth,label,p_no,p_yes")
	if size > 0 {
		b.WriteString(",cluster")
	}
	for i := range n {
		truth := map[bool]string{true: "yes", false: "no"}[(i%nth == 0) == (nth > 0)]
		for run := range runs {
			for m, model := range []string{"a", "b"} {
				z := rng.NormFloat64() * (2 - float64(m))
				if truth == "yes" {
					z++
				}
				p := math.Round(1000/(1+math.Exp(-z))) / 1000
				label := map[bool]string{true: "yes", false: "no"}[p > 0.5]
				fmt.Fprintf(&b, "\n%d,%d,%s,%s,%s,%.3f,%.3f", i, run, model, truth, label, 1-p, p)
				if size > 0 {
					fmt.Fprintf(&b, ",%d", i/size)
				}
			}
		}
	}
	rs, err := results.Parse("items.csv", strings.NewReader(b.String()+"\n"), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs[0]
}

// Each metric of a test set has the test that is right for it: ROC AUC its own, a mean over items the tests of items,
// and a metric of the whole set its linear approximation; of runs all vary with the runs.
func TestTestOfMetricOnItems(t *testing.T) {
	numtest.NotRaced(t)
	test := map[string]func(items.Sample, infer.Options) (infer.Result, error){}
	for _, of := range items.Tests() {
		test[of.Name] = of.Run
	}
	for _, c := range []struct {
		metric, method string
		size, runs     int
		run            string // the test of package items whose numbers it has
		all            string // what --all runs
	}{
		{"roc_auc", "delong", 0, 1, "delong", "delong linearized-t"},
		// With 10 clusters obuchowski errs more often than linearized-t (study items-areas).
		{"roc_auc", "linearized-t", 4, 1, "cluster-t", "linearized-t delong obuchowski"},
		{"roc_auc", "crossed-t", 0, 3, "crossed-t", "crossed-t delong linearized-t"},
		{"log_loss", "item-t", 0, 1, "item-t", "item-t randomization bca"},
		{"log_loss", "cluster-t", 4, 1, "cluster-t", "cluster-t item-t randomization bca"},
		{"log_loss", "crossed-t", 4, 3, "crossed-t", "crossed-t item-t cluster-t randomization bca"},
		{"average_precision(class=yes)", "linearized-t", 0, 1, "item-t", "linearized-t"},
		{"average_precision(class=yes)", "linearized-t", 4, 1, "cluster-t", "linearized-t"},
		{"f1_macro", "linearized-t", 4, 1, "cluster-t", "linearized-t randomization bca"},
		{"error rate", "mcnemar-midp", 0, 1, "", "mcnemar-midp mcnemar-exact mcnemar item-t randomization bca"},
	} {
		r := probable(t, 120, 3, c.size, c.runs)
		name := fmt.Sprintf("%s in clusters of %d in %d runs", c.metric, c.size, c.runs)
		report, err := compare.Run([]results.Results{r}, compare.Options{Metrics: []string{c.metric}, All: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var methods []string
		for _, v := range report.Verdicts {
			methods = append(methods, v.Method)
		}
		if got := strings.Join(methods, " "); got != c.all {
			t.Errorf("%s: procedures %q, want %q", name, got, c.all)
		}
		v := report.Verdicts[0]
		if v.Method != c.method || !v.Recommended {
			t.Errorf("%s: %s, want %s as the recommended one", name, v.Method, c.method)
		}
		about := map[bool]verdict.Target{true: verdict.ModelsAgain, false: verdict.TheseModels}
		if want := about[c.runs > 1]; v.Target != want {
			t.Errorf("%s: about %s, want %s", name, v.Target, want)
		}
		of, err := r.Computed(c.metric)
		if err != nil {
			t.Fatal(err)
		}
		if d := of.Mean(0, 1) - of.Mean(0, 0); math.Abs(v.Estimate-d) > 1e-12 {
			t.Errorf("%s: difference %v, want %v", name, v.Estimate, d)
		}
		if c.run == "" {
			continue
		}
		sample, err := of.SampleOf(0, 0, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		want, err := test[c.run](sample, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if v.PValue != want.PValue || v.Low != want.CI.Low || v.High != want.CI.High {
			t.Errorf("%s: p %v in [%v, %v], want %v in %v", name, v.PValue, v.Low, v.High, want.PValue, want.CI)
		}
		if c.method == "linearized-t" && !strings.Contains(v.Assumptions, " by its linear approximation in the items. ") {
			t.Errorf("%s: assumptions %q, want the linear approximation", name, v.Assumptions)
		}
	}
}

// Few items of a class, and clusters that are taken as independent, are said of ROC AUC too.
func TestNotesOnAreas(t *testing.T) {
	few := "one class has only 12 items, few for a normal approximation"
	for _, c := range []struct {
		n, nth, size int
		method, want string
	}{
		{120, 10, 0, "delong", few},
		{120, 10, 4, "obuchowski", few},
		{120, -10, 0, "delong", few},
		{120, 3, 0, "delong", ""},
		{120, 3, 4, "delong", "items in 30 clusters are taken as independent"},
		{40, 2, 8, "obuchowski", "5 clusters are few to learn from how clusters vary"},
	} {
		report, err := compare.Run([]results.Results{probable(t, c.n, c.nth, c.size, 1)},
			compare.Options{Metrics: []string{"roc_auc"}, Methods: []string{c.method}})
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Verdicts[0].Note; got != c.want {
			t.Errorf("%s of %d items, every %dth of a class: note %q, want %q", c.method, c.n, c.nth, got, c.want)
		}
	}
	_, err := compare.Run([]results.Results{probable(t, 60, 3, 0, 1)},
		compare.Options{Metrics: []string{"roc_auc"}, Methods: []string{"obuchowski"}})
	if want := "obuchowski needs ROC AUC of two classes, and 2 or more clusters"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("obuchowski without clusters: %v, want %q", err, want)
	}
	_, err = compare.Run([]results.Results{probable(t, 60, 3, 0, 1)},
		compare.Options{Metrics: []string{"log_loss"}, Methods: []string{"delong"}})
	if want := "these are values of log loss on a test set of 60 items; use one of"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("delong of log loss: %v, want %q", err, want)
	}
}

// The error of a test of two areas is that of the cells of the study items-areas that are like the items.
func TestErrorsOfAreas(t *testing.T) {
	rows := map[[2]string]map[string]string{}
	for _, r := range stored(t, "items_areas_summary") {
		rows[[2]string{r["procedure"], r["scope"]}] = r
	}
	for _, c := range []struct {
		n, nth, size  int
		method, scope string
	}{
		{120, 3, 0, "delong", "recommended"},
		{80, 3, 0, "delong", "recommended, fewer than 100 items"},
		{80, 3, 0, "linearized-t", "recommended, fewer than 100 items"},
		{120, 10, 0, "delong", "recommended, fewer than 20 positives"},
		{120, 3, 4, "delong", "wrong: items lie in clusters"},
		{120, 10, 4, "delong", "wrong: items lie in clusters"},
		{120, 3, 4, "obuchowski", "recommended"},
		{120, 10, 4, "obuchowski", "recommended, fewer than 20 positives"},
		{120, 3, 4, "linearized-t", "recommended"},
		{120, 10, 4, "linearized-t", "recommended, fewer than 20 positives"},
	} {
		report, err := compare.Run([]results.Results{probable(t, c.n, c.nth, c.size, 1)},
			compare.Options{Metrics: []string{"roc_auc"}, Methods: []string{c.method}})
		if err != nil {
			t.Fatal(err)
		}
		tested := strings.Replace(c.method, "linearized-t", "t of components", 1)
		v, r := report.Verdicts[0], rows[[2]string{tested, c.scope}]
		want := fmt.Sprintf("%.1f%% on average and %.1f%%", 100*number(t, r["two_sided"]),
			100*number(t, r["worst_two_sided"]))
		got := v.AboutError()
		if !strings.HasSuffix(got, "(study items-areas)") {
			t.Errorf("%+v: %q names another study", c, got)
		}
		if v.ErrorRate.Rate != number(t, r["worst_two_sided"]) || !strings.Contains(got, want) {
			t.Errorf("%+v: %q with the rate %v, want %q", c, got, v.ErrorRate.Rate, want)
		}
	}
}

// Values, differences and McNemar's tests of accuracy and error rate agree, on several folds and on a part of them;
// other metrics have no McNemar test.
func TestAccuracyOnFolds(t *testing.T) {
	var text strings.Builder
	text.WriteString("replication,fold,record,truth,A,B\n")
	for i := range 40 {
		for j := range 2 {
			classes := []string{"no", "yes"}
			label := func(right bool) string { return classes[(i/4+map[bool]int{false: 1}[right])%2] }
			fmt.Fprintf(&text, "%d,%d,%d,%s,%s,%s\n", j+1, (i+j*(i/20))%2+1, i, label(true), label(i%3 > 0), label(i%9 > 0))
		}
	}
	for _, c := range []struct {
		name, method string
		a, b         float64
	}{
		{"accuracy", "bcv-t", 0.65, 0.875}, {"accuracy", "mcnemar", 0.65, 0.85},
		{"error rate", "bcv-t", 0.35, 0.125}, {"error rate", "mcnemar", 0.35, 0.15},
	} {
		opt := compare.Options{Metrics: []string{c.name}, Methods: []string{c.method},
			FirstFolds: c.method == "mcnemar"}
		r, err := parsed(text.String(), results.ReadOptions{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if math.Abs(v.A-c.a)+math.Abs(v.B-c.b)+math.Abs(v.Estimate-(c.b-c.a)) > 1e-12 {
			t.Errorf("%s by %s: %v and %v with difference %v, want %v and %v", c.name, c.method, v.A, v.B, v.Estimate, c.a, c.b)
		}
	}
	opt := compare.Options{Metrics: []string{"f1_macro"}, Methods: []string{"mcnemar"}, FirstFolds: true}
	_, err := parsed(text.String(), results.ReadOptions{}, opt)
	if want := "mcnemar is about error rates and accuracies, and the metric is macro F1"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	first := strings.Join(slices.DeleteFunc(strings.SplitAfter(text.String(), "\n"), func(line string) bool {
		return !strings.HasPrefix(line, "1,1,") && !strings.HasPrefix(line, "rep")
	}), "")
	r, err := parsed(first, results.ReadOptions{}, compare.Options{Metrics: []string{"f1_macro"}})
	if err != nil || r.Verdicts[0].Method != "linearized-t" {
		t.Errorf("%s (%v) of one hold-out, want linearized-t, as of the items of a test set", methods(r), err)
	}
}
