package items_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

var classes = []string{"cat", "dog", "cow"}

// TestWholeR: F1 of sentences against residuals of a ratio, all exchanges and all bootstrap samples in R.
func TestWholeR(t *testing.T) {
	w := metric.F1Ratio.Chunks("F1", 1, 0)
	for i, row := range numtest.Fixture(t, "whole_r.csv") {
		p := items.Parts{A: []metric.Rows{{Dense: numtest.Floats(t, row[0])}},
			B: []metric.Rows{{Dense: numtest.Floats(t, row[1])}}}
		for _, c := range numtest.Floats(t, row[2]) {
			p.Clusters = append(p.Clusters, int(c))
		}
		if slices.Max(p.Clusters) == len(p.Clusters)-1 {
			p.Clusters = nil
		}
		want := make([]float64, 0, 8)
		for _, text := range row[3:] {
			want = append(want, numtest.Float(t, text))
		}
		check := func(what string, got, want, tolerance float64) {
			if !(math.Abs(got-want) <= tolerance) {
				t.Errorf("row %d: %s is %.12g, want %.12g", i, what, got, want)
			}
		}
		r, err := items.LinearizedT(p, w, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check("difference", r.Estimate, want[0], 1e-12)
		check("variance", math.Pow(r.Estimate/r.Statistic, 2), want[1], 1e-10)
		check("df", r.DF[0], want[2], 1e-9)
		for k, a := range []infer.Alternative{infer.TwoSided, infer.Greater} {
			if r, err = items.Randomization(p, w, infer.Options{Alternative: a}, 1, 1); err != nil {
				t.Fatal(err)
			}
			check("p of "+a.String(), r.PValue, want[3+k], 1e-12)
		}
		const draws = 50000
		if r, err = items.BCa(p, w, infer.Options{Alpha: 0.1}, draws, 1); err != nil {
			t.Fatal(err)
		}
		width := want[6] - want[5]
		check("low end", r.CI.Low, want[5], 0.05*width)
		check("high end", r.CI.High, want[6], 0.05*width)
		if r, err = items.BCa(p, w, infer.Options{Alternative: infer.Greater}, draws, 1); err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(want[7]) { // some bootstrap sample favours A
			check("p of the bootstrap", r.PValue, want[7], 0.02*want[7]+0.002)
		}
		check("one-sided end", r.CI.Low, want[5], 0.05*width)
	}
}

// labelled draws the cells of two models on n items of 3 classes; B is right more often.
func labelled(r *rand.Rand, n int, rightA, rightB float64, runs int) items.Parts {
	var p items.Parts
	truth := make([]int, n)
	for i := range truth {
		truth[i] = (i + i/3) % 3
	}
	for g, right := range []float64{rightA, rightB} {
		for range runs {
			cells := make([]int, n)
			for i := range cells {
				label := truth[i]
				if r.Float64() > right {
					label = r.IntN(3)
				}
				cells[i] = 3*truth[i] + label
			}
			if g == 0 {
				p.A = append(p.A, metric.Rows{Cells: cells})
			} else {
				p.B = append(p.B, metric.Rows{Cells: cells})
			}
		}
	}
	return p
}

// dense returns the cells as numbers.
func dense(rows metric.Rows) metric.Rows {
	var out metric.Rows
	for _, c := range rows.Cells {
		row := make([]float64, 9)
		row[c] = 1
		out.Dense = append(out.Dense, row...)
	}
	return out
}

// ofCells is a metric of the classes, and of dog if it is of one.
func ofCells(name string) metric.Sums {
	s, err := metric.OfCells(name, classes, 1)
	if err != nil {
		panic(err) // the names are fixed
	}
	return s
}

func wholes() []metric.Sums {
	return []metric.Sums{ofCells("F1"), ofCells("macro F1"), ofCells("balanced accuracy"), ofCells("MCC")}
}

// TestLinearInItems: where the score is a mean, it is the test of items; and cells are dense rows.
func TestLinearInItems(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	var p items.Parts
	s := drawn(r, 12, 4, 2, 3, [4]float64{1, 1, 1, 1})
	for g, runs := range [][][]float64{s.A, s.B} {
		for _, y := range runs {
			var rows metric.Rows
			for _, v := range y {
				rows.Dense = append(rows.Dense, v, 1)
			}
			if g == 0 {
				p.A = append(p.A, rows)
			} else {
				p.B = append(p.B, rows)
			}
		}
	}
	w := metric.RatioOfSums("mean")
	got, err := items.LinearizedT(p, w, infer.Options{})
	if err != nil || got.Test != "linearized-t" {
		t.Fatalf("got %v, %v; want linearized-t", got.Test, err)
	}
	same(t, "no clusters", got, must(t, items.ItemT, items.Sample{A: s.A, B: s.B}))
	p.Clusters = s.Clusters
	if got, err = items.LinearizedT(p, w, infer.Options{}); err != nil {
		t.Fatal(err)
	}
	same(t, "clusters", got, must(t, items.ClusterT, s))
	linear, err := p.Linearized(w)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "runs", must(t, items.CrossedT, linear), must(t, items.CrossedT, s))

	cells := labelled(r, 60, 0.6, 0.8, 1)
	for _, w := range wholes() {
		both := items.Parts{A: []metric.Rows{dense(cells.A[0])}, B: []metric.Rows{dense(cells.B[0])}}
		want, err := items.LinearizedT(cells, w, infer.Options{})
		got, errDense := items.LinearizedT(both, w, infer.Options{})
		if err != nil || errDense != nil {
			t.Fatal(err, errDense)
		}
		same(t, w.Label+" of dense rows", got, want)
	}
}

// TestResamplingAgrees: many items, where linearization, exchanges and bootstrap must say about the same.
func TestResamplingAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	r := rand.New(rand.NewPCG(9, 1))
	for k, w := range wholes() {
		p := labelled(r, 1800, 0.6, 0.63, 1+k%2) // enough for groups
		if k > 1 {
			for i := range 1800 {
				p.Clusters = append(p.Clusters, i/3)
			}
		}
		linear, err := items.LinearizedT(p, w, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		random, err := items.Randomization(p, w, infer.Options{}, 4000, 1)
		if err != nil {
			t.Fatal(err)
		}
		boot, err := items.BCa(p, w, infer.Options{}, 4000, 1)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(random.PValue-linear.PValue) > 0.04 || math.Abs(boot.PValue-linear.PValue) > 0.04 {
			t.Errorf("%s: p = %v linearized, %v exchanged, %v of the bootstrap", w.Label, linear.PValue, random.PValue,
				boot.PValue)
		}
		width := linear.CI.High - linear.CI.Low
		if math.Abs(boot.CI.Low-linear.CI.Low) > width/10 || math.Abs(boot.CI.High-linear.CI.High) > width/10 {
			t.Errorf("%s: interval %v of the bootstrap, %v linearized", w.Label, boot.CI, linear.CI)
		}
		again, err := items.Randomization(p, w, infer.Options{}, 4000, 1)
		if err != nil || again.PValue != random.PValue {
			t.Errorf("%s: p = %v and, with the same seed, %v (%v)", w.Label, random.PValue, again.PValue, err)
		}
	}
}

// TestExchangesAreMcNemar: of right and wrong, all exchanges are the exact binomial test.
func TestExchangesAreMcNemar(t *testing.T) {
	var p items.Parts
	right := [2][]float64{}
	for i := range 40 {
		a, b := 1., 1.
		if i < 7 {
			a = 0
		} else if i < 9 {
			b = 0
		}
		right[0], right[1] = append(right[0], a, 1), append(right[1], b, 1)
	}
	p.A, p.B = []metric.Rows{{Dense: right[0]}}, []metric.Rows{{Dense: right[1]}}
	got, err := items.Randomization(p, metric.RatioOfSums("accuracy"), infer.Options{}, 1, 1)
	want, errExact := infer.McNemarExact(infer.Contingency{N01: 7, N10: 2, N11: 31}, infer.Options{})
	if err != nil || errExact != nil || !near(got.PValue, want.PValue) {
		t.Errorf("p = %v (%v), want %v of the exact McNemar test (%v)", got.PValue, err, want.PValue, errExact)
	}
	less, err := items.Randomization(p, metric.RatioOfSums("accuracy"), infer.Options{Alternative: infer.Less}, 1, 1)
	if want := 1 - 10./512; err != nil || !near(less.PValue, want) { // P(7 wins or fewer of 9)
		t.Errorf("less: p = %v (%v), want %v", less.PValue, err, want)
	}
}

func TestNothingDiffers(t *testing.T) {
	p := labelled(rand.New(rand.NewPCG(10, 1)), 30, 0.6, 0.6, 1)
	p.B = p.A
	w := ofCells("MCC")
	linear, err := items.LinearizedT(p, w, infer.Options{})
	if err != nil || !linear.NoSpread {
		t.Errorf("equal models: got %+v, %v; want no spread", linear, err)
	}
	boot, err := items.BCa(p, w, infer.Options{}, 200, 1)
	if err != nil || !boot.NoSpread {
		t.Errorf("equal models: got %+v, %v; want no spread", boot, err)
	}
	random, err := items.Randomization(p, w, infer.Options{}, 200, 1)
	if err != nil || random.PValue != 1 {
		t.Errorf("equal models: got %+v, %v; want p = 1", random, err)
	}
}

func TestBadParts(t *testing.T) {
	good := metric.Rows{Dense: []float64{1, 2, 0, 1, 1, 2}}
	w := metric.RatioOfSums("ratio")
	one := func(a, b metric.Rows) items.Parts { return items.Parts{A: []metric.Rows{a}, B: []metric.Rows{b}} }
	twoRuns := items.Parts{A: []metric.Rows{good, good}, B: []metric.Rows{good}}
	clusters := one(good, good)
	clusters.Clusters = []int{0, 0, 0}
	rare := one(metric.Rows{Cells: []int{0, 4, 8, 8, 8}}, metric.Rows{Cells: []int{0, 4, 8, 7, 6}})
	var errs []error
	for _, p := range []items.Parts{{}, one(good, metric.Rows{Dense: []float64{1, 2, 3}}), clusters,
		one(good, metric.Rows{Cells: []int{0, 1, 2}}), one(good, metric.Rows{Dense: []float64{1, 2, math.NaN(), 1, 1, 2}}),
		one(good, metric.Rows{Dense: []float64{1, 0, 0, 0, 1, 0}})} {
		_, err := items.LinearizedT(p, w, infer.Options{})
		errs = append(errs, err)
	}
	for _, f := range []func() (infer.Result, error){
		func() (infer.Result, error) {
			return items.Randomization(one(good, good), w, infer.Options{Delta: 1}, 9, 1)
		},
		func() (infer.Result, error) { return items.Randomization(twoRuns, w, infer.Options{}, 9, 1) },
		func() (infer.Result, error) { return items.Randomization(one(good, good), w, infer.Options{}, 0, 1) },
		func() (infer.Result, error) { return items.BCa(one(good, good), w, infer.Options{}, 99, 1) },
		func() (infer.Result, error) {
			return items.BCa(rare, ofCells("balanced accuracy"), infer.Options{}, 200, 1)
		},
		func() (infer.Result, error) {
			same := metric.Rows{Cells: []int{1, 1, 1}}
			return items.Randomization(one(same, same), ofCells("MCC"), infer.Options{}, 9, 1)
		},
		func() (infer.Result, error) {
			all := metric.Rows{Cells: []int{0, 3, 6}}
			return items.LinearizedT(one(all, all), ofCells("MCC"), infer.Options{})
		},
	} {
		_, err := f()
		errs = append(errs, err)
	}
	for i, want := range []string{"0 runs of A", "run 2 of A and B has 0 cells and 3 numbers", "one cluster",
		"cell 2 of 2", "item 2 has the number NaN", "ratio is 0/0: the denominators add up to 0 (model B, run 1)",
		"a difference of 0 only", "2 of A and 1 of B", "0 draws", "99 draws", "no item has class cat, without one",
		"all items are of one class", "all items get the same label"} {
		if errs[i] == nil || !strings.Contains(errs[i].Error(), want) {
			t.Errorf("error %d: got %v, want one with %q", i, errs[i], want)
		}
	}
}
