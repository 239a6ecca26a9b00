package compare_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// sets writes the losses of old and new on n data sets; on even ones new comes first.
func sets(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("dataset,model,replication,fold,loss\n")
	for i := range n {
		rows := losses(5, 2, "")
		if i%2 == 1 {
			rows = append(rows[10:], rows[:10]...)
		}
		for _, r := range rows {
			fmt.Fprintf(&b, "d%d,%s,%d,%d,%v\n", i, r.Model, r.Replication, r.Fold, r.Loss+0.01*float64(i*r.Fold%3))
		}
	}
	path := filepath.Join(t.TempDir(), "sets.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each data set has the verdict that it has alone, with the same A and B, and all together
// that of package hierarchical.
func TestDatasets(t *testing.T) {
	path := sets(t, 6)
	r, err := files([]string{path}, compare.Options{Rope: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Verdicts) != 7 {
		t.Fatalf("%d verdicts", len(r.Verdicts))
	}
	all, err := results.Read([]string{path}, results.ReadOptions{Models: []string{"old", "new"}})
	if err != nil {
		t.Fatal(err)
	}
	var posteriors []paired.Posterior
	for i, s := range all {
		alone, err := compare.Run([]results.Results{s}, compare.Options{})
		v := r.Verdicts[i]
		if err != nil {
			t.Fatal(err)
		}
		same(t, "key", v.Key.String(), s.Dataset)
		same(t, s.Dataset+": model A", v.ModelA, "old")
		same(t, s.Dataset+": probability", v.PBetter, alone.Verdicts[0].PBetter)
		same(t, s.Dataset+": low end", v.Low, alone.Verdicts[0].Low)
		d, err := s.Pair(0, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		pairs, err := d.Pairs()
		if err != nil {
			t.Fatal(err)
		}
		p, err := paired.New(pairs, nil)
		if err != nil {
			t.Fatal(err)
		}
		posteriors = append(posteriors, p)
	}
	h, err := hierarchical.New(posteriors, hierarchical.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[6]
	below, within, _ := h.Predictive(0.01)
	same(t, "key", v.Key.String(), verdict.AnotherDataset)
	same(t, "data sets", v.Datasets, 6)
	same(t, "probability", v.PBetter, h.PredictiveCDF(0))
	same(t, "probability near 0", v.PRope, within)
	same(t, "more lies below 0 than below the region", v.PBetter > below, true)
	same(t, "estimate", v.Estimate, h.Mean().Mean())
	same(t, "the interval holds the estimate", v.Low < v.Estimate && v.Estimate < v.High, true)
	if math.Abs(h.PredictiveCDF(v.Low)-0.025) > 1e-9 || math.Abs(h.PredictiveCDF(v.High)-0.975) > 1e-9 {
		t.Errorf("interval [%v, %v] holds %v to %v", v.Low, v.High, h.PredictiveCDF(v.Low), h.PredictiveCDF(v.High))
	}
	if !(v.PBetter > 0.9) || !math.IsNaN(v.ErrorRate.Rate) {
		t.Errorf("%+v", v)
	}
	one, err := files([]string{sets(t, 1)}, compare.Options{})
	if err != nil || len(one.Verdicts) != 1 || one.Verdicts[0].Key.String() != "d0" {
		t.Errorf("%+v, %v", one.Verdicts, err)
	}
	test, err := files([]string{path}, compare.Options{Methods: []string{"bcv-t"}})
	if err != nil || len(test.Verdicts) != 6 {
		t.Errorf("%d verdicts of a test, %v", len(test.Verdicts), err)
	}
}

// A data set without a name among others is refused.
func TestDatasetsHaveNames(t *testing.T) {
	rs, err := results.Read([]string{sets(t, 2)}, results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "a data set has no name", verdict.AnotherDataset: "rename it"} {
		rs[0].Dataset = name
		if _, err := compare.Run(rs, compare.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("data set %q: error %v, want %q", name, err, want)
		}
	}
	if _, err := compare.Run(nil, compare.Options{}); err == nil {
		t.Error("no error without results, want one")
	}
}

// Counts and predictions on several data sets: each data set as it is alone, and together.
func TestDatasetsOfCountsAndPredictions(t *testing.T) {
	numtest.NotRaced(t)
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	header := "task,model,replication,fold,tp,fp,fn"
	counts, alone := "dataset,"+header+"\n", map[string]string{}
	predictions, single := "dataset,replication,fold,record,model,truth,predicted\n", map[string]string{}
	for i, d := range []string{"wsj", "web", "bio"} {
		for k, model := range []string{"old", "new"} {
			for j := range 6 {
				row := fmt.Sprintf("NER,%s,%d,%d,%d,%d,%d\n", model, j/2+1, j%2+1, 60+7*(j+i)%5+3*k, 20-(j*i)%4, 25-k)
				counts, alone[d] = counts+d+","+row, alone[d]+row
				for r := range 10 {
					record := r + 10*(j%2)
					row := fmt.Sprintf("%d,%d,%d,%s,%d,%d\n", j/2+1, j%2+1, record, model, record%2,
						(record+min(1, (record*(j+3+i)+3*k)%(4+k)/(3+k)))%2)
					predictions, single[d] = predictions+d+","+row, single[d]+row
				}
			}
		}
	}
	for _, c := range []struct {
		all, header string
		alone       map[string]string
		place       string
		metrics     int
	}{{counts, header, alone, ": NER", 3}, {predictions, "replication,fold,record,model,truth,predicted", single, "", 1}} {
		r, err := files([]string{write("all.csv", c.all)}, compare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Verdicts) != 4*c.metrics || len(r.Pooled) != c.metrics {
			t.Fatalf("%d verdicts, %d across", len(r.Verdicts), len(r.Pooled))
		}
		for d, text := range c.alone {
			one, err := files([]string{write("one.csv", c.header+"\n"+text)}, compare.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range one.Verdicts {
				at := slices.IndexFunc(r.Verdicts, func(v compare.Verdict) bool {
					return v.Key.String() == d+c.place && v.Metric.Name == want.Metric.Name
				})
				if at < 0 {
					t.Fatalf("verdict %d: got none of %s by %s, want one", i, d+c.place, want.Metric.Name)
				}
				got := r.Verdicts[at]
				same(t, "data set", got.Dataset, d)
				same(t, d+": model A", got.ModelA, want.ModelA)
				same(t, d+": probability", got.PBetter, want.PBetter)
				same(t, d+": low end", got.Low, want.Low)
			}
		}
		for i, v := range r.Verdicts[3*c.metrics:] {
			a := r.Pooled[i]
			same(t, "data set", v.Dataset, verdict.AnotherDataset)
			same(t, "place", v.Key.String(), verdict.AnotherDataset+c.place)
			same(t, "method", v.Method, "several")
			same(t, "higher is better", v.Metric.HigherIsBetter, c.metrics == 3)
			same(t, "mean", a.Mean.Mid, v.Estimate)
			if i > 0 {
				continue // it takes long
			}
			var posteriors []paired.Posterior
			for _, one := range r.Verdicts {
				if p, ok := one.Posterior(); ok && one.Metric.Name == v.Metric.Name {
					posteriors = append(posteriors, p)
				}
			}
			p, err := hierarchical.New(posteriors, hierarchical.Options{})
			want := p.PredictiveCDF(0)
			if v.Metric.HigherIsBetter {
				want = 1 - want
			}
			if err != nil || v.PBetter != want {
				t.Errorf("%s: P(better) %v, want %v (%v)", v.Metric.Name, v.PBetter, want, err)
			}
			own, shrunken, err := r.Sets(a)
			var back verdict.Report
			text, _ := json.Marshal(r)
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatal(err)
			}
			if _, again, err := back.Sets(a); err != nil || !slices.Equal(again, shrunken) {
				t.Errorf("%s: what was read has %v (%v), want %v", v.Metric.Name, again, err, shrunken)
			}
			if err != nil || len(own) != len(a.Datasets) {
				t.Errorf("%s: %d data sets (%v), want %d", v.Metric.Name, len(own), err, len(a.Datasets))
			}
			for k := range own {
				if !(shrunken[k].High-shrunken[k].Low < own[k].High-own[k].Low) {
					t.Errorf("%s on %s: %+v does not shrink to %+v", v.Metric.Name, a.Datasets[k], own[k], shrunken[k])
				}
			}
		}
	}
}

// The verdict of Wilcoxon's test takes the place of the posterior where there is none.
func TestWilcoxon(t *testing.T) {
	numtest.NotRaced(t)
	var b strings.Builder
	b.WriteString("dataset,model,replication,fold,loss,n_train,n_valid\n")
	scores := ranks.Scores{{0.30, 0.25, 0.28}, {0.41, 0.35, 0.30}, {0.22, 0.24, 0.15}, {0.50, 0.45, 0.44},
		{0.33, 0.31, 0.27}, {0.61, 0.52, 0.50}}
	for i, row := range scores {
		for k, loss := range row {
			fmt.Fprintf(&b, "d%d,m%d,1,1,%v,200,100\n", i, k, loss)
		}
	}
	path := filepath.Join(t.TempDir(), "holdout.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := files([]string{path}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := ranks.Pairs(scores, ranks.Lower, nil)
	if err != nil {
		t.Fatal(err)
	}
	var together []compare.Verdict
	for _, v := range r.Verdicts {
		if v.Dataset == verdict.AnotherDataset {
			together = append(together, v)
		}
	}
	for i, p := range pairs {
		v := together[i]
		same(t, "method", v.Method, "wilcoxon")
		same(t, "recommended", v.Recommended, true)
		same(t, "p-value", v.PValue, p.Wilcoxon.PValue)
		same(t, "adjusted p-value", v.PAdjusted, p.Holm)
		same(t, "one is better", v.Winner != "", p.Holm <= 0.05)
	}
	greater, err := files([]string{path}, compare.Options{Models: []string{"m0", "m1"}, Methods: []string{"wilcoxon"},
		Alternative: infer.Less})
	if err != nil {
		t.Fatal(err)
	}
	v := greater.Verdicts[6]
	same(t, "one-sided p-value", v.PValue, pairs[0].Wilcoxon.Less)
	same(t, "winner", v.Winner, "m1")
	same(t, "note", v.Note, "")
	few, err := files([]string{sets(t, 3)}, compare.Options{Methods: []string{"wilcoxon"}})
	if err != nil {
		t.Fatal(err)
	}
	v = few.Verdicts[3]
	same(t, "note", v.Note, "with 3 differences other than 0 no p-value is below 0.25")
	same(t, "winner", v.Winner, "")
	all, err := files([]string{sets(t, 3)}, compare.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	last := all.Verdicts[len(all.Verdicts)-2:]
	same(t, "the last method but one", last[0].Method, "several")
	same(t, "the last method", last[1].Method, "wilcoxon")
	same(t, "wilcoxon is recommended", last[1].Recommended, false)
	both, err := files([]string{sets(t, 3)}, compare.Options{Methods: []string{"bcv-t", "several", "wilcoxon"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := methods(both), "bcv-t bcv-t bcv-t several wilcoxon"; got != want {
		t.Errorf("the methods are %s, want %s", got, want)
	}
	if _, err := files([]string{sets(t, 1)}, compare.Options{Methods: []string{"several"}}); err == nil ||
		!strings.Contains(err.Error(), "several needs results on several data sets") {
		t.Errorf("%v", err)
	}
}

// K-fold CV on several data sets: the model of Corani et al. (2017) as it is, with the
// correlated t of each data set.
func TestDatasetsOfKFold(t *testing.T) {
	numtest.NotRaced(t)
	var b strings.Builder
	b.WriteString("dataset,model,replication,fold,loss\n")
	var posteriors []paired.Posterior
	for i := range 3 {
		var d []float64
		for j := range 5 {
			a, c := 0.3+0.01*float64(i*j%3), 0.27+0.01*float64((j+i)%4)
			fmt.Fprintf(&b, "d%d,old,1,%d,%v\nd%d,new,1,%d,%v\n", i, j+1, a, i, j+1, c)
			d = append(d, c-a)
		}
		p, err := paired.CorrelatedT(d, 1.0/5)
		if err != nil {
			t.Fatal(err)
		}
		posteriors = append(posteriors, p)
	}
	path := filepath.Join(t.TempDir(), "kfold.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := hierarchical.New(posteriors, hierarchical.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := files([]string{path}, compare.Options{})
	if err != nil || len(r.Verdicts) != 4 || math.Abs(r.Verdicts[3].PBetter-want.PredictiveCDF(0)) > 1e-9 {
		t.Errorf("%+v, %v, want %v", r.Verdicts, err, want.PredictiveCDF(0))
	}
}
