package rule

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func mustFitter(t testing.TB, r RIPPER, d *dataset.Data) *fitter {
	t.Helper()
	p, err := r.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p.NewFitter(nil).(*fitter)
}

// all returns 0, 1, ..., n-1.

func all(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// half returns a random half of 0..n-1, ascending, and the rest.

func half(n int, seed uint64) (train, valid []int32) {
	for k, i := range rand.New(rand.NewPCG(seed, 1)).Perm(n) {
		if k < n/2 {
			train = append(train, int32(i))
		} else {
			valid = append(valid, int32(i))
		}
	}
	slices.Sort(train)
	slices.Sort(valid)
	return train, valid
}

// draw returns n records of a generator in weka_test.go.

func draw(name string, n int) *dataset.Data {
	gen := map[string]func(*rand.Rand) []float64{"twonorm": twonorm, "waveform": waveform, "mixed": mixed}[name]
	rng, rows := rand.New(rand.NewPCG(3, uint64(n))), make([][]float64, n)
	for i := range rows {
		rows[i] = gen(rng)
	}
	levels, classes := make([]int, len(rows[0])-1), 3
	if name == "mixed" {
		levels, classes = []int{3, 0, 4, 0, 2, 0}, 5
	}
	return newData(name, levels, classes, rows)
}

func errorRate(f *fitter, d *dataset.Data, rows []int32) float64 {
	out, wrong := make([]float64, len(rows)), 0
	f.Predict(rows, out)
	for k, i := range rows {
		if out[k] != d.Target(i) {
			wrong++
		}
	}
	return float64(wrong) / float64(len(rows))
}

// TestConcept learns a concept without noise: the rules are the concept.

func TestConcept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &dataset.Data{
		Name: "concept",
		X:    mat.NewDense(600, 4, nil),
		Features: []dataset.Feature{{Name: "a"}, {Name: "b", Levels: []string{"x", "y", "z"}}, {Name: "c"},
			{Name: "d", Levels: []string{"no", "yes"}}},
		Classes: []string{"rest", "first", "second"},
	}
	for i := range d.N() {
		row := []float64{float64(rng.IntN(10)), float64(rng.IntN(3)), rng.NormFloat64(), float64(rng.IntN(2))}
		d.X.SetRow(i, row)
		switch {
		case row[0] <= 3 && row[1] == 0:
			d.Class = append(d.Class, 1)
		case row[0] >= 7 && row[3] == 1:
			d.Class = append(d.Class, 2)
		default:
			d.Class = append(d.Class, 0)
		}
	}
	var n [3]int
	for _, c := range d.Class {
		n[c]++
	}
	if n[1] >= n[2] {
		t.Fatalf("%v records of the classes; the test wants the first rule for the rarest", n)
	}
	want := fmt.Sprintf(`if b = x and a <= 3 then first (%d records, 0 wrong)
if d = yes and a >= 7 then second (%d records, 0 wrong)
else rest (%d records, 0 wrong)`, n[1], n[2], n[0])
	for seed := range uint64(20) {
		f := mustFitter(t, RIPPER{Seed: seed}, d)
		if _, err := f.Fit(t.Context(), all(d.N())); err != nil {
			t.Fatal(err)
		}
		if got := canonical(f.list()).String(); got != want {
			t.Errorf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
		if e := errorRate(f, d, all(d.N())); e != 0 {
			t.Errorf("seed %d: error %v", seed, e)
		}
	}
}

// canonical puts the conditions on a nominal feature first: which of two

// conditions comes first depends on the records that grow the rule.

func canonical(l ruleList) ruleList {
	for _, r := range l {
		slices.SortFunc(r.If, func(a, b condition) int { return strings.Compare(b.Level, a.Level) })
	}
	return l
}

// TestCounts checks the counts in the rules, and the probabilities that come from them, against a look at each record.

func TestCounts(t *testing.T) {
	d := draw("mixed", 300)
	f := mustFitter(t, RIPPER{}, d)
	train, _ := half(d.N(), 4)
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	rules := f.list()
	cover, wrong := make([]int, len(rules)), make([]int, len(rules))
	share := make([][]float64, len(rules))
	out := make([]float64, 1)
	for _, i := range train {
		r := slices.IndexFunc(rules, func(r ruleText) bool { return meets(d, r, i) })
		if cover[r]++; share[r] == nil {
			share[r] = make([]float64, d.K())
		}
		share[r][d.Class[i]] += 1 / float64(rules[r].Cover)
		if rules[r].Then != d.Classes[d.Class[i]] {
			wrong[r]++
		}
		if f.Predict([]int32{i}, out); d.Classes[int(out[0])] != rules[r].Then {
			t.Errorf("record %d is predicted %v, want %s as in the rule", i, out[0], rules[r].Then)
		}
	}
	for r := range rules {
		if rules[r].Cover != cover[r] || rules[r].Wrong != wrong[r] {
			t.Errorf("rule %v, but %d records and %d wrong", rules[r], cover[r], wrong[r])
		}
	}
	p := make([]float64, d.N()*d.K())
	probabilities(t, f, all(d.N()), p)
	for i := range int32(d.N()) {
		r := slices.IndexFunc(rules, func(r ruleText) bool { return meets(d, r, i) })
		if got := p[int(i)*d.K():][:d.K()]; !floats.EqualApprox(got, share[r], 1e-12) {
			t.Errorf("record %d of rule %d: probabilities %v, want %v", i, r, got, share[r])
		}
	}
	// A rule that no training record is left for gives its class alone.
	f.found, f.rest = nil, rule{class: 2}
	if probabilities(t, f, []int32{0}, p); !slices.Equal(p[:d.K()], []float64{0, 0, 1, 0, 0}) {
		t.Errorf("a rule of class 2 without records gives the probabilities %v", p[:d.K()])
	}
}

func probabilities(t *testing.T, f *fitter, rows []int32, out []float64) {
	t.Helper()
	if err := f.Probabilities(rows, out); err != nil {
		t.Fatal(err)
	}
}

func meets(d *dataset.Data, r ruleText, i int32) bool {
	for _, c := range r.If {
		j := slices.IndexFunc(d.Features, func(f dataset.Feature) bool { return f.Name == c.Feature })
		v := d.X.At(int(i), j)
		if (c.Op == "<=" && v > c.Value) || (c.Op == ">=" && v < c.Value) ||
			(c.Op == "=" && d.Features[j].Levels[int(v)] != c.Level) {
			return false
		}
	}
	return true
}

// A fit on records of a data set equals one on a copy of those records, with

// the same random numbers.

func TestCopy(t *testing.T) {
	for _, name := range []string{"mixed", "waveform"} {
		d := draw(name, 250)
		for seed := range uint64(5) {
			train, valid := half(d.N(), seed)
			f := mustFitter(t, RIPPER{}, d)
			f.fit(train, newJavaRandom(int64(seed)))
			g := mustFitter(t, RIPPER{}, d.Take(train))
			g.fit(all(len(train)), newJavaRandom(int64(seed)))
			if f.String() != g.String() {
				t.Errorf("%s:\n%s\non the copy:\n%s", name, f, g)
			}
			if name == "mixed" {
				checkPredictions(t, f, d, valid)
			}
		}
	}
}

// checkPredictions compares Predict with the printed rules.

func checkPredictions(t *testing.T, f *fitter, d *dataset.Data, rows []int32) {
	t.Helper()
	rules, out := f.list(), make([]float64, len(rows))
	f.Predict(rows, out)
	for k, i := range rows {
		r := slices.IndexFunc(rules, func(r ruleText) bool { return meets(d, r, i) })
		if d.Classes[int(out[k])] != rules[r].Then {
			t.Errorf("record %d is predicted %v, want %s as in the rule", i, out[k], rules[r].Then)
		}
	}
}

// One fitter for many subsets, of different sizes, gives what fresh ones give;

// and fitters of one Prepared run at the same time.

func TestReuse(t *testing.T) {
	d := draw("mixed", 300)
	p, err := RIPPER{Seed: 9}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var subsets [][]int32
	for seed := range uint64(12) {
		a, b := half(d.N(), seed)
		subsets = append(subsets, a, b[:1+10*seed])
	}
	want := make([]string, len(subsets))
	for k, s := range subsets {
		f := p.NewFitter(nil).(*fitter)
		if _, err := f.Fit(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		want[k] = f.String()
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			f := p.NewFitter(nil).(*fitter)
			for k, s := range subsets {
				if _, err := f.Fit(t.Context(), s); err != nil {
					t.Error(err)
				}
				if got := f.String(); got != want[k] {
					t.Errorf("subset %d:\n%s\nwith a fresh fitter:\n%s", k, got, want[k])
				}
			}
		})
	}
	wg.Wait()
}

// Values outside the range of the training records, and in gaps between their values, fall on the

// side of a cut where they belong.

// A class that does not occur in training is never predicted.

// The settings have the documented effect.

// What learn.RandFor makes is all that a fit allocates.

// letters returns n records similar to letter recognition: 26 classes, 16

// whole numbers from 0 to 15 round a centre of the class.

// TestDescriptionLength compares lengths with Weka 3.6.14:

// RuleStats.dataDL(share, cover, uncover, fp, fn), and RuleStats.theoryDL of

// rules of 1 to 5 of 30 conditions.
