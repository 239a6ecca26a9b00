package bootstrap

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Two estimates of each data set, x = level + noise: their variances come out, in both parts.
func TestVariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	var c cell
	const n = 100_000
	for range n {
		level := 5 + 3*rng.NormFloat64()
		c.add([2]float64{level + rng.NormFloat64(), level + rng.NormFloat64()})
	}
	if got := c.variance(n); math.Abs(got-10) > 0.2 {
		t.Errorf("whole variance %v, want 10", got)
	}
	if got := c.Gap / n; math.Abs(got-1) > 0.02 {
		t.Errorf("variance given the data %v, want 1", got)
	}
	// by hand: means 2 and 4 of the data sets, squared half gaps 1 and 0
	c = cell{}
	c.add([2]float64{1, 3})
	c.add([2]float64{4, 4})
	if got, want := c.variance(2), 2+0.5; math.Abs(got-want) > 1e-12 {
		t.Errorf("whole variance %v, want %v", got, want)
	}
}

// Rows are in percent of the variance with random replicates, at the same number of training sets and of the same
// estimate.
func TestRows(t *testing.T) {
	var b sim.Batches[sums]
	for range 2 {
		s := sums{N: 2}
		for size := range s.Cells {
			for kind := range s.Cells[size] {
				for k := range s.Cells[size][kind] {
					x := &s.Cells[size][kind][k]
					d := float64(10 - kind - size - k) // of two estimates of a data set
					x.add([2]float64{0, d})
					x.add([2]float64{20 - d, 20})
				}
			}
		}
		b.Parts = append(b.Parts, s)
	}
	got := rows("c", b, study.Effort{Seed: 3})
	if want := len(sizes) * (2*len(kinds) - 1); len(got) != want {
		t.Fatalf("%d rows, want %d", len(got), want)
	}
	r := got[slices.IndexFunc(got, func(r Row) bool {
		return r.Kind == Frequencies && r.Estimate == ".632+" && r.B == 48
	})]
	// d is 6 and, at random, 8: given the data 18 and 32; means 3 and 17, at random 4 and 16, twice each
	given, total, base := 18., 4*49./3+18./2, 4*36./3+32./2
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"mean", r.Mean, 10}, {"given", r.Given, given}, {"variance", r.Total, total},
		{"share", r.Share, 100 * given / base},
		{"saved", r.Saved, 100 * (32 - given) / base}, {"whole", r.Whole, 100 * (1 - total/base)}} {
		if math.Abs(c.got-c.want) > 1e-3 {
			t.Errorf("%s %v, want %v", c.name, c.got, c.want)
		}
	}
	if r.Whole != study.Round(r.Whole, 3) {
		t.Errorf("percentage %v, want 3 decimals", r.Whole)
	}
	if r.Sets != 4 || r.Config != "c" || r.Seed != 3 {
		t.Errorf("%+v", r)
	}
	for _, r := range got {
		if r.Kind == Halves && r.Estimate != "mean of folds" {
			t.Errorf("%s of %s", r.Estimate, r.Kind)
		}
	}
}

// Records take new places in regular replicates from one data set to the next, and the multiplicities stay.
func TestDrawing(t *testing.T) {
	draw := drawing(40, rand.New(rand.NewPCG(1, 0)))
	for _, kind := range kinds[:4] {
		a, b := draw(kind, 16), draw(kind, 16)
		if slices.Equal(a[0], b[0]) {
			t.Errorf("%s: two draws are equal", kind)
		}
		if kind != Random && kind != Balanced && spread(a) != spread(b) {
			t.Errorf("%s: overlaps %+v and %+v, want equal ones", kind, spread(a), spread(b))
		}
	}
}

// A run has a row for each estimate, and numbers that are near each other for all kinds of replicates.
func TestRun(t *testing.T) {
	c := own[0]
	c.Sets = shards
	got, err := experiment(c, 1).Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Seed != 1 || got[0].Sets != shards {
		t.Errorf("%+v", got[0])
	}
	for i, r := range got {
		if r.Estimate == ".632+" && r.Mean > got[i-1].Mean-0.1 {
			t.Errorf("%s: mean %v of .632+, want it well below %v", r.Kind, r.Mean, got[i-1].Mean)
		}
		least, most := 1.3, 2. // irreducible is 1
		if r.Mean < least || r.Mean > most {
			t.Errorf("%s, %s: mean %v, want %v to %v", r.Estimate, r.Kind, r.Mean, least, most)
		}
		if r.Given <= 0 || r.Given >= r.Total || r.GivenSE <= 0 {
			t.Errorf("%+v: variance given the data out of range", r)
		}
		if r.Kind == Random && math.Abs(r.Saved)+math.Abs(r.Whole)+r.SavedSE > 0 {
			t.Errorf("%+v: random replicates save something", r)
		}
	}
}

// The quick scale has one small configuration, the paper scale those whose data are there.
func TestPlan(t *testing.T) {
	t.Setenv("BCV_DATA", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for scale, want := range map[study.Scale]int{study.Quick: 1, study.Paper: 3} {
		p, err := Study.Plan(study.Config{Scale: scale, Seed: 1})
		if err != nil || len(p.Simulations) != want {
			t.Errorf("%s: %d simulations, want %d (%v)", scale, len(p.Simulations), want, err)
		}
	}
}
