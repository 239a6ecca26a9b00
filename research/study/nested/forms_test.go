package nested

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/internal/check"
)

// drawn returns differences of normal distribution, with inner ones.
func drawn(rng *rand.Rand) measured {
	var x measured
	for range most {
		x.Outer = append(x.Outer, [2]float32{float32(rng.NormFloat64()), float32(rng.NormFloat64())})
	}
	for half := range 2 * wide {
		r := mostInner
		if half >= 2*most {
			r = wideInner
		}
		shift := rng.NormFloat64()
		var of []float32
		for range r {
			of = append(of, float32(shift+rng.NormFloat64()))
		}
		x.Inner = append(x.Inner, of)
	}
	x.Records = []float32{0.3, 0.2, 0.1}
	return x
}

// The spreads are what their definitions say, with two of three half-splits and inner replications.
func TestSpread(t *testing.T) {
	x := drawn(rand.New(rand.NewPCG(1, 9)))
	s := x.spreadOf(3, 2, 3)
	var halves, added, means []float64
	for half := range 4 {
		var y []float64
		for _, v := range x.Inner[half][:3] {
			y = append(y, float64(v))
		}
		mean, variance := stat.MeanVariance(y, nil)
		halves, added = append(halves, mean), append(added, variance)
	}
	for _, d := range x.Outer[:3] {
		means = append(means, (float64(d[0])+float64(d[1]))/2)
	}
	h := (math.Pow(halves[0]-halves[1], 2) + math.Pow(halves[2]-halves[3], 2)) / 4
	check.Near(t, "H", s.contrast, h, 1e-12)
	check.Near(t, "P' of the inner replications", s.added, stat.Mean(added, nil), 1e-12)
	check.Near(t, "P of the outer replications", s.partition(), stat.Variance(means, nil), 1e-12)
	check.Near(t, "variance of the records", s.records, 0.3, 1e-7)
	check.Near(t, "variance of the records at m = 5", x.records(5), 0.2, 1e-7)
	check.Equal(t, "variance of the records at m = 4", x.records(4), 0)
}

// The forms by hand, with H above and below the share of the inner partitions.
func TestForms(t *testing.T) {
	s := spread{m: 5, halves: 10, inner: 2, outer: folds{Within: 6, Between: 16}, contrast: 4, added: 2, records: 1}
	const partition = 16. / 2 / 4 / 5 // P/m
	few := s
	few.added = 20
	rare := s
	rare.rare = true
	bcv := 11. / 9 * 22 / 10 // 2.69, above H/2
	for _, c := range []struct {
		name         string
		of           form
		s            spread
		variance, df float64
	}{
		{"raw", raw, s, 2 + partition, 10},
		{"plain", plain(0.25), s, 1.5 + partition, 10},
		{"plain at its floor", plain(0.25), few, 0.5 + partition, 10},
		{"balanced", balanced(0.25, 4), s, (10*1.5+4*2)/14 + partition, 14},
		{"balanced at its floor", balanced(0.25, 4), few, (10*0.5+4*2)/14 + partition, 14},
		{"with records", withRecords(raw, 10), s, (10*2.+10*1)/20 + partition, 20},
		{"of counts", ofCounts, s, (10*1.5+4*2)/14 + partition, 14},
		{"of counts of a rare class", ofCounts, rare, 2 + partition, 10},
	} {
		variance, df := c.of(c.s)
		check.Near(t, c.name+": variance", variance, c.variance, 1e-12)
		check.Equal(t, c.name+": degrees of freedom", df, c.df)
	}
	check.Near(t, "variance of bcv-t", s.outer.bcvVariance(5), bcv, 1e-12)
	s.outer.Within = 0
	variance, _ := balanced(0.25, 4)(s)
	check.Near(t, "balanced, bcv-t having less than halves", variance, (10*1.5+4*11./9*1.6)/14+partition, 1e-12)
	v, df := satterthwaite(0.25)(s)
	check.Near(t, "Satterthwaite", df, v*v/(4./10+0.4*0.4/4+0.5*0.5/20), 1e-12)
	v, df = satterthwaite(0.25)(few)
	check.Near(t, "Satterthwaite at the floor", df, v*v/(4./10+0.4*0.4/4), 1e-12)
}

// What the study judges are the tests and the posterior as they are elsewhere.
func TestProceduresOfThePackages(t *testing.T) {
	numtest.NotRaced(t)
	all, err := procedures()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 9))
	all = append(all, countedProcedures()...)
	for i := range 6 {
		x := drawn(rng)
		x.Rarest = [][]int{{30, 100}, {30, 50}, nil}[i%3]
		for _, p := range all {
			if p.m == 0 || p.m == large {
				continue
			}
			var pairs [][2]float64
			var rows [][]float64
			for _, d := range x.Outer[:p.m] {
				pairs = append(pairs, [2]float64{float64(d[0]), float64(d[1])})
				rows = append(rows, pairs[len(pairs)-1][:])
			}
			d, err := infer.DifferencesOf(rows)
			if err != nil {
				t.Fatal(err)
			}
			got := p.claim(x)
			for k, side := range sides {
				var low, high float64
				switch p.name {
				case BCVT:
					r, err := infer.BCVT(d, infer.Options{Alpha: 2 * side})
					if err != nil {
						t.Fatal(err)
					}
					low, high = r.CI.Low, r.CI.High
				case Paired:
					post, err := paired.New(pairs, paired.Uniform{})
					if err != nil {
						t.Fatal(err)
					}
					low, high = post.Quantile(side), post.Quantile(1-side)
				case NestedT, NestedRecords, Counted:
					if d, err = d.WithInner(x.inner(p.halves, p.inner)); err != nil {
						t.Fatal(err)
					}
					sd := math.Sqrt(x.records(p.m)) // of the mean of two records at a distance of twice that
					if d, err = d.WithRecords([]float64{-sd, sd}); err != nil {
						t.Fatal(err)
					}
					if p.name == Counted && x.Rarest != nil {
						if d, err = d.WithRarestClass(x.Rarest[0], x.Rarest[1]); err != nil {
							t.Fatal(err)
						}
					}
					test := map[string]string{NestedT: "nested-t", Counted: "nested-t", NestedRecords: "nested-records-t"}[p.name]
					r, err := infer.Run(test, d, infer.Options{Alpha: 2 * side})
					if err != nil {
						t.Fatal(err)
					}
					low, high = r.CI.Low, r.CI.High
				case NestedPaired:
					post, err := paired.NewNested(pairs, x.inner(10, 2), paired.NestedPrior)
					if err != nil {
						t.Fatal(err)
					}
					low, high = post.Quantile(side), post.Quantile(1-side)
				case Records:
					se := math.Sqrt(2*x.records(p.m)) * distuv.UnitNormal.Quantile(1-side)
					low, high = d.Mean()-se, d.Mean()+se
				default:
					continue
				}
				check.Near(t, p.name+": lower end", got.estimate-got.reach[k], low, 1e-5)
				check.Near(t, p.name+": upper end", got.estimate+got.reach[k], high, 1e-5)
			}
		}
	}
}
