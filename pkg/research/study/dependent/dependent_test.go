package dependent

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Columns have variance 1, and the correlations of the cell within groups and between neighbours alone.
func TestColumn(t *testing.T) {
	for _, c := range []cell{{records: groups, sizes: "equal", units: 20, dependence: 0.5}, {records: series, units: 100,
		dependence: 0.9}} {
		of := make([]string, 100)
		if c.records == groups {
			of = c.groupOf()
		}
		rng := rand.New(rand.NewPCG(1, 0))
		at := make([][]float64, 8)
		for range 10_000 {
			x := c.column(of, len(of), rng)
			for i := range at {
				at[i] = append(at[i], x[i])
			}
		}
		beyond := 0.0 // of records 4 and 5, of two groups
		if c.records == series {
			beyond = 0.9
		}
		for _, r := range []struct {
			name      string
			got, want float64
		}{{"variance", stat.Variance(at[5], nil), 1}, {"neighbours", stat.Correlation(at[0], at[1], nil), c.dependence},
			{"groups", stat.Correlation(at[4], at[5], nil), beyond},
			{"three apart", stat.Correlation(at[0], at[3], nil), map[string]float64{groups: 0.5, series: 0.729}[c.records]}} {
			if math.Abs(r.got-r.want) > 0.05 {
				t.Errorf("%s: %s %.3f, want %.3f", c.records, r.name, r.got, r.want)
			}
		}
	}
}

// Groups have 5 records, or every fifth 16 and the others 2.
func TestGroups(t *testing.T) {
	for sizes, want := range map[string][]int{"equal": {5, 5, 5, 5, 5, 5}, "unequal": {16, 2, 2, 2, 2, 16}} {
		var got []int
		last := ""
		for _, g := range (cell{records: groups, sizes: sizes, units: 6}).groupOf() {
			if g != last {
				got, last = append(got, 0), g
			}
			got[len(got)-1]++
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s sizes: %v, want %v", sizes, got, want)
		}
	}
}

// Each rule has the folds that its name says, and exchanging the algorithms changes no claim.
func TestRules(t *testing.T) {
	want := map[string][]cv.Method{groups: {cv.Grouped, cv.BCV, cv.KFold},
		series: {cv.Grouped, cv.Grouped, cv.BCV, cv.Rolling, cv.Rolling}}
	for _, c := range []cell{{groups, "unequal", "logistic regression", 20, 0.5}, {series, "", "least squares", 200, 0.9}} {
		designs, err := c.designs(1)
		if err != nil {
			t.Fatal(err)
		}
		d := c.draw(rand.New(rand.NewPCG(2, 0)))
		var all []differences
		for i, on := range designs {
			if on.set.Method != want[c.records][i] {
				t.Errorf("%s: %s has method %s, want %s", c.records, names[c.records][i], on.set.Method, want[c.records][i])
			}
			x, err := c.train(d, on)
			if err != nil {
				t.Fatal(err)
			}
			if len(x.folds) != len(on.set.Folds()) {
				t.Errorf("%s: %d differences, want %d", names[c.records][i], len(x.folds), len(on.set.Folds()))
			}
			all = append(all, x)
		}
		for _, r := range c.rules() {
			before, err := r.claims(all[r.design])
			if err != nil {
				t.Errorf("%s on %s, m = %d: %v", r.name, names[c.records][r.design], r.m, err)
			}
			x := all[r.design]
			x.folds, x.inner = negative(x.folds), negative(x.inner)
			if after, _ := r.claims(x); after != before {
				t.Errorf("%s: claims %t, with exchanged algorithms %t", r.name, before, after)
			}
		}
	}
}

func negative(x []float64) []float64 {
	out := slices.Clone(x)
	for i := range out {
		out[i] = -out[i]
	}
	return out
}

// The posterior claims where the probability of a side is below 2.5%.
func TestPosterior(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	r, claimed := rule{posterior, 0, 5}, 0
	for range 200 {
		x := differences{set: cv.Set{Method: cv.Grouped}}
		mean := 0.7 * rng.NormFloat64()
		for range 10 {
			x.folds = append(x.folds, mean+rng.NormFloat64())
		}
		p, err := paired.New(pairs(x.folds), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.claims(x)
		if err != nil {
			t.Fatal(err)
		}
		if side := min(p.CDF(0), p.Survival(0)); got != (side < 0.025) && math.Abs(side-0.025) > 1e-4 {
			t.Errorf("claims %t, want %t: probability of the other side %v", got, side < 0.025, side)
		}
		if got {
			claimed++
		}
	}
	if claimed < 10 || claimed > 190 {
		t.Errorf("%d claims of 200, want some and not all", claimed)
	}
}

// Exchangeable algorithms differ by nothing on average.
func TestEqual(t *testing.T) {
	c := cell{groups, "unequal", "least squares", 20, 0.5}
	designs, err := c.designs(1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 0))
	var means []float64
	for range 300 {
		x, err := c.train(c.draw(rng), designs[1])
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, stat.Mean(x.folds, nil))
	}
	mean, sd := stat.MeanStdDev(means, nil)
	if z := mean / sd * math.Sqrt(300); math.Abs(z) > 3.5 {
		t.Errorf("mean difference %v, %v standard errors from 0", mean, z)
	}
}
