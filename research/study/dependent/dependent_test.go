package dependent

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
)

// Columns have variance 1, and the correlations of the cell within groups and between neighbours alone.
func TestColumn(t *testing.T) {
	for _, c := range []Row{{Records: groups, Sizes: "equal", Units: 20, Dependence: 0.5}, {Records: series, Units: 100,
		Dependence: 0.9}} {
		of := c.unit(c.Units)
		rng := rand.New(rand.NewPCG(1, 0))
		at := make([][]float64, 8)
		for range 10_000 {
			x := c.column(of, rng)
			for i := range at {
				at[i] = append(at[i], x[i])
			}
		}
		beyond := 0.0 // of records 4 and 5, of two groups
		if c.Records == series {
			beyond = 0.9
		}
		for _, r := range []struct {
			name      string
			got, want float64
		}{{"variance", stat.Variance(at[5], nil), 1}, {"neighbours", stat.Correlation(at[0], at[1], nil), c.Dependence},
			{"groups", stat.Correlation(at[4], at[5], nil), beyond},
			{"three apart", stat.Correlation(at[0], at[3], nil), map[string]float64{groups: 0.5, series: 0.729}[c.Records]}} {
			if math.Abs(r.got-r.want) > 0.05 {
				t.Errorf("%s: %s %.3f, want %.3f", c.Records, r.name, r.got, r.want)
			}
		}
	}
}

// Groups have 5 records, or every fifth 16 and the others 2; blocks of a series are even.
func TestUnit(t *testing.T) {
	for _, c := range []struct {
		sizes string
		units int
		want  []int
	}{{"equal", 6, []int{5, 5, 5, 5, 5, 5}}, {"unequal", 6, []int{16, 2, 2, 2, 2, 16}},
		{"", 18, []int{3, 3, 3, 3, 3, 3}}} {
		var got []int
		last := ""
		for _, g := range (Row{Sizes: c.sizes, Units: c.units}).unit(6) {
			if g != last {
				got, last = append(got, 0), g
			}
			got[len(got)-1]++
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q sizes: %v, want %v", c.sizes, got, c.want)
		}
	}
}

// Each rule has the folds that its name says, claims are counted in the order of rows, and exchanging the algorithms
// changes none.
func TestClaims(t *testing.T) {
	want := map[string][]cv.Method{groups: {cv.Grouped, cv.BCV, cv.KFold},
		series: {cv.Grouped, cv.Grouped, cv.BCV, cv.Rolling, cv.Rolling}}
	for _, c := range []Row{
		{Records: groups, Sizes: "unequal", Learner: "logistic regression", Units: 20, Dependence: 0.5},
		{Records: series, Learner: "least squares", Units: 200, Dependence: 0.9},
	} {
		designs, err := c.designs(1)
		if err != nil {
			t.Fatal(err)
		}
		for i, on := range designs {
			if on.set.Method != want[c.Records][i] {
				t.Errorf("%s have method %s, want %s", on.name, on.set.Method, want[c.Records][i])
			}
		}
		claimed := 0
		for seed := range uint64(20) {
			d := c.draw(rand.New(rand.NewPCG(seed, 0)))
			before, err := c.claims(d, designs)
			if err != nil {
				t.Fatal(err)
			}
			first, second := study.Columns(d, []int{2, 3}), study.Columns(d, []int{0, 1})
			d.X.Augment(first.X, second.X)
			after, err := c.claims(d, designs)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(before, after) {
				t.Errorf("%s: claims %v, with exchanged algorithms %v", c.Records, before, after)
			}
			for _, n := range before {
				claimed += n
			}
		}
		if claimed == 0 {
			t.Errorf("%s: no claims, want some", c.Records)
		}
	}
}

// Exchangeable algorithms differ by nothing on average.
func TestEqual(t *testing.T) {
	c := Row{Records: groups, Sizes: "unequal", Learner: "least squares", Units: 20, Dependence: 0.5}
	designs, err := c.designs(1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 0))
	var means []float64
	for range 300 {
		folds, err := c.differences(c.draw(rng), designs[1].set)
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, stat.Mean(folds, nil))
	}
	mean, sd := stat.MeanStdDev(means, nil)
	if z := mean / sd * math.Sqrt(300); math.Abs(z) > 3.5 {
		t.Errorf("mean difference %v, %v standard errors from 0", mean, z)
	}
}
