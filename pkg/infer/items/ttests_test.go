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
)

type test = func(items.Sample, infer.Options) (infer.Result, error)

// TestR compares with R's t.test, CR2 by matrices and mean squares of aov.
func TestR(t *testing.T) {
	tests := map[string]test{"item-t": items.ItemT, "cluster-t": items.ClusterT, "crossed-t": items.CrossedT,
		"crossed-cluster-t": items.CrossedT, "crossed-paired-t": items.CrossedT}
	for i, row := range numtest.Fixture(t, "tests_r.csv") {
		s := items.Sample{PairedRuns: row[0] == "crossed-paired-t"}
		s.A = byRun(numtest.Floats(t, row[1]), int(numtest.Float(t, row[3])))
		s.B = byRun(numtest.Floats(t, row[2]), int(numtest.Float(t, row[4])))
		if strings.Contains(row[0], "cluster") {
			for _, c := range numtest.Floats(t, row[5]) {
				s.Clusters = append(s.Clusters, int(c))
			}
		}
		r, err := tests[row[0]](s, infer.Options{})
		if err != nil {
			t.Fatalf("row %d, %s: %v", i, row[0], err)
		}
		se := r.Estimate / r.Statistic
		if r.Statistic == 0 { // then the interval has it alone
			se = math.Sqrt(numtest.Float(t, row[7]))
		}
		got := []float64{r.Estimate, se * se, r.DF[0], r.PValue, r.CI.Low, r.CI.High}
		for j, v := range got {
			if want := numtest.Float(t, row[6+j]); !(math.Abs(v-want) <= 1e-9*max(1, math.Abs(want))) {
				t.Errorf("row %d, %s, number %d: got %.15g, want %.15g", i, row[0], j, v, want)
			}
		}
	}
}

// byRun cuts numbers into runs.
func byRun(x []float64, runs int) (out [][]float64) {
	n := len(x) / runs
	for r := range runs {
		out = append(out, x[r*n:(r+1)*n])
	}
	return out
}

// drawn returns scores of a crossed model: spreads of items, clusters, runs and rest, no difference.
func drawn(r *rand.Rand, n, clusters, runsA, runsB int, sd [4]float64) items.Sample {
	var s items.Sample
	both, ofClusters := make([]float64, n), make([]float64, max(clusters, 1))
	for c := range ofClusters {
		ofClusters[c] = sd[1] * r.NormFloat64()
	}
	for i := range both {
		if clusters > 0 {
			s.Clusters = append(s.Clusters, i%clusters)
			both[i] = ofClusters[i%clusters]
		}
		both[i] += sd[0] * r.NormFloat64()
	}
	for g, runs := range []int{runsA, runsB} {
		for range runs {
			run, y := sd[2]*r.NormFloat64(), make([]float64, n)
			for i := range y {
				y[i] = run + sd[3]*r.NormFloat64() + float64(g)*both[i]
			}
			if g == 0 {
				s.A = append(s.A, y)
			} else {
				s.B = append(s.B, y)
			}
		}
	}
	return s
}

func must(t *testing.T, f test, s items.Sample) infer.Result {
	t.Helper()
	r, err := f(s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }

func same(t *testing.T, what string, got, want infer.Result) {
	t.Helper()
	pairs := map[string][2]float64{"estimate": {got.Estimate, want.Estimate}, "t": {got.Statistic, want.Statistic},
		"p": {got.PValue, want.PValue}, "df": {got.DF[0], want.DF[0]}}
	for name, p := range pairs {
		if !near(p[0], p[1]) {
			t.Errorf("%s: %s is %v, want %v", what, name, p[0], p[1])
		}
	}
}

func TestClustersOfOneItemAreItems(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(1, 1)), 9, 0, 2, 3, [4]float64{1, 0, 1, 1})
	item, crossed := must(t, items.ItemT, s), must(t, items.CrossedT, s)
	s.Clusters = []int{3, 0, 1, 2, 8, 7, 6, 4, 5}
	same(t, "cluster-t", must(t, items.ClusterT, s), item)
	same(t, "crossed-t", must(t, items.CrossedT, s), crossed)
	s.Clusters = []int{0, 0, 0, 1, 1, 1, 2, 2, 2}
	same(t, "item-t of clusters", must(t, items.ItemT, s), item)
	if got := must(t, items.ClusterT, s).DF[0]; !near(got, 2) {
		t.Errorf("3 clusters of equal size: got %v degrees of freedom, want 2", got)
	}
}

func TestInvariances(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(2, 1)), 12, 4, 3, 3, [4]float64{1, 1, 1, 1})
	for _, s.PairedRuns = range []bool{false, true} {
		for k, f := range []test{items.ItemT, items.ClusterT, items.CrossedT} {
			want := must(t, f, s)
			swapped := s
			swapped.A, swapped.B = s.B, s.A
			got := must(t, f, swapped)
			got.Estimate, got.Statistic = -got.Estimate, -got.Statistic
			same(t, "models exchanged", got, want)
			scaled := s
			scaled.A, scaled.B = shifted(s.A, 7, 4), shifted(s.B, 7, 4)
			got = must(t, f, scaled)
			got.Estimate /= 4
			same(t, "another unit", got, want)
			turned := s
			turned.B = [][]float64{s.B[1], s.B[2], s.B[0]}
			got = must(t, f, turned)
			if moved := !near(got.PValue, want.PValue); moved != (s.PairedRuns && k == 2) {
				t.Errorf("runs of B in another order, test %d, paired %v: p = %v after %v", k, s.PairedRuns, got.PValue,
					want.PValue)
			}
		}
	}
}

func shifted(runs [][]float64, by, times float64) (out [][]float64) {
	for _, y := range runs {
		y = slices.Clone(y)
		for i := range y {
			y[i] = times * (y[i] + by)
		}
		out = append(out, y)
	}
	return out
}

// TestNeverBelowItems: runs that do not differ leave the test of items.
func TestNeverBelowItems(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		s := drawn(r, 8, 3, 2, 3, [4]float64{0, 0, 0, 1})
		lower, err := items.ClusterT(s, infer.Options{})
		crossed := must(t, items.CrossedT, s)
		if err != nil || math.Abs(crossed.Statistic) > math.Abs(lower.Statistic)+1e-12 {
			t.Fatalf("got t = %v of crossed-t, want at most %v of cluster-t (%v)", crossed.Statistic, lower.Statistic, err)
		}
	}
	s := items.Sample{A: [][]float64{{1, 2, 3}, {2, 3, 1}}, B: [][]float64{{5, 2, 2}, {1, 5, 3}}} // equal means of runs
	same(t, "equal runs", must(t, items.CrossedT, s), must(t, items.ItemT, s))
}

// TestLevels: errors of the first kind at nominal 5%, and that of ItemT where it does not fit.
func TestLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const draws = 4000
	for k, c := range []struct {
		f                  test
		n, clusters, runsA int
		runsB              int
		sd                 [4]float64
		paired             bool
		low, high          float64
	}{
		{items.ItemT, 30, 0, 1, 1, [4]float64{1, 0, 0, 1}, false, 0.05, 0.05},
		{items.ItemT, 30, 0, 3, 3, [4]float64{1, 0, 0.5, 1}, false, 0.2, 0.9},
		{items.ItemT, 40, 8, 1, 1, [4]float64{1, 1, 0, 1}, false, 0.15, 0.9},
		{items.ClusterT, 40, 8, 1, 1, [4]float64{1, 1, 0, 1}, false, 0.05, 0.05},
		{items.ClusterT, 43, 8, 1, 1, [4]float64{1, 1, 0, 1}, false, 0.05, 0.05},
		{items.CrossedT, 30, 0, 5, 5, [4]float64{1, 0, 0.3, 1}, false, 0.015, 0.055},
		{items.CrossedT, 30, 0, 5, 5, [4]float64{1, 0, 1, 1}, true, 0.035, 0.055},
		{items.CrossedT, 30, 0, 3, 6, [4]float64{1, 0, 1, 1}, false, 0.015, 0.055},
		{items.CrossedT, 40, 10, 4, 4, [4]float64{1, 1, 0.3, 1}, false, 0.015, 0.055},
	} {
		r, rejected := rand.New(rand.NewPCG(29, uint64(k))), 0.0
		for range draws {
			s := drawn(r, c.n, c.clusters, c.runsA, c.runsB, c.sd)
			s.PairedRuns = c.paired
			if must(t, c.f, s).Reject {
				rejected++
			}
		}
		rate := rejected / draws
		se := math.Sqrt(0.05 * 0.95 / draws)
		t.Logf("case %d: %.4f", k, rate)
		if rate < c.low-3*se || rate > c.high+3*se {
			t.Errorf("case %d: error of the first kind %.4f, want %v to %v within 3 standard errors", k, rate, c.low, c.high)
		}
	}
}

func TestTestsHaveTheirNames(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(4, 1)), 8, 4, 2, 2, [4]float64{1, 1, 1, 1})
	for _, test := range items.Tests() {
		if test.Run == nil || strings.HasPrefix(test.Needs, "ROC AUC") || test.Name == "ppi-t" { // see TestDeLongR, TestPPIT
			continue
		}
		s.Strata = nil
		if test.Name == "stratified-t" {
			s.Strata = []int{0, 0, 1, 1, 0, 0, 1, 1} // clusters are 0, 1, 2, 3, 0, 1, 2, 3
		}
		if r := must(t, test.Run, s); r.Test != test.Name {
			t.Errorf("got %s, want %s", r.Test, test.Name)
		}
	}
}

func TestNoSpread(t *testing.T) {
	s := items.Sample{A: [][]float64{{0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}}, B: [][]float64{{0.3, 0.4, 0.5}, {0.3, 0.4, 0.5}},
		Clusters: []int{0, 0, 1}}
	for k, f := range []test{items.ItemT, items.ClusterT, items.CrossedT} {
		r := must(t, f, s)
		if !r.NoSpread || r.PValue != 1 {
			t.Errorf("test %d of equal differences: got %+v, want no spread, p = 1", k, r)
		}
		if !near(r.Estimate, 0.2) || math.IsNaN(r.DF[0]) {
			t.Errorf("test %d of equal differences: got %v with %v degrees of freedom, want 0.2", k, r.Estimate, r.DF)
		}
	}
}

func TestBadSamples(t *testing.T) {
	one := [][]float64{{1, 2, 4}}
	two := [][]float64{{1, 2, 4}, {2, 2, 1}}
	for _, c := range []struct {
		f    test
		s    items.Sample
		want string
	}{
		{items.ItemT, items.Sample{}, "0 runs of A"},
		{items.ItemT, items.Sample{A: one}, "0 of B"},
		{items.ItemT, items.Sample{A: [][]float64{{1}}, B: [][]float64{{2}}}, "the number of items is 1"},
		{items.ItemT, items.Sample{A: one, B: [][]float64{{1, 2}}}, "run 1 of B has 2 items"},
		{items.ItemT, items.Sample{A: one, B: [][]float64{{1, math.NaN(), 2}}}, "item 2 in run 1 of B is NaN"},
		{items.ItemT, items.Sample{A: one, B: [][]float64{{1, 1e200, 2}}}, "1e+200"},
		{items.ItemT, items.Sample{A: one, B: two, PairedRuns: true}, "1 runs of A and 2 of B"},
		{items.ClusterT, items.Sample{A: one, B: one}, "take item-t"},
		{items.ClusterT, items.Sample{A: one, B: one, Clusters: []int{0, 1}}, "clusters of 2 items"},
		{items.ClusterT, items.Sample{A: one, B: one, Clusters: []int{0, 0, 0}}, "in one cluster"},
		{items.ClusterT, items.Sample{A: one, B: one, Clusters: []int{0, 2, 0}}, "cluster 1 has no item"},
		{items.ClusterT, items.Sample{A: one, B: one, Clusters: []int{0, 1, -1}}, "item 3 is in cluster -1"},
		{items.ClusterT, items.Sample{A: one, B: one, Clusters: []int{0, 1, 3}}, "item 3 is in cluster 3"},
		{items.CrossedT, items.Sample{A: one, B: two}, "2 or more runs of each model, and there are 1 of A"},
		{items.CrossedT, items.Sample{A: two, B: one}, "1 of B"},
	} {
		if _, err := c.f(c.s, infer.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want one with %q", err, c.want)
		}
	}
	for _, f := range []test{items.ItemT, items.ClusterT, items.CrossedT} {
		if _, err := f(items.Sample{A: two, B: two, Clusters: []int{0, 1, 1}}, infer.Options{Alpha: 2}); err == nil {
			t.Error("alpha 2: got no error, want one")
		}
	}
}
