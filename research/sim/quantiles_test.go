package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// rankErrorBound bounds how far, as a share of all values, the rank of the result of
// Quantile may be from what was asked for; 0 if all values are kept.
func rankErrorBound(q Quantiles) float64 {
	if q.Slack == 0 {
		return 0
	}
	return (q.Slack + float64(uint64(1)<<(len(q.Levels)-1))) / float64(q.N)
}

// R 4.2.2: quantile(c(3.1, -2, 7.5, 0.25, 9, 4, 4, -1.5, 12, 6.75), p)
func TestQuantilesExact(t *testing.T) {
	var q Quantiles
	for _, x := range []float64{3.1, -2, 7.5, 0.25, 9, 4, 4, -1.5, 12, 6.75} {
		q.Add(x)
	}
	for _, c := range []struct{ p, want float64 }{
		{0, -2}, {0.05, -1.775}, {0.3, 2.245}, {0.5, 4}, {0.77, 7.4475}, {0.95, 10.65}, {1, 12},
	} {
		near(t, fmt.Sprint("quantile ", c.p), q.Quantile(c.p), c.want, 1e-14)
	}
	if rankErrorBound(q) != 0 {
		t.Errorf("rank error %v", rankErrorBound(q))
	}
	if !math.IsNaN((Quantiles{}).Quantile(0.5)) || !math.IsNaN(q.Quantile(math.NaN())) {
		t.Error("a quantile of nothing")
	}
}

// rankError returns how far x is, in sorted values, from the rank of p.
func rankError(sorted []float64, x, p float64) float64 {
	low, _ := slices.BinarySearch(sorted, x)
	high, _ := slices.BinarySearch(sorted, math.Nextafter(x, math.Inf(1)))
	want := p * float64(len(sorted)-1)
	return max(0, float64(low-1)-want, want-float64(high)) / float64(len(sorted))
}

// Split and merged in any way, in any order of values, ranks are within the
// bound.
func TestQuantilesBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		size := rapid.IntRange(4, 200).Draw(t, "size")
		period := rapid.IntRange(1, 12).Draw(t, "period")
		order := rapid.SampledFrom([]string{"random", "rising", "cyclic"}).Draw(t, "order")
		rng := rand.New(rand.NewPCG(uint64(n), uint64(size)))
		parts := make([]Quantiles, 5)
		var x []float64
		for i := range n {
			v := rng.NormFloat64()
			switch order {
			case "rising":
				v = float64(i)
			case "cyclic":
				v = float64(i % period)
			}
			x = append(x, v)
			k := i * len(parts) / n
			parts[k].Size = size
			parts[k].Add(v)
		}
		var q Quantiles
		for _, p := range parts {
			q.Merge(p)
		}
		kept := 0
		for l, list := range q.Levels {
			if len(list) > size {
				t.Fatalf("list %d has %d values", l, len(list))
			}
			kept += len(list) << l
		}
		if q.N != n || kept != n {
			t.Fatalf("%d values, lists stand for %d, want %d", q.N, kept, n)
		}
		slices.Sort(x)
		for _, p := range []float64{0, 0.01, 0.3, 0.5, 0.9, 1} {
			if e := rankError(x, q.Quantile(p), p); e > rankErrorBound(q)+1e-12 {
				t.Fatalf("quantile %v: rank off by %v, bound %v", p, e, rankErrorBound(q))
			}
		}
		sameJSON(t, q)
	})
}

// The bound and the errors seen are what the documentation gives.
func TestQuantilesMillion(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	var x []float64
	var q Quantiles
	for range 50 {
		var part Quantiles
		for range 20000 {
			x = append(x, rng.NormFloat64())
			part.Add(x[len(x)-1])
		}
		q.Merge(part)
	}
	slices.Sort(x)
	worst := 0.0
	for p := 0.01; p < 1; p += 0.01 {
		worst = max(worst, rankError(x, q.Quantile(p), p))
	}
	t.Logf("bound %.2g, worst %.2g", rankErrorBound(q), worst)
	if rankErrorBound(q) > 0.002 || worst > 0.0005 {
		t.Errorf("bound %v, worst %v", rankErrorBound(q), worst)
	}
}

func BenchmarkQuantilesAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 1))
	x := make([]float64, 1<<12)
	for i := range x {
		x[i] = rng.Float64()
	}
	var q Quantiles
	for i := 0; b.Loop(); i++ {
		q.Add(x[i%len(x)])
	}
}
