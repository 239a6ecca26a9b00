package rule

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func mustFitter(t testing.TB, r RIPPER, d *dataset.Data) *Fitter {
	t.Helper()
	p, err := r.Prepare(d)
	if err != nil {
		t.Fatal(err)
	}
	return p.NewFitter().(*Fitter)
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

func errorRate(f *Fitter, d *dataset.Data, rows []int32) float64 {
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
		Name:     "concept",
		X:        mat.NewDense(600, 4, nil),
		Features: []dataset.Feature{{Name: "a"}, {Name: "b", Levels: []string{"x", "y", "z"}}, {Name: "c"}, {Name: "d", Levels: []string{"no", "yes"}}},
		Classes:  []string{"rest", "first", "second"},
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
		if err := f.Fit(all(d.N())); err != nil {
			t.Fatal(err)
		}
		if got := canonical(f.Rules()).String(); got != want {
			t.Errorf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
		if e := errorRate(f, d, all(d.N())); e != 0 {
			t.Errorf("seed %d: error %v", seed, e)
		}
	}
}

// canonical puts the conditions on a nominal feature first: which of two
// conditions comes first depends on the records that grow the rule.
func canonical(l List) List {
	for _, r := range l {
		slices.SortFunc(r.If, func(a, b Condition) int { return strings.Compare(b.Level, a.Level) })
	}
	return l
}

// TestCounts checks the counts in the rules against a look at each record.
func TestCounts(t *testing.T) {
	d := draw("mixed", 300)
	f := mustFitter(t, RIPPER{}, d)
	train, _ := half(d.N(), 4)
	if err := f.Fit(train); err != nil {
		t.Fatal(err)
	}
	rules := f.Rules()
	cover, wrong := make([]int, len(rules)), make([]int, len(rules))
	out := make([]float64, 1)
	for _, i := range train {
		r := slices.IndexFunc(rules, func(r Rule) bool { return meets(d, r, i) })
		cover[r]++
		if rules[r].Then != d.Classes[d.Class[i]] {
			wrong[r]++
		}
		if f.Predict([]int32{i}, out); d.Classes[int(out[0])] != rules[r].Then {
			t.Errorf("record %d is predicted %v, the rule says %s", i, out[0], rules[r].Then)
		}
	}
	for r := range rules {
		if rules[r].Cover != cover[r] || rules[r].Wrong != wrong[r] {
			t.Errorf("rule %v, but %d records and %d wrong", rules[r], cover[r], wrong[r])
		}
	}
}

func meets(d *dataset.Data, r Rule, i int32) bool {
	for _, c := range r.If {
		j := slices.IndexFunc(d.Features, func(f dataset.Feature) bool { return f.Name == c.Feature })
		v := d.X.At(int(i), j)
		if (c.Op == "<=" && v > c.Value) || (c.Op == ">=" && v < c.Value) || (c.Op == "=" && d.Features[j].Levels[int(v)] != c.Level) {
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
func checkPredictions(t *testing.T, f *Fitter, d *dataset.Data, rows []int32) {
	t.Helper()
	rules, out := f.Rules(), make([]float64, len(rows))
	f.Predict(rows, out)
	for k, i := range rows {
		r := slices.IndexFunc(rules, func(r Rule) bool { return meets(d, r, i) })
		if d.Classes[int(out[k])] != rules[r].Then {
			t.Errorf("record %d is predicted %v, the rule says %s", i, out[k], rules[r].Then)
		}
	}
}

// One fitter for many subsets, of different sizes, gives what fresh ones give;
// and fitters of one Prepared run at the same time.
func TestReuse(t *testing.T) {
	d := draw("mixed", 300)
	p, err := RIPPER{Seed: 9}.Prepare(d)
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
		f := p.NewFitter().(*Fitter)
		if err := f.Fit(s); err != nil {
			t.Fatal(err)
		}
		want[k] = f.String()
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			f := p.NewFitter().(*Fitter)
			for k, s := range subsets {
				if err := f.Fit(s); err != nil {
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

// Values outside those of training, and in the gaps between them, fall on the
// side of a cut where they belong.
func TestNewValues(t *testing.T) {
	rows := [][]float64{}
	for i := range 40 {
		rows = append(rows, []float64{float64(2 * i), map[bool]float64{true: 1}[i >= 25]})
	}
	for _, v := range []float64{-5, 49, 49.5, 51, 1000} {
		rows = append(rows, []float64{v, 0})
	}
	d := newData("gaps", []int{0}, 2, rows)
	f := mustFitter(t, RIPPER{}, d)
	if err := f.Fit(all(40)); err != nil {
		t.Fatal(err)
	}
	if got, want := f.String(), "if x1 >= 50 then c1 (15 records, 0 wrong)\nelse c0 (25 records, 0 wrong)"; got != want {
		t.Fatalf("rules\n%s\nwant\n%s", got, want)
	}
	out := make([]float64, 5)
	f.Predict([]int32{40, 41, 42, 43, 44}, out)
	if want := []float64{0, 0, 0, 1, 1}; !slices.Equal(out, want) {
		t.Errorf("predicted %v, want %v", out, want)
	}
	f.Predict(nil, nil)
}

func TestDegenerate(t *testing.T) {
	repeat := func(n int, row ...float64) (out [][]float64) {
		for range n {
			out = append(out, row)
		}
		return out
	}
	join := func(parts ...[][]float64) [][]float64 { return slices.Concat(parts...) }
	for _, tt := range []struct {
		name    string
		levels  []int
		classes int
		rows    [][]float64
		want    string // rules, one a line
	}{
		{"one record", []int{0}, 2, repeat(1, 5, 1), "else c1 (1 records, 0 wrong)"},
		{"two records", []int{0}, 2, [][]float64{{1, 0}, {2, 1}}, "else c0 (2 records, 1 wrong)"},
		{"one class", []int{0, 2}, 3, join(repeat(9, 5, 1, 2), repeat(9, 6, 0, 2)), "else c2 (18 records, 0 wrong)"},
		{"equal records", []int{0, 2}, 3, join(repeat(9, 5, 1, 0), repeat(12, 5, 1, 1)), "else c1 (21 records, 9 wrong)"},
		{"as many of each class", []int{0}, 2, join(repeat(9, 5, 0), repeat(9, 5, 1)), "else c0 (18 records, 9 wrong)"},
		{"one level", []int{1}, 2, join(repeat(9, 0, 0), repeat(12, 0, 1)), "else c1 (21 records, 9 wrong)"},
		{"two levels alone", []int{2}, 2, join(repeat(20, 0, 0), repeat(30, 1, 1)),
			"if x1 = v0 then c0 (20 records, 0 wrong)\nelse c1 (30 records, 0 wrong)"},
		{"one record of a class", []int{0}, 2, join(repeat(1, 9, 0), repeat(30, 1, 1)), "else c1 (31 records, 1 wrong)"},
		{"one record of each class", []int{0}, 4, [][]float64{{1, 0}, {2, 1}, {3, 2}, {4, 3}}, "else c0 (4 records, 3 wrong)"},
		{"constant feature", []int{0, 0}, 2, join(repeat(20, 7, 1, 0), repeat(30, 7, 2, 1)),
			"if x2 <= 1 then c0 (20 records, 0 wrong)\nelse c1 (30 records, 0 wrong)"},
	} {
		f := mustFitter(t, RIPPER{}, newData(tt.name, tt.levels, tt.classes, tt.rows))
		if err := f.Fit(all(len(tt.rows))); err != nil {
			t.Fatal(err)
		}
		if got := f.String(); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// A class that does not occur in training is never predicted.
func TestUnseenClass(t *testing.T) {
	d := draw("mixed", 200)
	var train []int32
	for i, c := range d.Class {
		if c != 3 {
			train = append(train, int32(i))
		}
	}
	f := mustFitter(t, RIPPER{}, d)
	if err := f.Fit(train); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, d.N())
	if f.Predict(all(d.N()), out); slices.Contains(out, 3) {
		t.Error("predicts class 3, which is not in training")
	}
}

func TestErrors(t *testing.T) {
	d := draw("mixed", 20)
	missing, numeric := d.Take(all(20)), d.Take(all(20))
	missing.X.Set(2, 1, math.NaN())
	numeric.Class, numeric.Response = nil, make([]float64, 20)
	for _, tt := range []struct {
		r    RIPPER
		d    *dataset.Data
		want string
	}{
		{RIPPER{}, missing, "rule: dataset: record 2, feature x2 is NaN"},
		{RIPPER{}, numeric, "rule: data set \"mixed\" has a numeric response, not classes"},
		{RIPPER{Folds: 1}, d, "rule: 1 folds; give at least 2, or 0 for 3"},
		{RIPPER{Folds: -1}, d, "rule: -1 folds; give at least 2, or 0 for 3"},
		{RIPPER{MinNo: -1}, d, "rule: MinNo is -1; give at least 1, or 0 for 2"},
		{RIPPER{Optimizations: -2}, d, "rule: -2 optimizations; give at least 1, 0 for 2, or -1 for none"},
	} {
		if _, err := tt.r.Prepare(tt.d); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	if err := mustFitter(t, RIPPER{}, d).Fit(nil); err == nil || err.Error() != "rule: no training records; train on at least one" {
		t.Errorf("error %v of a fit without records", err)
	}
}

func TestString(t *testing.T) {
	for want, r := range map[string]RIPPER{
		"ripper":                         {},
		"ripper(folds=5,seed=2)":         {Folds: 5, MinNo: 2, Seed: 2},
		"ripper(minno=4)":                {Folds: 3, MinNo: 4, Optimizations: 2},
		"ripper(optimizations=-1)":       {Optimizations: -1},
		"ripper(folds=2,optimizations=5": {Folds: 2, Optimizations: 5},
	} {
		if got := r.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The settings do what they say.
func TestSettings(t *testing.T) {
	d := draw("waveform", 300)
	seen := map[string]string{}
	for _, r := range []RIPPER{{}, {Folds: 5}, {MinNo: 10}, {Optimizations: -1}, {Seed: 1}} {
		f := mustFitter(t, r, d)
		if err := f.Fit(all(300)); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[f.String()]; ok {
			t.Errorf("%v and %s give the same rules", r, other)
		}
		seen[f.String()] = r.String()
	}
	same := mustFitter(t, RIPPER{Folds: 3, MinNo: 2, Optimizations: 2}, d)
	if err := same.Fit(all(300)); err != nil {
		t.Fatal(err)
	}
	if seen[same.String()] != "ripper" {
		t.Error("the defaults differ from zero")
	}
}

// What learn.Stream makes is all that a fit allocates.
func TestAllocs(t *testing.T) {
	d := draw("mixed", 300)
	f := mustFitter(t, RIPPER{}, d)
	train, valid := half(d.N(), 1)
	rng := newJavaRandom(1)
	for range 30 {
		f.fit(train, rng)
	}
	if n := testing.AllocsPerRun(20, func() { *rng = javaRandom{1}; f.fit(train, rng) }); n != 0 {
		t.Errorf("a fit allocates %v times", n)
	}
	out := make([]float64, len(valid))
	if n := testing.AllocsPerRun(20, func() { f.Predict(valid, out) }); n != 0 {
		t.Errorf("Predict allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() { _ = f.Fit(train) }); n > 2 {
		t.Errorf("Fit allocates %v times", n)
	}
}

// letters returns n records like those of letter recognition: 26 classes, 16
// whole numbers from 0 to 15 round a centre of the class.
func letters(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(5, 5))
	var centre [26][16]float64
	for c := range centre {
		for j := range centre[c] {
			centre[c][j] = 2 + 11*rng.Float64()
		}
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, 17)
		c := rng.IntN(26)
		for j := range 16 {
			rows[i][j] = math.Round(min(15, max(0, centre[c][j]+2*rng.NormFloat64())))
		}
		rows[i][16] = float64(c)
	}
	return newData("letters", make([]int, 16), 26, rows)
}

func BenchmarkFit(b *testing.B) {
	for _, d := range []*dataset.Data{draw("twonorm", 300), draw("waveform", 300), draw("mixed", 300), letters(300), letters(2000), draw("waveform", 5000)} {
		b.Run(fmt.Sprintf("%s/n=%d", d.Name, d.N()), func(b *testing.B) {
			f := mustFitter(b, RIPPER{}, d)
			rows := all(d.N())
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Fit(rows); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(f.Rules())), "rules")
		})
	}
}

// TestDescriptionLength compares lengths with those of Weka 3.6.14:
// RuleStats.dataDL(share, cover, uncover, fp, fn), and RuleStats.theoryDL of
// rules of 1 to 5 of 30 conditions.
func TestDescriptionLength(t *testing.T) {
	f := &Fitter{all: 30}
	for _, tt := range []struct {
		share                  float64
		cover, uncover, fp, fn int
		want                   float64
	}{
		{0.3, 0, 100, 0, 30, 98.00965540446425},
		{0.3, 20, 80, 2, 12, 65.20784942642277},
		{0.4, 60, 40, 15, 5, 81.29443763089762},
		{0.5, 50, 50, 10, 10, 78.85102097148803},
		{0.1, 100, 0, 90, 0, 320.67263392842915},
		{0.25, 33, 67, 0, 0, 6.6582114827517955},
	} {
		f.share = tt.share
		f.total = count{tt.cover + tt.uncover, tt.cover - tt.fp + tt.fn}
		if got := f.errorLength(count{tt.cover, tt.cover - tt.fp}); math.Abs(got-tt.want) > 1e-11 {
			t.Errorf("%+v: length %.17g", tt, got)
		}
	}
	for k, want := range []float64{3.1626345047779822, 5.80039002532132, 8.491863861653686, 10.497642598293579, 12.12662366790578} {
		if got := f.ruleLength(make([]cond, k+1)); math.Abs(got-want) > 1e-11 {
			t.Errorf("%d conditions: length %.17g, want %.17g", k+1, got, want)
		}
	}
	// Where JRip breaks off with NaN, lengths are finite.
	f.share, f.total = 0.1, count{100, 50}
	if got := f.errorLength(count{50, 0}); !(got > 0 && got < 1e6) {
		t.Errorf("all wrong: length %v", got)
	}
	f.all = 2
	if got := f.ruleLength(make([]cond, 3)); !(got > 0 && got < 1e6) {
		t.Errorf("3 of 2 conditions: length %v", got)
	}
}
