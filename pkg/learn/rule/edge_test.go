package rule

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

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
	if _, err := f.Fit(t.Context(), all(40)); err != nil {
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
		want    string // rules, one per line
	}{
		{name: "one record", levels: []int{0}, classes: 2, rows: repeat(1, 5, 1), want: "else c1 (1 records, 0 wrong)"},
		{name: "two records", levels: []int{0}, classes: 2, rows: [][]float64{{1, 0}, {2, 1}},
			want: "else c0 (2 records, 1 wrong)"},
		{name: "one class", levels: []int{0, 2}, classes: 3, rows: join(repeat(9, 5, 1, 2), repeat(9, 6, 0, 2)),
			want: "else c2 (18 records, 0 wrong)"},
		{name: "equal records", levels: []int{0, 2}, classes: 3, rows: join(repeat(9, 5, 1, 0), repeat(12, 5, 1, 1)),
			want: "else c1 (21 records, 9 wrong)"},
		{name: "as many of each class", levels: []int{0}, classes: 2, rows: join(repeat(9, 5, 0), repeat(9, 5, 1)),
			want: "else c0 (18 records, 9 wrong)"},
		{name: "one level", levels: []int{1}, classes: 2, rows: join(repeat(9, 0, 0), repeat(12, 0, 1)),
			want: "else c1 (21 records, 9 wrong)"},
		{name: "two levels alone", levels: []int{2}, classes: 2, rows: join(repeat(20, 0, 0), repeat(30, 1, 1)),
			want: "if x1 = v0 then c0 (20 records, 0 wrong)\nelse c1 (30 records, 0 wrong)"},
		{name: "one record of a class", levels: []int{0}, classes: 2, rows: join(repeat(1, 9, 0), repeat(30, 1, 1)),
			want: "else c1 (31 records, 1 wrong)"},
		{name: "one record of each class", levels: []int{0}, classes: 4, rows: [][]float64{{1, 0}, {2, 1}, {3, 2}, {4, 3}},
			want: "else c0 (4 records, 3 wrong)"},
		{name: "constant feature", levels: []int{0, 0}, classes: 2, rows: join(repeat(20, 7, 1, 0), repeat(30, 7, 2, 1)),
			want: "if x2 <= 1 then c0 (20 records, 0 wrong)\nelse c1 (30 records, 0 wrong)"},
	} {
		f := mustFitter(t, RIPPER{}, newData(tt.name, tt.levels, tt.classes, tt.rows))
		if _, err := f.Fit(t.Context(), all(len(tt.rows))); err != nil {
			t.Fatal(err)
		}
		if got := f.String(); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestUnseenClass(t *testing.T) {
	d := draw("mixed", 200)
	var train []int32
	for i, c := range d.Class {
		if c != 3 {
			train = append(train, int32(i))
		}
	}
	f := mustFitter(t, RIPPER{}, d)
	if _, err := f.Fit(t.Context(), train); err != nil {
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
		{RIPPER{Folds: 1}, d, "rule: 1 folds; give at least 2 (3 by default)"},
		{RIPPER{Folds: -1}, d, "rule: -1 folds; give at least 2 (3 by default)"},
		{RIPPER{MinNo: -1}, d, "rule: MinNo is -1; give at least 1 (2 by default)"},
		{RIPPER{Optimizations: -2}, d, "rule: -2 optimizations; give at least 1 (2 by default), or -1 for none"},
	} {
		if _, err := tt.r.Prepare(t.Context(), tt.d); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	if _, err := mustFitter(t, RIPPER{}, d).Fit(t.Context(), nil); err == nil ||
		err.Error() != "rule: no training records; train on at least one" {
		t.Errorf("error %v of a fit without records", err)
	}
}

func TestString(t *testing.T) {
	for want, r := range map[string]RIPPER{
		"ripper":                           {},
		"ripper(folds=5, seed=2)":          {Folds: 5, MinNo: 2, Seed: 2},
		"ripper(minno=4)":                  {Folds: 3, MinNo: 4, Optimizations: 2},
		"ripper(optimizations=-1)":         {Optimizations: -1},
		"ripper(folds=2, optimizations=5)": {Folds: 2, Optimizations: 5},
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSettings(t *testing.T) {
	d := draw("waveform", 300)
	seen := map[string]string{}
	for _, r := range []RIPPER{{}, {Folds: 5}, {MinNo: 10}, {Optimizations: -1}, {Seed: 1}} {
		f := mustFitter(t, r, d)
		if _, err := f.Fit(t.Context(), all(300)); err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[f.String()]; ok {
			t.Errorf("%v and %s give the same rules", r, other)
		}
		seen[f.String()] = r.String()
	}
	same := mustFitter(t, RIPPER{Folds: 3, MinNo: 2, Optimizations: 2}, d)
	if _, err := same.Fit(t.Context(), all(300)); err != nil {
		t.Fatal(err)
	}
	if seen[same.String()] != "ripper" {
		t.Error("the defaults differ from zero")
	}
}

// Tiny data sets of all kinds: a fit ends, and its rules get each training record
// once.
func TestTiny(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 3000 {
		levels := make([]int, 1+rng.IntN(3))
		for j := range levels {
			levels[j] = rng.IntN(4)
		}
		classes, rows := 1+rng.IntN(4), make([][]float64, 1+rng.IntN(25))
		for i := range rows {
			for _, l := range levels {
				if l == 0 {
					l = 6 // different values of a number
				}
				rows[i] = append(rows[i], float64(rng.IntN(l)))
			}
			rows[i] = append(rows[i], float64(rng.IntN(classes)))
		}
		d := newData("tiny", levels, classes, rows)
		f := mustFitter(t, RIPPER{MinNo: 1 + rng.IntN(2), Folds: 2 + rng.IntN(2), Seed: rng.Uint64()}, d)
		if _, err := f.Fit(t.Context(), all(len(rows))); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, r := range f.list() {
			sum += r.Cover
		}
		if sum != len(rows) {
			t.Fatalf("rules get %d of %d records:\n%s\n%v", sum, len(rows), f, rows)
		}
	}
}
