package rank

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

func parse(t *testing.T, text string) []results.Results {
	t.Helper()
	rs, err := results.Parse("results.csv", strings.NewReader(text), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// run ranks the results of a text, which has one task and metric.
func run(t *testing.T, text string, opt Options) Table {
	t.Helper()
	tables, err := Run(parse(t, text), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 {
		t.Fatalf("%d tables, want 1", len(tables))
	}
	return tables[0]
}

// folds returns losses of models with some means on a 10 x 2 CV.
func folds(means ...float64) string {
	rng := rand.New(rand.NewPCG(1, 0))
	out := "replication,fold,model,loss\n"
	for j := range 20 {
		for g, mean := range means {
			out += fmt.Sprintf("%d,%d,model %d,%.4f\n", j/2+1, j%2+1, g, mean+0.01*rng.NormFloat64())
		}
	}
	return out
}

// Results of one name are no two data sets.
func TestRepeatedKey(t *testing.T) {
	rs := append(parse(t, folds(0.2, 0.3)), parse(t, folds(0.3, 0.2))...)
	if _, err := Run(rs, Options{}); err == nil || !strings.Contains(err.Error(), "name the data set or the task") {
		t.Errorf("got the error %v, want one that asks for names", err)
	}
	rs[0].Dataset, rs[1].Dataset = "a", "b"
	if _, err := Run(rs, Options{}); err != nil {
		t.Error(err)
	}
}

func names(t Table) (out []string) {
	for _, r := range t.Rows {
		out = append(out, r.Model)
	}
	return out
}

// On folds the order is what package compare says of the pairs and of all models.
func TestFoldsAreCompared(t *testing.T) {
	text := folds(0.5, 0.3, 0.31)
	table := run(t, text, Options{})
	rs := parse(t, text)
	report, err := compare.Run(rs, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	standings := joint(t, rs[0], false)
	if got := names(table); got[2] != "model 0" {
		t.Errorf("order %v, want model 0 as the last", got)
	}
	for i, ends := range [][2]int{{1, 2}, {1, 2}, {3, 3}} {
		r := table.Rows[i]
		if r.RankLow != ends[0] || r.RankHigh != ends[1] {
			t.Errorf("%s: rank %d to %d, want %v", r.Model, r.RankLow, r.RankHigh, ends)
		}
		if want := "aab"[i : i+1]; r.Letters != want {
			t.Errorf("%s: letters %s, want %s", r.Model, r.Letters, want)
		}
		k := slices.Index(rs[0].Models, r.Model)
		if s := standings[k]; r.Best != s.Best || math.Abs(r.Estimate-s.Mean) > 1e-15 {
			t.Errorf("%s: %v with P(best) %v, want %v with %v", r.Model, r.Estimate, r.Best, s.Mean, s.Best)
		}
		k = slices.IndexFunc(report.Models, func(m verdict.ModelInterval) bool { return m.Model == r.Model })
		if m := report.Models[k]; r.Low != m.Low || r.High != m.High {
			t.Errorf("%s: [%v, %v], want [%v, %v]", r.Model, r.Low, r.High, m.Low, m.High)
		}
	}
	if want := "No model is shown to be the best: "; !strings.HasPrefix(table.Sentence(), want) {
		t.Errorf("%s, want %q first", table.Sentence(), want)
	}
	if want := "bcv-t with Holm (10 x 2 CV)"; table.Method != want || table.KnownError != knownFolds {
		t.Errorf("method %q with error %q, want %q", table.Method, table.KnownError, want)
	}
	if some := run(t, text, Options{Models: []string{"model 2", "model 1"}}); len(some.Rows) != 2 ||
		!(some.Rows[0].Best > 0.5) || math.Abs(some.Rows[0].Best+some.Rows[1].Best-1) > 1e-12 {
		t.Errorf("two models: %+v", some.Rows)
	}
	if wide := run(t, text, Options{Alpha: 1e-16}); wide.Rows[2].RankLow != 1 {
		t.Errorf("alpha of 1e-16: %+v", wide.Rows)
	}
}

// joint returns the standings of all models on an m x 2 CV by the joint posterior.
func joint(t *testing.T, r results.Results, nested bool) []paired.Standing {
	t.Helper()
	var folds [][][2]float64
	var inner [][][2][][2]float64
	for model := range r.Models {
		var own [][2]float64
		for _, row := range r.Values[0].Rows(model) {
			own = append(own, [2]float64(row))
		}
		if folds = append(folds, own); nested {
			inner = append(inner, r.Inner.Of(0, model))
		}
	}
	j, err := paired.NewNestedJoint(folds, inner, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := j.Standings(false, 0, draws, 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// P(best) takes inner results into account, unless they say nothing.
func TestInnerResults(t *testing.T) {
	for repetitions := 1; repetitions <= 2; repetitions++ {
		outer, err := cv.New(cv.BCV, 24, cv.Options{M: 3, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		set, err := cv.Nest(outer, 4, repetitions, cv.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		filled := func(set cv.Set, spread float64) results.Results {
			out := results.New(set)
			for i, model := range []string{"a", "b", "c"} {
				for _, fold := range set.Folds() {
					if err := out.Add(fold, model, 0.3+0.02*float64(i)+spread*rng.NormFloat64()); err != nil {
						t.Fatal(err)
					}
				}
			}
			return *out
		}
		r, err := filled(set.Outer, 0.02).WithInner(filled(set.Inner, 0.04), set)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := Run([]results.Results{r}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := joint(t, r, repetitions > 1)
		for _, row := range tables[0].Rows {
			if i := slices.Index(r.Models, row.Model); row.Best != want[i].Best {
				t.Errorf("%d inner replications: P(best) of %s is %v, want %v", repetitions, row.Model, row.Best, want[i].Best)
			}
		}
	}
}

// One replication has no joint posterior: the order stays, and a note says so.
func TestOneReplication(t *testing.T) {
	text := "replication,fold,model,loss\n1,1,a,0.1\n1,2,a,0.2\n1,1,b,0.3\n1,2,b,0.35\n1,1,c,0.5\n1,2,c,0.4\n"
	table := run(t, text, Options{})
	if !math.IsNaN(table.Rows[0].Best) || !slices.ContainsFunc(table.Notes, func(n string) bool {
		return strings.HasPrefix(n, "no joint posterior of 3 models")
	}) {
		t.Errorf("P(best) %v, notes %q; want none, and a note that says why", table.Rows[0].Best, table.Notes)
	}
}

// What is shown changes at the adjusted p-values of the pairs.
func TestShownAtAlpha(t *testing.T) {
	text := folds(0.31, 0.3, 0.306)
	report, err := compare.Run(parse(t, text), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range report.Best() {
		for _, alpha := range []float64{v.PAdjusted * 0.99, min(v.PAdjusted*1.01, 0.99)} {
			beaten := map[string]bool{}
			for _, w := range report.Best() {
				if w.PAdjusted > alpha {
					continue
				}
				if w.Estimate < 0 {
					beaten[w.ModelA] = true
				} else {
					beaten[w.ModelB] = true
				}
			}
			for _, r := range run(t, text, Options{Alpha: alpha}).Rows {
				if (r.RankLow > 1) != beaten[r.Model] {
					t.Errorf("alpha %v: %s has rank %d to %d, shown to be worse than another: %v", alpha, r.Model, r.RankLow,
						r.RankHigh, beaten[r.Model])
				}
			}
		}
	}
}

// A model that is better than all others is shown to be the best, whatever direction is better.
func TestBestIsShown(t *testing.T) {
	table := run(t, folds(0.5, 0.3, 0.7), Options{})
	if want := "model 1 is shown to be the best of 3 models: loss 0."; !strings.HasPrefix(table.Sentence(), want) {
		t.Errorf("%s, want %s", table.Sentence(), want)
	}
	score := run(t, strings.Replace(folds(0.5, 0.3, 0.7), "loss", "accuracy", 1), Options{})
	if !strings.HasPrefix(score.Sentence(), "model 2 is shown to be the best of 3 models") {
		t.Errorf("accuracy: %s", score.Sentence())
	}
}

// Several data sets: by ranks of the means and Wilcoxon's test with Holm.
func TestSeveralDatasets(t *testing.T) {
	several := func(sets int) string {
		out := "dataset,replication,fold,model,loss\n"
		for d := range sets {
			for j := range 4 {
				for g := range 3 {
					loss := 0.3 + float64(d*d%7)/50 + float64(j)/100 + float64([]int{1, 0, 2}[g]*(d+1))/1000
					out += fmt.Sprintf("set %d,%d,%d,model %d,%g\n", d, j/2+1, j%2+1, g, loss)
				}
			}
		}
		return out
	}
	table := run(t, several(8), Options{})
	if got, want := names(table), []string{"model 1", "model 0", "model 2"}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
	for i, r := range table.Rows { // two-sided p-values of 2/256 each, times 3
		if r.MeanRank != float64(i+1) || r.RankLow != i+1 || r.RankHigh != i+1 {
			t.Errorf("%+v, want rank %d alone", r, i+1)
		}
		if !math.IsNaN(r.Best) || !math.IsNaN(r.Low) {
			t.Errorf("%+v, want neither P(best) nor an interval", r)
		}
	}
	if want := "model 1 is shown to be the best of 3 models: mean rank 1."; table.Sentence() != want {
		t.Errorf("%s, want %s", table.Sentence(), want)
	}
	d := table.Datasets // all data sets agree
	f := d.Friedman
	if math.Abs(f.ChiSquared-16) > 1e-9 || math.Abs(f.PValue-math.Exp(-8)) > 1e-12 || !math.IsInf(f.F, 1) {
		t.Errorf("Friedman %+v, want chi-squared 16 with p = exp(-8)", f)
	}
	if cd, err := ranks.CriticalDifference(3, 8, 0.05); err != nil || d.Critical != cd {
		t.Errorf("critical difference %v, want %v (%v)", d.Critical, cd, err)
	}
	for i, want := range [][2]int{{1, 0}, {1, 2}, {0, 2}} { // of models 0, 1 and 2 by their places
		if p := d.Pairs[i]; [2]int{p.A, p.B} != want || math.Abs(p.Holm-6.0/256) > 1e-12 {
			t.Errorf("pair %d: %+v, want places %v with p = 6/256", i, p, want)
		}
	}
	line := "Mean ranks: Friedman chi-squared = 16, p < 0.001; Iman-Davenport F = +Inf, p < 0.001; " +
		"critical difference at 0.05 (Nemenyi) 1.172."
	if got := table.Reading(); got[len(got)-1] != line {
		t.Errorf("%q, want %q last", got, line)
	}
	text, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"friedman_chi_squared":16`, `"iman_davenport_f":null`, `"critical_difference":1.17`,
		`{"model_a":"model 0","model_b":"model 1","wilcoxon_p":0.0078125,"wilcoxon_p_adjusted":0.0234375,"nemenyi_p":0.1`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s, want %s", text, want)
		}
	}
	equal := run(t, "dataset,replication,fold,model,loss\nx,1,1,a,1\nx,1,2,a,2\nx,1,1,b,1\nx,1,2,b,2\n"+
		"y,1,1,a,1\ny,1,2,a,2\ny,1,1,b,1\ny,1,2,b,2\n", Options{})
	if f := equal.Datasets.Friedman; !math.IsNaN(f.PValue) || equal.Rows[1].MeanRank != 1.5 ||
		!strings.HasPrefix(equal.Reading()[3], "Mean ranks: all are equal; critical difference at 0.05 (Nemenyi) ") {
		t.Errorf("equal models: %+v, rows %+v", f, equal.Rows)
	}
	few := run(t, several(6), Options{}) // 2/64 times 3
	if r := few.Rows[0]; r.RankHigh != 3 || !slices.Contains(few.Notes, "6 data sets are too few to show any of 3 models "+
		"better than another") {
		t.Errorf("6 data sets: %+v, %q", r, few.Notes)
	}
}

// Twelve models fit on a screen of 24 lines and 80 columns, with long names.
func TestOneScreen(t *testing.T) {
	table := Table{Alpha: 0.05, Metric: metric.Metric{Name: "accuracy", Max: 1, Percent: true, HigherIsBetter: true},
		About: "these models, on new items", Method: "max-t of items (1000 items in 25 clusters)", KnownError: knownFolds}
	var rows []Row
	shown := ranks.NewShown(12)
	for i := range 12 {
		rows = append(rows, Row{Model: fmt.Sprintf("a model with a very long name, number %02d", i), MeanRank: math.NaN(),
			Estimate: 0.9 - float64(i)/50, Low: 0.1, High: 1, Best: 0.1})
		for j := range i {
			shown[j][i] = i-j > 2
		}
	}
	table.fill(rows, shown)
	var out strings.Builder
	if err := table.Text(&out); err != nil {
		t.Fatal(err)
	}
	height := 0 // of 80 columns
	for l := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n"), "\n") {
		n := len([]rune(l))
		if height += 1 + max(0, n-1)/80; n > 80 && strings.Contains(l, "  ") {
			t.Errorf("%d columns of the table, want at most 80: %s", n, l)
		}
	}
	if height > 24 {
		t.Errorf("%d lines, want at most 24:\n%s", height, out.String())
	}
	if got, want := table.Rows[3].Letters, "bcd"; got != want {
		t.Errorf("letters of the fourth model %s, want %s", got, want)
	}
}

// JSON has all numbers, and null for those that there are not.
func TestJSON(t *testing.T) {
	text, err := json.Marshal(run(t, folds(0.5, 0.3, 0.31), Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Sentence string
		Models   []map[string]any
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	m := got.Models[2]
	if m["model"] != "model 0" || m["rank_low"] != 3.0 {
		t.Errorf("%v, want model 0 with rank 3", m)
	}
	if m["mean_rank"] != nil || m["p_best"] == nil {
		t.Errorf("%v, want P(best) and no mean rank", m)
	}
	if !strings.HasPrefix(got.Sentence, "No model") {
		t.Errorf("sentence %q", got.Sentence)
	}
}

func TestRefused(t *testing.T) {
	rs := parse(t, folds(1, 2, 3))
	for want, opt := range map[string]Options{
		"alpha is 2":            {Alpha: 2},
		`no model "x"`:          {Models: []string{"model 1", "x"}},
		`there are ["model 1"]`: {Models: []string{"model 1"}},
		`no metric "nonsense"`:  {Metrics: []string{"nonsense"}},
	} {
		if _, err := Run(rs, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Run(nil, Options{}); err == nil {
		t.Error("no results are ranked")
	}
	sets := parse(t, "dataset,replication,fold,model,loss\nx,1,1,a,1\nx,1,2,a,2\nx,1,1,b,1\nx,1,2,b,2\n"+
		"y,1,1,a,1\ny,1,2,a,2\ny,1,1,c,1\ny,1,2,c,2\n")
	if _, err := Run(sets, Options{}); err == nil || !strings.Contains(err.Error(), `not all data sets have the model "b"`) {
		t.Errorf("%v, want the model that is missing", err)
	}
}

// scored returns results of models on the items of one test set, as many runs of each as it has rows.
func scored(t testing.TB, clusters []int, models ...[][]float64) results.Results {
	t.Helper()
	items := make([]string, len(models[0][0]))
	for i := range items {
		items[i] = fmt.Sprint("item ", i)
	}
	r, err := results.NewScores(items, clusters)
	if err != nil {
		t.Fatal(err)
	}
	for g, runs := range models {
		for s, scores := range runs {
			if err := r.AddScores(fmt.Sprintf("model %d", g), fmt.Sprint(s), scores); err != nil {
				t.Fatal(err)
			}
		}
	}
	return *r
}

// answers returns right and wrong answers in some runs: the first items are right in more of them.
func answers(n, runs int, share float64, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([][]float64, runs)
	for s := range out {
		for range n {
			right := 0.0
			if rng.Float64() < share {
				right = 1
			}
			out[s] = append(out[s], right)
		}
	}
	return out
}

// Three models on items: the order is that of ranks.Estimates, intervals are Wilson's.
func TestItems(t *testing.T) {
	const n = 400
	r := scored(t, nil, answers(n, 1, 0.5, 1), answers(n, 1, 0.8, 2), answers(n, 1, 0.78, 3))
	tables, err := Run([]results.Results{r}, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	table := tables[0]
	if got := names(table); got[2] != "model 0" || table.Rows[2].RankLow != 3 {
		t.Errorf("order %v with rank %d, want model 0 as the last", got, table.Rows[2].RankLow)
	}
	if table.About != "these models, on new items" || !strings.Contains(table.KnownError, "right or wrong scores, "+
		"3 to 50 models, 50 to 1,000 items (study rank-sets)") {
		t.Errorf("about %q, error %q", table.About, table.KnownError)
	}
	// Wilson's interval with the standard error of n - 1 and Student's quantile.
	row := table.Rows[2]
	size, z := float64(n-1), special.StudentCritical(0.025, n-1)
	half := z / (1 + z*z/size) * math.Sqrt(row.Estimate*(1-row.Estimate)/size+z*z/(4*size*size))
	mid := (row.Estimate + z*z/(2*size)) / (1 + z*z/size)
	if math.Abs(row.Low-(mid-half)) > 1e-12 || math.Abs(row.High-(mid+half)) > 1e-12 {
		t.Errorf("interval [%v, %v], want [%v, %v]", row.Low, row.High, mid-half, mid+half)
	}
	all := scored(t, nil, answers(50, 1, 2, 1), answers(50, 1, 0.5, 2))
	if tables, err = Run([]results.Results{all}, Options{}); err != nil {
		t.Fatal(err)
	}
	row, z = tables[0].Rows[0], special.StudentCritical(0.025, 49) // n/(n + z²) to 1
	if want := 50 / (50 + z*z); math.Abs(row.Low-want) > 1e-12 || math.Abs(row.High-1) > 1e-12 {
		t.Errorf("all right: [%v, %v], want [%v, 1]", row.Low, row.High, want)
	}
}

// Models that answer alike share all; scores that are not shares have t intervals.
func TestEqualModels(t *testing.T) {
	a := [][]float64{{1.5, 2, 7, 3}}
	tables, err := Run([]results.Results{scored(t, nil, a, a, a)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	sd := math.Sqrt((1.875*1.875 + 1.375*1.375 + 3.625*3.625 + 0.375*0.375) / 12)
	low := 3.375 - special.StudentCritical(0.025, 3)*sd
	for _, r := range tables[0].Rows {
		if r.Letters != "a" || r.RankLow != 1 || r.RankHigh != 3 {
			t.Errorf("%+v, want all ranks and one letter", r)
		}
		if math.Abs(r.Best-1.0/3) > 1e-9 || math.Abs(r.Low-low) > 1e-12 {
			t.Errorf("P(best) %v and low %v, want 1/3 and %v", r.Best, r.Low, low)
		}
	}
	if got := tables[0]; got.KnownError != "" || got.NotMeasured != "4 items (50 to 1,000 were)" {
		t.Errorf("known error %q, not measured for %q", got.KnownError, got.NotMeasured)
	}
	if s := tables[0].Sentence(); !strings.HasSuffix(s, ": model 0, model 1 and model 2 lead alike with score 3.38.") {
		t.Errorf("%s, want it to say that all have the same score", s)
	}
}

// Runs of all models make the statement one about the models run again; clusters are counted.
func TestRunsAndClusters(t *testing.T) {
	clusters := make([]int, 60)
	for i := range clusters {
		clusters[i] = i / 10
	}
	for name, c := range map[string]struct {
		runs  [2]int
		about string
		note  string
	}{
		"runs":     {[2]int{3, 2}, "the models run again, on new items", "2 runs of a model hardly show how its runs vary"},
		"some one": {[2]int{3, 1}, "these models, on new items", "some models have several runs and some one"},
	} {
		r := scored(t, clusters, answers(60, c.runs[0], 0.5, 1), answers(60, c.runs[1], 0.7, 2))
		tables, err := Run([]results.Results{r}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := tables[0].About; got != c.about {
			t.Errorf("%s: about %q, want %q", name, got, c.about)
		}
		if !slices.ContainsFunc(tables[0].Notes, func(n string) bool { return strings.HasPrefix(n, c.note) }) {
			t.Errorf("%s: notes %q, want %q", name, tables[0].Notes, c.note)
		}
		if !strings.Contains(tables[0].Method, "60 items in ") || !strings.Contains(tables[0].Method, "6 clusters") {
			t.Errorf("%s: method %q, want the items and clusters", name, tables[0].Method)
		}
	}
}

// Fifty models on 5,000 items.
func BenchmarkFiftyModels(b *testing.B) {
	var models [][][]float64
	for g := range 50 {
		models = append(models, answers(5000, 1, 0.5+float64(g)/150, uint64(g)))
	}
	r := scored(b, nil, models...)
	for b.Loop() {
		if _, err := Run([]results.Results{r}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Progress counts the pairs of all tables: on folds one by one, and on items those of a table at once.
func TestProgress(t *testing.T) {
	scores := scored(t, nil, answers(20, 1, 0.5, 1), answers(20, 1, 0.6, 2), answers(20, 1, 0.7, 3))
	counts := "replication,fold,model,gold,predicted,correct\n"
	for j := range 12 {
		counts += fmt.Sprintf("%d,%d,model %d,20,22,%d\n", j/4+1, j/2%2+1, j%2, 10+j%5)
	}
	for name, c := range map[string]struct {
		of   results.Results
		want [][2]int
	}{
		"folds": {parse(t, folds(0.3, 0.31, 0.32))[0], [][2]int{
			{1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}, {6, 6}}},
		"items":         {scores, [][2]int{{3, 9}, {6, 9}, {9, 9}}}, // of two tasks, and of both together
		"three metrics": {parse(t, counts)[0], [][2]int{{1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}, {6, 6}}},
	} {
		var got [][2]int
		other := c.of
		other.Key.Task = "other"
		listen := func(done, total int) { got = append(got, [2]int{done, total}) }
		if _, err := Run([]results.Results{c.of, other}, Options{Progress: listen, EachTask: name == "items"}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// Of more than 10 models in 2 runs no order is claimed, however far they are apart, and a third run is enough; of 10
// models it is. Compare says the same.
func TestTwoRunsOfManyModels(t *testing.T) {
	for name, c := range map[string]struct {
		models, runs int
		want         bool
	}{"11 in 2": {11, 2, false}, "11 in 3": {11, 3, true}, "10 in 2": {10, 2, true}} {
		var models [][][]float64
		for g := range c.models {
			models = append(models, answers(2000, c.runs, 0.1+0.08*float64(g), uint64(g)))
		}
		r := scored(t, nil, models...)
		tables, err := Run([]results.Results{r}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := compare.Run([]results.Results{r}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		claims := 0
		for _, v := range report.Best() {
			if v.Winner != "" {
				claims++
			}
		}
		table := tables[0]
		if got := table.Rows[0].RankHigh < c.models; got != c.want || claims > 0 != c.want {
			t.Errorf("%s: %+v, and compare claims %d pairs; want claims %v", name, table.Rows[0], claims, c.want)
		}
		a, b := slices.Contains(table.Notes, known.Unordered), slices.Contains(report.Notes, known.Unordered)
		if a == c.want || b == c.want {
			t.Errorf("%s: notes %q and %q", name, table.Notes, report.Notes)
		}
	}
}

// Models that were compared two at a time are ordered by strengths, with the win rates that these stand for; two as
// package compare has them.
func TestPreferences(t *testing.T) {
	text, models := "item,a,b,winner\n", []string{"x", "y", "z"}
	for i := range 300 {
		a, b := models[i%3], models[(i+1)%3]
		winner := max(a, b) // z wins against all, and y against x, but for some
		if i%5 == 0 {
			winner = "tie"
		} else if i%5 == 1 {
			winner = min(a, b)
		}
		text += fmt.Sprintf("q%d,%s,%s,%s\n", i, a, b, winner)
	}
	rs, err := results.Parse("f.csv", strings.NewReader(text), results.ReadOptions{Preferences: true})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Run(rs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := tables[0]
	if got := strings.Join(names(table), " "); got != "z y x" || table.Rows[0].RankHigh != 1 || table.Rows[2].RankLow != 3 {
		t.Errorf("%s: %+v", got, table.Rows)
	}
	s := func(i, j int) float64 { return 1 / (1 + math.Exp(*table.Rows[j].Strength-*table.Rows[i].Strength)) }
	for i, r := range table.Rows {
		if want := (s(i, (i+1)%3) + s(i, (i+2)%3)) / 2; math.Abs(r.Estimate-want) > 1e-12 || !(r.Low < want && want < r.High) {
			t.Errorf("%s: win rate %v from %v to %v, want %v", r.Model, r.Estimate, r.Low, r.High, want)
		}
	}
	if !strings.HasPrefix(table.Method, "max-t of Bradley-Terry strengths (300 comparisons") ||
		!strings.HasSuffix(table.KnownError, "(recommended; study preferences)") {
		t.Errorf("%s; %s; %s", table.Method, table.KnownError, table.NotMeasured)
	}
	if _, err := Run(rs, Options{Planned: 400}); err == nil || !strings.Contains(err.Error(), "comparisons of two models") {
		t.Errorf("planned: %v", err)
	}
	if rs, err = results.Parse("f.csv", strings.NewReader(text), results.ReadOptions{Models: []string{"x", "z"}, Preferences: true}); err != nil {
		t.Fatal(err)
	}
	if tables, err = Run(rs, Options{}); err != nil {
		t.Fatal(err)
	}
	if table = tables[0]; table.About != onComparisons || math.Abs(table.Rows[0].Estimate-0.7) > 1e-12 ||
		!strings.HasPrefix(table.Method, "mcnemar-exact") {
		t.Errorf("two of them: %s, %s, %v", table.About, table.Method, table.Rows[0])
	}
}

// Where nothing was measured, no error is said.
func TestPreferenceError(t *testing.T) {
	for want, c := range map[string][3]int{
		"25 models (3 to 20 were)":                             {25, 5000, 0},
		"8 clusters (10 or more were)":                         {4, 500, 8},
		"10 comparisons of each model (40 or more were)":       {4, 20, 0},
		"fewer than 200 comparisons of each model; study pref": {4, 200, 0},
		"several models in clusters; study pref":               {4, 200, 20},
	} {
		found, missing := preferenceError(c[0], c[1], c[2])
		if (found == "") == (missing == "") || !strings.Contains(found+missing, want) {
			t.Errorf("%v: %q, %q, want %s", c, found, missing, want)
		}
	}
}
