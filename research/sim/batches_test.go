package sim

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"testing"
)

// The jackknife of a mean of equal batches is the standard error of the batch
// means; for a ratio it is near what is seen over many experiments.
func TestJackknife(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	merge := func(into *Covariance, from Covariance) { into.Merge(from) }
	var values, squared Moments
	for range 1000 {
		var b Batches[Covariance]
		var means Moments
		for range 20 {
			c := NewCovariance(2)
			for range 5 {
				x := rng.NormFloat64()
				c.Add([]float64{3 + x, 2 + 0.5*x + 0.3*rng.NormFloat64()})
			}
			means.Add(c.Mean[0])
			b.Merge(Batches[Covariance]{Parts: []Covariance{c}})
		}
		v, se := b.JackknifeAll(merge,
			func(c Covariance) []float64 { return []float64{c.Mean[0], c.Mean[0] / c.Mean[1]} })
		near(t, "mean", v[0], means.Mean, 1e-14)
		near(t, "standard error of the mean", se[0], means.MeanSE(), 1e-12)
		values.Add(v[1])
		squared.Add(se[1] * se[1])
		one, oneSE := b.Jackknife(merge, func(c Covariance) float64 { return c.Mean[0] / c.Mean[1] })
		if one != v[1] || oneSE != se[1] {
			t.Fatalf("alone %v +- %v, together %v +- %v", one, oneSE, v[1], se[1])
		}
	}
	if r, sd := squared.Mean/values.Variance(), values.VarianceSE()/values.Variance(); math.Abs(r-1) > 4*sd {
		t.Errorf("squared jackknife error over the variance: %.3f", r)
	}
	one := Batches[Covariance]{Parts: []Covariance{NewCovariance(2)}}
	if _, se := one.Jackknife(merge, func(Covariance) float64 { return 1 }); !math.IsNaN(se) {
		t.Error("one batch has a standard error")
	}
}

// Batches are merged in their order.
func TestJackknifeOrder(t *testing.T) {
	b := Batches[string]{Parts: []string{"a", "b", "c"}}
	var seen []string
	b.Jackknife(func(into *string, from string) { *into += from }, func(s string) float64 {
		seen = append(seen, s)
		return 0
	})
	check.MustEqual(t, "len(seen)", len(seen), 4)
	check.Equal(t, "seen[0]", seen[0], "abc")
	check.Equal(t, "seen[1]", seen[1], "bc")
	check.Equal(t, "seen[2]", seen[2], "ac")
	check.Equal(t, "seen[3]", seen[3], "ab")
}
