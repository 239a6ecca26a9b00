package compare_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

const counts = "../../data/counts/acl2019.csv"

// losses makes rows of two models on a set of the given numbers of replications and folds.
func losses(replications, folds int, set string) []lossRow {
	var out []lossRow
	for m, model := range []string{"old", "new"} {
		for j := range replications {
			for k := range folds {
				x := 0.3 - 0.1*float64(m) + 0.01*float64((3*j+5*k+m*(j+k))%4)
				out = append(out, lossRow{Model: model, Replication: j + 1, Fold: k + 1, Loss: x, NTrain: 80, NValid: 20, Set: set})
			}
		}
	}
	return out
}

func TestRecommended(t *testing.T) {
	const id = ":1:3b4fe958a5e9fe59"
	for _, c := range []struct {
		replications, folds int
		set, want           string
	}{
		{5, 2, "bcv" + id, "bcv-t"}, {5, 2, "", "bcv-t"}, {5, 2, "mx2" + id, "corrected-repeated-kfold-t"},
		{1, 10, "kfold" + id, "corrected-repeated-kfold-t"}, {3, 10, "", "corrected-repeated-kfold-t"},
		{15, 1, "rlt" + id, "corrected-resampled-t"}, {1, 1, "", "proportion-z"},
	} {
		r, err := ofLosses(losses(c.replications, c.folds, c.set), compare.Options{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		v := r.Verdicts[0]
		same(t, c.want+": verdicts", len(r.Verdicts), 1)
		same(t, "method", v.Method, c.want)
		same(t, c.want+": recommended", v.Recommended, true)
		same(t, c.want+": says why", v.Why != "", true)
		same(t, c.want+": has an error rate", v.ErrorRate.Rate > 0, c.want != "proportion-z")
		if fitted := c.want == "proportion-z"; fitted != (v.Target == verdict.FittedModels) {
			t.Errorf("%+v: about the %s", c, v.Target)
		}
		if c.want != "proportion-z" && v.Winner != "new" {
			t.Errorf("%+v: winner %q, estimate %v", c, v.Winner, v.Estimate)
		}
		if described := c.folds == 2; (v.Described.Method == "paired") != described || math.IsNaN(v.PBetter) == described {
			t.Errorf("%+v: described by %+v, P(better) %v; want a posterior: %v", c, v.Described, v.PBetter, described)
		}
		if noted := len(r.Notes) > 0 && strings.Contains(r.Notes[0], "name no partition set"); noted != (c.set == "") {
			t.Errorf("%+v: notes %q", c, r.Notes)
		}
	}
}

// A test for block-regularized sets is refused on a set that is known to be random.
func TestMethodMustFit(t *testing.T) {
	rows := losses(5, 2, "mx2:1:3b4fe958a5e9fe59")
	_, err := ofLosses(rows, compare.Options{Methods: []string{"bcv-t"}})
	var misfit *infer.MisfitError
	if !errors.As(err, &misfit) || !strings.Contains(err.Error(), "random 5 x 2 CV") {
		t.Errorf("%v", err)
	}
	if _, err := ofLosses(rows, compare.Options{Methods: []string{"oracle"}}); err == nil ||
		!strings.Contains(err.Error(), `unknown method "oracle"`) {
		t.Errorf("%v", err)
	}
}

// A posterior without spread is refused by the name of its method, once.
func TestNoPosteriorWithoutSpread(t *testing.T) {
	for method, folds := range map[string]int{"paired": 2, "correlated-t": 5} {
		rows := losses(5, folds, "")
		for i := range rows {
			rows[i].Loss = 0.2
		}
		_, err := ofLosses(rows, compare.Options{Methods: []string{method}})
		if want := method + " has no posterior: all differences are 0; "; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestAllListsEachStatisticOnce(t *testing.T) {
	numtest.NotRaced(t)
	r, err := ofLosses(losses(5, 2, ""), compare.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range r.Verdicts {
		names = append(names, v.Method)
	}
	want := "bcv-t paired correlated-t 5x2-t combined-5x2-t combined-5x2-F calibrated-5x2-F"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("methods %s", got)
	}
}

// More is better in precision, recall and F1, and the posterior is that of bcv bayes.
func TestCounts(t *testing.T) {
	r, err := files([]string{counts}, compare.Options{Metrics: []string{"F1"}, Methods: []string{"posterior"}})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := results.Read([]string{counts}, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var tasks []posterior.Task
	for _, one := range rs {
		tasks = append(tasks, one.Task(0, 1))
	}
	want, err := posterior.Compare(tasks, posterior.Options{Metrics: []posterior.Metric{posterior.F1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range r.Verdicts {
		if v.PBetter != want[i].PH1 || v.Target != verdict.FittedModels || v.A != want[i].A {
			t.Errorf("%+v, want %+v", v, want[i])
		}
		a, b, err := tasks[i].Distributions(posterior.F1, posterior.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for x, p := range map[float64]float64{v.Low: 0.025, v.High: 0.975} {
			below, _, err := posterior.LogDifference(a, b, x)
			if err != nil || math.Abs(math.Exp(below)-p) > 1e-9 {
				t.Errorf("%s: P(difference <= %v) = %v, want %v (%v)", v.Key.String(), x, math.Exp(below), p, err)
			}
		}
	}
	begin := "CWS: BB2B3MES is better than BMES: F1 95.415% against 95.332%, 0.083 points higher " +
		"(95% interval 0.045 to 0.121). "
	if cws := r.Verdicts[0]; cws.Winner != "BB2B3MES" || !strings.HasPrefix(cws.Sentence(), begin) {
		t.Errorf("%q", cws.Sentence())
	}
	r, err = files([]string{counts}, compare.Options{Metrics: []string{"F1"}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	same(t, "method", v.Method, "bcv-t")
	same(t, "method of the posterior", v.Described.Method, "paired")
	close(t, "estimate", v.Estimate, 0.00083277659, 1e-10)
}

// The posterior of the difference: for losses B is better where it has less, for metrics
// where it has more; the correlated t has the interval of the corrected t-test.
func TestPaired(t *testing.T) {
	r, err := ofLosses(losses(5, 2, ""), compare.Options{Methods: []string{"paired"}, Rope: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	same(t, "model B", v.ModelB, "new")
	same(t, "better", v.Winner, "new")
	same(t, "target", v.Target, verdict.Algorithms)
	same(t, "new is surely better", v.PBetter > 0.99, true)
	same(t, "the difference is hardly near 0", v.PRope < 0.05, true)
	same(t, "the interval holds the estimate", v.Low < v.Estimate && v.Estimate < v.High, true)
	for _, design := range [][2]int{{5, 2}, {1, 10}, {15, 1}} {
		all, err := ofHoldOuts(losses(design[0], design[1], ""), design[1] == 1,
			compare.Options{Methods: []string{"correlated-t"}})
		if err != nil {
			t.Fatal(err)
		}
		test := "corrected-repeated-kfold-t"
		if design[1] == 1 {
			test = "corrected-resampled-t"
		}
		c, err := ofHoldOuts(losses(design[0], design[1], ""), design[1] == 1, compare.Options{Methods: []string{test}})
		if err != nil {
			t.Fatal(err)
		}
		a, b := all.Verdicts[0], c.Verdicts[0]
		close(t, test+": low end", a.Low, b.Low, 1e-12)
		close(t, test+": high end", a.High, b.High, 1e-12)
		same(t, test+": error rate", a.ErrorRate, b.ErrorRate)
		close(t, test+": twice the probability of the other side", 2*(1-a.PBetter), b.PValue, 1e-12)
	}
	if _, err := ofLosses(losses(1, 10, ""), compare.Options{Methods: []string{"paired"}}); err == nil ||
		!strings.Contains(err.Error(), "m x 2 CV with m >= 2; the differences come from a 10-fold CV") {
		t.Errorf("%v", err)
	}
	e, err := compare.EmpiricalPrior()
	if err != nil || len(e) < 550 || len(e) > 588 {
		t.Errorf("%d pairs, %v", len(e), err)
	}
	for _, bad := range []string{"oracle", "0.2", "a,b"} {
		if _, err := compare.ParsePrior(bad); err == nil {
			t.Errorf("prior %q was accepted", bad)
		}
	}
}

// A metric without a value names the fold.
func TestUndefinedMetric(t *testing.T) {
	var rows []countRow
	for _, model := range []string{"a", "b"} {
		for j := 1; j <= 2; j++ {
			for k := 1; k <= 2; k++ {
				row := countRow{Model: model, Replication: j, Fold: k, TP: 5, FP: 1, FN: 2}
				if model == "b" && j == 2 && k == 1 {
					row.TP, row.FP = 0, 0
				}
				rows = append(rows, row)
			}
		}
	}
	_, err := ofCounts(rows, compare.Options{Metrics: []string{"P"}})
	if err == nil || !strings.Contains(err.Error(), `P of "b" has no value in replication 2 fold 1`) {
		t.Errorf("%v", err)
	}
	r, err := ofCounts(rows, compare.Options{})
	if err != nil || len(r.Verdicts) != 2 || !strings.Contains(strings.Join(r.Notes, "\n"),
		"no value in replication 2 fold 1, where it has nothing to count; left out") {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := ofCounts(rows, compare.Options{Methods: []string{"posterior"}}); err != nil || len(r.Verdicts) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPredictions(t *testing.T) {
	var rows []predictionRow
	for _, model := range []string{"a", "b"} {
		for j := 1; j <= 3; j++ {
			for i := range 40 {
				said := "x"
				if model == "b" && i%4 == 0 {
					said = "y" // B errs on every fourth record
				}
				rows = append(rows, predictionRow{Replication: j, Fold: 1 + (i/2+j)%2, Record: i, Model: model, Truth: "x",
					Predicted: said})
			}
		}
	}
	r, err := ofPredictions(rows, compare.Options{Methods: []string{"bcv-mcnemar"}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	same(t, "method", v.Method, "bcv-mcnemar")
	same(t, "recommended", v.Recommended, false)
	same(t, "estimate", v.Estimate, 0.25)
	same(t, "better", v.Winner, "a")
	same(t, "records", v.Design.Records, 40)
}

func TestFilesRefuse(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	odd, loss := write("odd.csv", "x,z\n1,2\n"), write("loss.csv", "model,replication,fold,loss\na,1,1,0.5\n")
	for want, paths := range map[string][]string{
		"no file; name one": nil, "no such file": {"nowhere.csv"}, "odd.csv: no column says what a row is": {odd},
		"acl2019.csv: holds counts, but": {loss, counts}, `only "a"; give two models or more`: {loss},
	} {
		if _, err := files(paths, compare.Options{}); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want %q", paths, err, want)
		}
	}
	for want, opt := range map[string]compare.Options{
		"alpha is 2":         {Alpha: 2},
		"bcv-t stands twice": {Methods: []string{"bcv-t", "sequential-t"}},
		"delta is NaN":       {Delta: math.NaN()},
	} {
		if _, err := files([]string{counts}, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", opt, err, want)
		}
	}
}

// One value gives rows for frames and JSON with the names of the models.
func TestRowsAndJSON(t *testing.T) {
	r, err := ofLosses(losses(5, 2, "bcv:1:3b4fe958a5e9fe59"), compare.Options{All: true, Alternative: infer.TwoSided})
	if err != nil {
		t.Fatal(err)
	}
	if rows := r.Rows(); len(rows) != len(r.Verdicts) || rows[0].ModelB != "new" || rows[0].Method != "bcv-t" {
		t.Fatalf("rows %+v", rows)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Verdicts []map[string]any
		Notes    []string
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	got, first := all.Verdicts, all.Verdicts[0]
	for field, want := range map[string]any{"model_a": "old", "model_b": "new", "replications": 5.0, "method": "bcv-t",
		"interval_kind": "confidence", "better": "new", "set": "bcv:1:3b4fe958a5e9fe59"} {
		same(t, field, first[field], want)
	}
	same[any](t, "method of the posterior", first["described"].(map[string]any)["method"], "paired")
	same(t, "new is surely better", first["p_better"].(float64) > 0.99, true)
	same(t, "ends of the interval", len(first["interval"].([]any)), 2)
	f := got[len(got)-1] // an F-test has no interval
	if f["interval"] != nil || f["estimate"] == nil {
		t.Errorf("%v", f)
	}
}

// Without spread, up to rounding, no procedure claims anything, and each says why: also on
// one replication, and where the losses are numbers of errors over numbers of records.
func TestNoSpreadClaimsNothing(t *testing.T) {
	for _, c := range []struct {
		name    string
		m       int
		a, step float64 // B has step more in every fold
	}{{"equal losses", 5, 0.2, 0.1}, {"one error more of 75", 5, 20. / 75, 1. / 75},
		{"one replication", 1, 20. / 75, 1. / 75}, {"losses that differ by rounding", 5, 0.3, 5e-17}} {
		var rows []lossRow
		for j := range c.m {
			for k := range 2 {
				a := c.a + float64((3*j+k)%5)/75
				if c.step == 0.1 {
					a = c.a
				}
				set := "bcv:1:3b4fe958a5e9fe59"
				rows = append(rows, lossRow{Model: "old", Replication: j + 1, Fold: k + 1, Loss: a, Set: set},
					lossRow{Model: "new", Replication: j + 1, Fold: k + 1, Loss: a + c.step*(1+1e-16*float64(j)), Set: set})
			}
		}
		for _, opt := range []compare.Options{{}, {All: true}, {Delta: 0.05}, {Alternative: infer.Greater}} {
			r, err := ofLosses(rows, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Verdicts {
				of := fmt.Sprintf("%s, %+v: %s: ", c.name, opt, v.Method)
				same(t, of+"better", v.Winner, "")
				contains(t, of+"note", v.Note, "the estimated variance is 0")
				same(t, of+"has no interval", math.IsNaN(v.Low), true)
				same(t, of+"p-value", v.PValue, 1)
				same(t, of+"method of the posterior", v.Described.Method, "")
				same(t, of+"has no error rate", math.IsNaN(v.ErrorRate.Rate), true)
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			of := fmt.Sprintf("%s, %+v: ", c.name, opt)
			same(t, of+"claims in JSON", strings.Count(string(text), `"better":"`), 0)
			contains(t, of+"JSON", string(text), `"better":null`)
			contains(t, of+"sentence", r.Sentence(), "Beware: the estimated variance is 0")
		}
		for _, method := range []string{"paired", "correlated-t"} {
			if r, err := ofLosses(rows, compare.Options{Methods: []string{method}}); err == nil {
				t.Errorf("%s: %s gives %s, want an error", c.name, method, r.Sentence())
			}
		}
	}
}

// written writes a file for a test and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// methods lists the procedures of the verdicts.
func methods(r compare.Report) string {
	var names []string
	for _, v := range r.Verdicts {
		names = append(names, v.Method)
	}
	return strings.Join(names, " ")
}

// Several procedures run in the order they are named in, all of them or the ones that fit.
func TestMethods(t *testing.T) {
	rows := losses(5, 2, "")
	for _, c := range []struct {
		opt  compare.Options
		want string // the methods, or "error: " and words of the error
	}{
		{compare.Options{}, "bcv-t"},
		{compare.Options{Methods: []string{""}}, "bcv-t"},
		{compare.Options{Methods: []string{"5x2-t", "bcv-t", "paired"}}, "5x2-t bcv-t paired"},
		{compare.Options{Methods: []string{"sequential-t", "mx2-t"}}, "bcv-t mx2-t"},
		{compare.Options{Methods: []string{"5x2-t", "kfold-t"}}, "error: kfold-t is a test for"},
		{compare.Options{Methods: []string{"kfold-t", "5x2-t", "paired", "bcv-t"}, All: true}, "bcv-t 5x2-t paired"},
		{compare.Options{Methods: []string{"kfold-t", "5x2-t"}, All: true}, "5x2-t"},
		{compare.Options{Methods: []string{"kfold-t"}, All: true}, "error: no test fits a 5 x 2 CV; give more folds"},
		{compare.Options{Methods: []string{"kfold-t", "oracle"}, All: true}, `error: unknown method "oracle"`},
	} {
		r, err := ofLosses(rows, c.opt)
		words, refused := strings.CutPrefix(c.want, "error: ")
		if refused && (err == nil || !strings.Contains(err.Error(), words)) {
			t.Errorf("%v, all %v: error %v, want %s", c.opt.Methods, c.opt.All, err, words)
		}
		if got := methods(r); !refused && got != c.want {
			t.Errorf("%v, all %v: %s, want %s (%v)", c.opt.Methods, c.opt.All, got, c.want, err)
		}
	}
	r, err := ofPredictions(predictionRows(1, 1, 60),
		compare.Options{Methods: []string{"mcnemar-exact", "mcnemar-midp"}, All: true})
	if got := methods(r); got != "mcnemar-midp mcnemar-exact" {
		t.Errorf("on a hold-out the recommended test does not come first: %s (%v)", got, err)
	}
}

// What all procedures leave out is said once for each task, without the names of others.
func TestLeftOut(t *testing.T) {
	o := compare.Options{Methods: []string{"bcv-t", "corrected-repeated-kfold-t", "kfold-t"}, All: true, Separate: true}
	r, err := ofLosses(three(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"corrected-repeated-kfold-t left out: it is the same statistic as bcv-t",
		"kfold-t left out: it is a test for one K-fold CV; the differences come from a 5 x 2 BCV"}
	if !slices.Equal(r.LeftOut, want) {
		t.Errorf("left out: %q, want %q", r.LeftOut, want)
	}
	if r, err = ofLosses(datasetRows(2), compare.Options{Methods: []string{"bcv-t", "kfold-t"}, All: true}); err != nil {
		t.Fatal(err)
	}
	for i, dataset := range []string{"d0", "d1"} {
		if len(r.LeftOut) != 2 || !strings.HasPrefix(r.LeftOut[i], dataset+": bcv-t left out: ") {
			t.Errorf("left out: %q, want bcv-t on each data set", r.LeftOut)
		}
	}
}

// same, close and contains test one thing each.
func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func contains(t *testing.T, what, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s: got %q, want %q in it", what, got, want)
	}
}

// What verdicts are about is said once where it is the same, and with each where it is not.
func TestSentenceSaysTheScopeOnce(t *testing.T) {
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := results.New(set, metric.Loss)
	for j, f := range set.Folds() {
		for k, model := range []string{"a", "b", "c"} {
			if err := r.Add(f, model, 0.3+float64((j+1)*(k+2)%7)/50); err != nil {
				t.Fatal(err)
			}
		}
	}
	for models, lines := range map[string]int{"a b": 1, "a b c": 4} {
		report, err := compare.Run([]results.Results{*r}, compare.Options{Models: strings.Fields(models)})
		if err != nil {
			t.Fatal(err)
		}
		s := report.Sentence()
		if got := strings.Count(s, "About the algorithms"); got != 1 || strings.Count(s, "\n")+1 != lines {
			t.Errorf("%s: %d times what it is about, in %q; want once in %d lines", models, got, s, lines)
		}
	}
}
