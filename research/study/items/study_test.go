package items

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Cells with equal means are equal, and a shift has the expected score of the closed form.
func TestMeans(t *testing.T) {
	for _, c := range cells() {
		if !c.different && c.metric == "" {
			check.Near(t, c.String(), c.b.mean(0)-c.a.mean(0), 0, 1e-9)
		}
	}
	check.Near(t, "right", right(0.8).mean(0), 0.8, 1e-12)
	check.Near(t, "right, shifted", right(0.8).mean(0.5), math.Erfc(-(0.8416212335729143+0.5)/math.Sqrt2)/2, 1e-12)
	check.Near(t, "normal, shifted", normal(1, 0.3).mean(0.5), 1.15, 1e-12)
	check.Near(t, "exponential", exponential(0).mean(0), 1, 1e-9)
	check.Near(t, "zeros", exponential(0.9).mean(0), 1, 1e-9)
}

// Over many data sets the mean difference is the true one, its variance that of the cell, and the scores have the
// correlations within clusters, runs and items that the cell declares.
func TestDraw(t *testing.T) {
	base := cell{group: both, a: normal(0, 1), b: normal(0, 1), difficulty: 0.5, n: 12, clusters: 3, unequal: true,
		icc: 0.3, runs: 2, runVariance: 0.1, rest: 0.3, different: true}
	paired, binary := base, base
	paired.paired = true
	binary.a, binary.b = right(0.8), right(0.8)
	for _, c := range []cell{base, paired, binary} {
		var w worker
		w.set(c)
		rng := rand.New(rand.NewPCG(1, 2))
		const sets = 20_000
		var means, of, ofCluster, ofRun, ofModel []float64
		for range sets {
			w.draw(rng)
			sum := 0.0
			for s := range w.A {
				sum += stat.Mean(w.B[s], nil) - stat.Mean(w.A[s], nil)
			}
			means = append(means, sum/2)
			d := func(s, i int) float64 { return w.B[s][i] - w.A[s][i] }
			of, ofCluster = append(of, d(0, 11)), append(ofCluster, d(0, 10)) // of the last cluster
			ofRun, ofModel = append(ofRun, d(1, 11)), append(ofModel, d(0, 0))
		}
		mean, v := stat.MeanVariance(means, nil)
		check.Near(t, c.String()+": mean", mean, c.truth(), 4*math.Sqrt(v/sets))
		if c.a.binary {
			continue
		}
		check.Near(t, c.String()+": shift over its standard deviation", c.shift()/math.Sqrt(v), 2.5, 0.06)
		cluster, item, run, rest := c.weights()
		if c.paired {
			run /= 2
		}
		all := cluster + item + run + rest
		check.Near(t, c.String()+": variance", stat.Variance(of, nil), 2*0.5*all, 0.04)
		check.Near(t, c.String()+": in a cluster", stat.Correlation(of, ofCluster, nil), (cluster+run)/all, 0.03)
		check.Near(t, c.String()+": in a run", stat.Correlation(of, ofModel, nil), run/all, 0.03)
		check.Near(t, c.String()+": on an item", stat.Correlation(of, ofRun, nil), (cluster+item)/all, 0.03)
	}
}

// The mean of a suite over items, and over tasks, has its true difference, and that of the normal values is 2.5
// standard deviations of it.
func TestSuites(t *testing.T) {
	for _, macro := range []bool{false, true} {
		for _, of := range []scores{normal(0, 1), right(0.8)} {
			c := cell{group: suite, a: of, b: of, difficulty: 0.5, n: 470, tasks: "3 tasks of 400, 50 and 20", macro: macro,
				runs: 1, different: true}
			var w worker
			w.set(c)
			rng := rand.New(rand.NewPCG(1, 2))
			const sets = 5000
			var means []float64
			for range sets {
				w.draw(rng)
				mean := 0.0
				for i := range w.Strata {
					mean += (w.B[0][i] - w.A[0][i]) / 470 // of scores that carry the weights of tasks
				}
				means = append(means, mean)
			}
			mean, v := stat.MeanVariance(means, nil)
			check.Near(t, c.String()+": mean", mean, c.truth(), 4*math.Sqrt(v/sets))
			if !of.binary {
				check.Near(t, c.String()+": shift over its standard deviation", c.shift()/math.Sqrt(v), 2.5, 0.1)
			}
		}
	}
}

// Labels are right as often as the cell says, by class.
func TestLabels(t *testing.T) {
	c := cell{group: whole, a: right(0.8), b: right(0.8), difficulty: 0.5, n: 100, runs: 1, metric: mcc, prevalence: 0.2}
	var w worker
	w.set(c)
	rng := rand.New(rand.NewPCG(1, 2))
	var sums [4]float64
	for range 2000 {
		w.draw(rng)
		for _, c := range w.cells[1] {
			sums[c]++
		}
	}
	tn, fp, fn, tp := sums[0], sums[1], sums[2], sums[3]
	n := tp + fp + fn + tn
	check.Near(t, "positives", (tp+fn)/n, 0.2, 0.004)
	check.Near(t, "sensitivity", tp/(tp+fn), 0.8, 0.008)
	check.Near(t, "specificity", tn/(tn+fp), 0.8, 0.004)
	for _, c.metric = range []string{f1, mcc, balanced} {
		w.set(c)
		_, whole := w.parts()
		value, err := whole.Value(sums[:])
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, c.metric, value, ofWhole(c.metric, tp, fp, fn, tn), 1e-12)
	}
	check.Near(t, "MCC", ofWhole(mcc, 0.16, 0.16, 0.04, 0.64), 0.096/math.Sqrt(0.32*0.2*0.8*0.68), 1e-12)
	check.Near(t, "F1", ofWhole(f1, 0.16, 0.16, 0.04, 0.64), 0.32/0.52, 1e-12)
	check.Near(t, "balanced accuracy", ofWhole(balanced, 0.16, 0.16, 0.04, 0.64), 0.8, 1e-12)
}

// Every cluster has an item, and all together those of the cell.
func TestSizes(t *testing.T) {
	for _, c := range cells() {
		sum, least := 0, c.n
		for _, size := range c.sizes() {
			sum, least = sum+size, min(least, size)
		}
		if c.clusters > 0 && (sum != c.n || least < 1) {
			t.Errorf("%v: %v", c, c.sizes())
		}
	}
	check.Equal(t, "sizes", reflect.DeepEqual(cell{n: 30, clusters: 3, unequal: true}.sizes(), []int{2, 9, 19}), true)
}

// Counts by hand: a test of the difference 0.1 whose p-value of two sides is 0.04 claims on one side too.
func TestCounts(t *testing.T) {
	var k counts
	k.result(infer.Result{PValue: 0.04, Estimate: 0.3, CI: infer.Interval{Low: 0.11, High: 0.5}}, 0.1, 0)
	k.result(infer.Result{PValue: 0.08, Estimate: 0, CI: infer.Interval{Low: -0.2, High: 0.2}}, 0.1, 0)
	k.result(infer.Result{PValue: 0.2, Estimate: 0.2, CI: infer.Interval{Low: 0.01, High: 0.4}}, 0.1, 0)
	check.Equal(t, "counts of tests", k, counts{Sets: 3, Two: 1, Above: 1, Below: 1, Missed: 1, Found: 2})
	k = counts{}
	k.intervals(infer.Interval{Low: 0.05, High: 0.5}, infer.Interval{Low: 0.11, High: 0.4}, 0.1)
	k.intervals(infer.Interval{Low: -0.5, High: 0.05}, infer.Interval{Low: -0.4, High: 0.04}, 0.1)
	check.Equal(t, "counts of intervals", k, counts{Sets: 2, Two: 1, Above: 1, Below: 1, Missed: 1, Found: 1})
	k = counts{}
	w := &worker{truth: 0.5}
	for _, se := range []float64{0, 1} { // t = 3.5, p = 0.039; the interval is 4 -+ 3.18
		if err := students(func(*worker) (estimate, s, df float64) { return 4, se, 3 })(w, &k); err != nil {
			t.Fatal(err)
		}
	}
	check.Equal(t, "counts of t", k, counts{Sets: 2, Two: 1, Above: 1, Missed: 1, Found: 1})
}

// The wrong tests by hand: runs of A have the means 1, 2 and 3, those of B 2, 4 and 9.
func TestWrong(t *testing.T) {
	w := &worker{}
	w.A, w.B = [][]float64{{0, 2}, {1, 3}, {3, 3}}, [][]float64{{2, 2}, {4, 4}, {10, 8}}
	for name, c := range map[string]struct {
		test         func(*worker) (estimate, se, df float64)
		want, se, df float64
	}{
		"Welch":     {welch, 3, math.Sqrt(14. / 3), 2 * 196 / 170.},
		"all pairs": {allPairs, 3, math.Sqrt((1 + 9 + 4 + 16 + 4) / 30.), 5}, // 2, 0, 3, 1, 7 and 5
	} {
		estimate, se, df := c.test(w)
		check.Near(t, name, estimate, c.want, 1e-12)
		check.Near(t, name+": standard error", se, c.se, 1e-12)
		check.Near(t, name+": degrees of freedom", df, c.df, 1e-12)
	}
	// the differences of runs are 1, 2 and 6: t = (3 - truth)/1.528 with 2 degrees of freedom
	for truth, want := range map[float64]counts{-3.6: {Sets: 1, Two: 1, Above: 1, Missed: 1}, 0: {Sets: 1},
		8: {Sets: 1, Below: 1}} {
		w.truth = truth
		var k counts
		if err := judgeResampled(w, &k); err != nil {
			t.Fatal(err)
		}
		check.Equal(t, "counts of runs", k, want)
	}
}

// Claims about right and wrong: 3 items that A alone has right and 12 that B alone has.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		truth float64
		judge func(*worker, *counts) error
		want  counts
	}{ // mid-p is 0.021; Tango's interval of 95% is 0.031 to 0.33, that of 90% 0.055 to 0.31
		{0, judgeMidP, counts{Sets: 1, Two: 1, Above: 1}},
		{0, judgeTango, counts{Sets: 1, Two: 1, Above: 1, Missed: 1, Found: 1}},
		{0, judgePosterior, counts{Sets: 1, Two: 1, Above: 1, Missed: 1, Found: 1}},
		{0.045, judgeTango, counts{Sets: 1, Above: 1, Found: 1}},
		{0.32, judgeTango, counts{Sets: 1, Below: 1, Found: 1}},
		{0.4, judgeTango, counts{Sets: 1, Two: 1, Below: 1, Missed: 1, Found: 1}},
		{0.4, judgePosterior, counts{Sets: 1, Two: 1, Below: 1, Missed: 1, Found: 1}},
		{0.18, judgePosterior, counts{Sets: 1, Found: 1}},
	} {
		w := &worker{truth: c.truth, sample: sample{Sample: items.Sample{A: [][]float64{make([]float64, 50)},
			B: [][]float64{make([]float64, 50)}}}}
		for i := range 50 {
			if i < 3 || i >= 15 && i < 40 {
				w.A[0][i] = 1
			}
			if i >= 3 && i < 40 {
				w.B[0][i] = 1
			}
		}
		var k counts
		if err := c.judge(w, &k); err != nil {
			t.Fatal(err)
		}
		if k != c.want {
			t.Errorf("true difference %v: %+v, want %+v", c.truth, k, c.want)
		}
	}
	w := &worker{cell: cell{different: true}}
	w.A, w.B = [][]float64{{0, 0, 0, 0, 0, 0, 0}}, [][]float64{{1, 1, 1, 1, 1, 1, 1}}
	var k counts
	if err := judgeMidP(w, &k); err != nil {
		t.Fatal(err)
	}
	check.Equal(t, "claims of mid-p about different models", k, counts{Sets: 1, Found: 1})
}

// The number of workers changes nothing, and a quick run has the rows of the stored table in their order.
func TestQuick(t *testing.T) {
	tables, err := study.Run(t.Context(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1, Workers: 1}, Items)
	if err != nil {
		t.Fatal(err)
	}
	got, want := tables[0].Rows.([]Row), stored[Row](t, "items")
	check.MustEqual(t, "rows", len(got), len(want))
	for i, r := range got {
		w := want[i]
		check.Equal(t, "row", [4]string{r.Group, r.Cell, r.Procedure, r.Scope}, [4]string{w.Group, w.Cell, w.Procedure,
			w.Scope})
		check.Equal(t, r.Cell+": difference", r.Difference, w.Difference)
	}
	x, err := experiment(clusters, study.Quick, 1).Run(t.Context(), sim.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	one := Summarize(study.Where(got, func(r Row) bool { return r.Group == clusters }))
	three := Summarize(x)
	for i := range one { // powers that there are not are NaN
		one[i].Power, three[i].Power = 0, 0
		one[i].Coverage, three[i].Coverage = 0, 0
		one[i].LeastCoverage, three[i].LeastCoverage = 0, 0
	}
	check.Equal(t, "the same with three workers", reflect.DeepEqual(one, three), true)
}

// The areas are those of the cells, the classes have their prevalence, and log losses of two kinds have one mean.
func TestAreas(t *testing.T) {
	for _, different := range []bool{false, true} {
		c := cell{group: areas, a: normal(0, 1), b: normal(0, 1), difficulty: 0.5, n: 40_000, runs: 1, metric: auc, area: 0.8,
			prevalence: 0.2, different: different}
		w := &worker{}
		w.set(c)
		w.draw(rand.New(rand.NewPCG(6, 1)))
		check.That(t, w.none == nil, "no area: %v", w.none)
		var mean, positives float64
		for i, u := range w.A[0] {
			mean += u / float64(c.n)
			if w.Positive[i] {
				positives += 1 / float64(c.n)
			}
		}
		check.Near(t, "area of A", mean, 0.8, 0.01)
		check.Near(t, "positives", positives, 0.2, 0.008)
		r, err := ofComponents(w.Sample, infer.Options{Alpha: 0.001})
		if err != nil {
			t.Fatal(err)
		}
		check.That(t, r.CI.Low < w.truth && w.truth < r.CI.High, "the truth %v is not in %v", w.truth, r.CI)
		check.Equal(t, "different", w.truth > 1e-3, different)
	}
	for _, c := range ofProbabilities() {
		if c.group == logLosses && !c.different {
			check.Near(t, c.String(), c.b.mean(0), c.a.mean(0), 1e-9)
		}
	}
	clustered := cell{metric: auc, n: 500, clusters: 50, icc: 0.3, prevalence: 0.5}
	check.Equal(t, "scope of delong", scope(delong, clustered), InClusters)
	check.Equal(t, "scope of obuchowski", scope(obuchowski, clustered), Recommended)
}

// A data set without an area, or with one positive item, is refused.
func TestNoArea(t *testing.T) {
	c := cell{group: areas, a: normal(0, 1), b: normal(0, 1), difficulty: 0.5, n: 20, runs: 1, metric: auc, area: 0.8,
		prevalence: 0.05}
	counts, err := (&worker{}).judge(t.Context(), c, 300, rand.New(rand.NewPCG(7, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range procedures() {
		if p.fits(c) {
			check.Equal(t, p.name+": data sets", counts[k].Sets+counts[k].Refused, 300)
			// none is positive in 36% of data sets, one in 38%
			want := map[string]float64{delong: 0.74, componentsT: 0.36}[p.name]
			check.Near(t, p.name+": refused", float64(counts[k].Refused)/300, want, 0.1)
		}
	}
}
