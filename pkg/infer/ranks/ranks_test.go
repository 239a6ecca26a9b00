package ranks

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/internal/special"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

// Friedman's test by friedman.test, ties included, and Nemenyi's p-value by ptukey; see
// testdata/ranks.R. The table with all signs turned, for which lower is better, is the same.
func TestFriedmanAsInR(t *testing.T) {
	for _, row := range numtest.Fixture(t, "ranks_r.csv") {
		k, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		var s, turned Scores
		for r := range slices.Chunk(numtest.Floats(t, row[1]), k) {
			minus := make([]float64, k)
			for j, x := range r {
				minus[j] = -x
			}
			s, turned = append(s, r), append(turned, minus)
		}
		want := numtest.Floats(t, strings.Join(row[2:], " "))
		for better, s := range map[Better]Scores{Higher: s, Lower: turned} {
			f, err := Friedman(s, better, nil)
			if err != nil {
				t.Fatal(err)
			}
			pairs, err := Pairs(s, better, nil)
			if err != nil || len(pairs) != k*(k-1)/2 {
				t.Fatalf("%d pairs, %v", len(pairs), err)
			}
			for i, got := range []float64{f.ChiSquared, f.PValue, f.F, f.FPValue, pairs[0].Nemenyi} {
				if tolerance := []float64{1e-12, 1e-11, 1e-11, 1e-10, 1e-9}[i]; !near(got, want[i], tolerance) {
					t.Errorf("%d models, %d data sets, number %d: %v, want %v", k, len(s), i, got, want[i])
				}
			}
			if pairs[0].Ranks != f.Ranks[0]-f.Ranks[1] {
				t.Errorf("ranks %v, pair %v", f.Ranks, pairs[0])
			}
		}
	}
}

// wilcox.test, and all signs counted where there are ties; see testdata/ranks.R.
func TestWilcoxonAsInR(t *testing.T) {
	for _, row := range numtest.Fixture(t, "wilcoxon_r.csv") {
		d, want := numtest.Floats(t, row[0]), numtest.Floats(t, strings.Join(row[1:], " "))
		w, err := Wilcoxon(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range []float64{w.Positive, w.PValue, w.Greater, w.Less} {
			if !near(got, want[i], 1e-11) {
				t.Errorf("%d differences, number %d: %v, want %v", len(d), i, got, want[i])
			}
		}
		if m := float64(w.N); w.Positive+w.Negative != m*(m+1)/2 || w.N+w.Zeros != len(d) ||
			w.Exact != (len(d) <= exactMost) {
			t.Errorf("%+v", w)
		}
	}
	if w, err := Wilcoxon([]float64{0, 0}, nil); err != nil || w.PValue != 1 || w.Zeros != 2 {
		t.Errorf("zeros alone: %+v, %v", w, err)
	}
}

// The exact p-value and that of the normal distribution meet.
func TestWilcoxonExactAndNormal(t *testing.T) {
	var d []float64
	for i := range exactMost {
		d = append(d, float64(i)*float64(1-2*(i%3/2))+0.5)
	}
	w, err := Wilcoxon(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if normal := normalTail(w.Positive, w.N, 0); math.Abs(normal-w.Greater) > 2e-3*w.Greater+2e-4 || w.Greater > 0.2 {
		t.Errorf("exact %v, normal %v", w.Greater, normal)
	}
}

// Tails of the range by mpmath (testdata/range.py), far out, too.
func TestRangeTail(t *testing.T) {
	for _, row := range numtest.Fixture(t, "range_py.csv") {
		v := numtest.Floats(t, strings.Join(row, " "))
		got := special.RangeTail(v[0], int(v[1]))
		if !near(got, v[2], 1e-11) {
			t.Errorf("k %v, q %v: %v, want %v", v[1], v[0], got, v[2])
		}
		if v[2] > 1e-17 && v[2] < 0.999 && !near(special.RangeCritical(v[2], int(v[1])), v[0], 1e-11) {
			t.Errorf("k %v: critical value at %v is not %v", v[1], v[2], v[0])
		}
	}
}

// Table 5 of Demšar (2006): critical values of Nemenyi's test for 2 to 10 models.
func TestNemenyiPublished(t *testing.T) {
	for alpha, table := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range table {
			k := i + 2
			cd, err := CriticalDifference(k, 6, alpha)
			if err != nil {
				t.Fatal(err)
			}
			// The table's last digit is rounded from tables of the studentized range.
			if q := cd / math.Sqrt(float64(k*(k+1))/36); math.Abs(q-want) > 1.1e-3 {
				t.Errorf("alpha %v, %d models: %v, want %v", alpha, k, q, want)
			}
		}
	}
}

// The example of Demšar (2006, table 6): C4.5 and three variants on 14 data sets, mean
// ranks 3.143, 2.000, 2.893, 1.964; F = 3.69, critical difference 1.25 at 0.05.
func TestDemsarExample(t *testing.T) {
	s := Scores{
		{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
		{0.628, 0.661, 0.654, 0.657}, {0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931},
		{0.661, 0.668, 0.609, 0.685}, {0.583, 0.583, 0.563, 0.625}, {0.775, 0.838, 0.866, 0.875},
		{1.000, 1.000, 1.000, 1.000}, {0.940, 0.962, 0.965, 0.962}, {0.619, 0.666, 0.614, 0.669},
		{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
	}
	f, err := Friedman(s, Higher, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{3.143, 2.000, 2.893, 1.964} {
		if math.Abs(f.Ranks[i]-want) > 5e-4 {
			t.Errorf("mean ranks %v", f.Ranks)
		}
	}
	// The paper leaves out the correction for ties: chi-squared 9.28, F 3.69.
	sum := -25.0
	for _, r := range f.Ranks {
		sum += r * r
	}
	if plain := 12 * 14 / 20.0 * sum; math.Abs(plain-9.28) > 5e-3 || f.ChiSquared < plain ||
		math.Abs(13*plain/(42-plain)-3.69) > 5e-3 {
		t.Errorf("chi-squared %v, without ties %v", f.ChiSquared, plain)
	}
	cd, err := CriticalDifference(4, 14, 0.05)
	if err != nil || math.Abs(cd-1.25) > 5e-3 {
		t.Errorf("critical difference %v, %v", cd, err)
	}
	cd, err = CriticalDifference(4, 14, 0.1)
	if err != nil || math.Abs(cd-1.12) > 5e-3 {
		t.Errorf("critical difference %v, %v", cd, err)
	}
}

// All pairs of three models on eight data sets: Holm's adjustment of three p-values, two
// of them the smallest there are.
func TestPairs(t *testing.T) {
	var s Scores
	for i := range 8 {
		x := float64(i)
		s = append(s, []float64{x + 0.1, x + 0.2 + x/100, x + 0.1*float64(i%2) + 0.05})
	}
	p, err := Pairs(s, Lower, nil)
	if err != nil {
		t.Fatal(err)
	}
	const exact = 2.0 / 256
	if w := p[0].Wilcoxon; w.PValue != exact || w.Greater != exact/2 {
		t.Errorf("p = %v, one-sided %v; want %v and half of it", w.PValue, w.Greater, exact)
	}
	if p[0].Holm != 3*exact || !(p[0].Ranks < 0) {
		t.Errorf("adjusted p = %v, ranks %v; want %v and below 0", p[0].Holm, p[0].Ranks, 3*exact)
	}
	if p[1].Holm != p[1].Wilcoxon.PValue || p[1].Holm != 1 { // 0.05 on four, -0.05 on four
		t.Errorf("adjusted p = %v, p = %v; want 1 for both", p[1].Holm, p[1].Wilcoxon.PValue)
	}
	if p[2].Holm != 3*exact || p[2].Wilcoxon.Less != exact/2 {
		t.Errorf("adjusted p = %v, one-sided %v; want %v, %v", p[2].Holm, p[2].Wilcoxon.Less, 3*exact, exact/2)
	}
}

// Means of the same counts, in any unit and with the folds in any order, have the same ties. The counts themselves are
// whole numbers, whose differences are exact, and a p-value over all signs is counted beside.
func TestTiesOfMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 200 {
		const folds, models = 10, 3
		sets := 5 + rng.IntN(8)
		counts := make(Scores, sets)
		shares := make([]Scores, 4)
		var sizes []float64
		for d := range counts {
			var large float64
			row := make([][]float64, len(shares))
			for range models {
				sum, all := 0.0, make([]float64, folds)
				for f := range all {
					all[f] = float64(rng.IntN(3) + 5)
					sum += all[f]
				}
				counts[d] = append(counts[d], sum)
				for k, unit := range []float64{1.0 / 75, 0.1, 10, -1.0 / 3} {
					rng.Shuffle(folds, func(i, j int) { all[i], all[j] = all[j], all[i] })
					mean := 0.0
					for _, x := range all {
						mean += (x*unit - 6*unit) / folds // around 0, where rounding is large beside the mean
						large = max(large, math.Abs(x*unit))
					}
					row[k] = append(row[k], mean)
				}
			}
			for k := range shares {
				shares[k] = append(shares[k], row[k])
			}
			sizes = append(sizes, large)
		}
		want, err := Pairs(counts, Lower, nil)
		if err != nil {
			t.Fatal(err)
		}
		friedman, err := Friedman(counts, Lower, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range shares {
			better := Lower
			if k == 3 {
				better = Higher
			}
			got, err := Pairs(s, better, sizes)
			if err != nil {
				t.Fatal(err)
			}
			if f, err := Friedman(s, better, sizes); err != nil || !slices.Equal(f.Ranks, friedman.Ranks) {
				t.Errorf("unit %d: mean ranks %v (%v), want %v", k, f.Ranks, err, friedman.Ranks)
			}
			for i, p := range got {
				if w := want[i]; p.Wilcoxon.PValue != w.Wilcoxon.PValue || p.Wilcoxon.Zeros != w.Wilcoxon.Zeros ||
					p.Ranks != w.Ranks {
					t.Errorf("unit %d: %+v, want %+v of %v", k, p, w, counts)
				}
			}
		}
		for _, p := range want {
			if d := columns(counts, p.A, p.B); p.Wilcoxon.PValue != bySigns(d) {
				t.Errorf("p = %v of %v, by all signs %v", p.Wilcoxon.PValue, d, bySigns(d))
			}
		}
	}
}

// columns returns the differences of two models.
func columns(s Scores, a, b int) (d []float64) {
	for _, row := range s {
		d = append(d, row[b]-row[a])
	}
	return d
}

// bySigns counts the signs of the ranks of whole numbers, ties sharing the mean of their ranks.
func bySigns(d []float64) float64 {
	d = slices.DeleteFunc(d, func(x float64) bool { return x == 0 })
	twice := make([]int, len(d)) // the ranks
	positive := 0
	for i, x := range d {
		for _, y := range d {
			if math.Abs(y) < math.Abs(x) {
				twice[i] += 2
			} else if math.Abs(y) == math.Abs(x) {
				twice[i]++
			}
		}
		twice[i]++
		if x > 0 {
			positive += twice[i]
		}
	}
	above, below := 0, 0
	for signs := range 1 << len(d) {
		sum := 0
		for i := range d {
			if signs>>i&1 == 1 {
				sum += twice[i]
			}
		}
		if sum >= positive {
			above++
		}
		if sum <= positive {
			below++
		}
	}
	return math.Min(1, 2*float64(min(above, below))/float64(int(1)<<len(d)))
}

func TestRefused(t *testing.T) {
	good := Scores{{1, 2}, {2, 1}}
	for want, err := range map[string]error{
		"Higher or Lower":              second(Friedman(good, 0, nil)),
		"1 data sets; give at least 2": second(Friedman(good[:1], Higher, nil)),
		"data set 2 has scores of 1":   second(Friedman(Scores{{1, 2}, {1}}, Higher, nil)),
		"model 2 on data set 1 is NaN": second(Ranks(Scores{{1, math.NaN()}}, Lower, nil)),
		"no differences":               second(Wilcoxon(nil, nil)),
		"difference 2 is +Inf":         second(Wilcoxon([]float64{1, math.Inf(1)}, nil)),
		"2 sizes of 1 differences":     second(Wilcoxon([]float64{1}, []float64{1, 2})),
		"size 1 is -1":                 second(Wilcoxon([]float64{1}, []float64{-1})),
		"1 sizes for 2 data sets":      second(Pairs(good, Higher, []float64{1})),
		"size 2 is NaN":                second(Ranks(good, Higher, []float64{1, math.NaN()})),
		"1 models on 3 data sets":      second(CriticalDifference(1, 3, 0.05)),
		"alpha is 1":                   second(CriticalDifference(2, 3, 1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if f, err := Friedman(Scores{{1, 2}, {1, 2}}, Higher, nil); err != nil || !math.IsInf(f.F, 1) || f.FPValue != 0 {
		t.Errorf("all alike: %+v, %v", f, err)
	}
	if f, err := Friedman(Scores{{1, 1}, {2, 2}}, Higher, nil); err != nil || !math.IsNaN(f.PValue) || f.Ranks[1] != 1.5 {
		t.Errorf("equal models: %+v, %v, want mean ranks of 1.5 and no p-value", f, err)
	}
}

func second[T any](_ T, err error) error { return err }
