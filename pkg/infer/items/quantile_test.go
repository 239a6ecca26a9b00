package items_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

func ofDifferences(d []float64, clusters []int) items.Sample {
	return items.Sample{A: [][]float64{make([]float64, len(d))}, B: [][]float64{d}, Clusters: clusters}
}

// R: quantile(x, q), 2 * pbinom(sum(x <= delta), 11, q), sort(x)[qbinom(.025, 11, q)] and sort(x)[qbinom(.975, 11, q) + 1].
func TestQuantileOfIndependentItems(t *testing.T) {
	d := []float64{0.9, -0.2, 1.4, 0.3, 2.2, 0.7, 1.1, -0.1, 0.5, 1.9, 0.8}
	for name, c := range map[string]struct {
		q           float64
		opt         infer.Options
		estimate, p float64
		low, high   float64
	}{
		"median":          {0.5, infer.Options{}, 0.8, 2 * 67 / 2048., -0.1, 1.9}, // 1 + 11 + 55 of 2^11
		"median, greater": {0.5, infer.Options{Alternative: infer.Greater}, 0.8, 67 / 2048., 0.3, math.Inf(1)},
		"median, less":    {0.5, infer.Options{Alternative: infer.Less}, 0.8, 2036 / 2048., math.Inf(-1), 1.4},
		"at an item":      {0.5, infer.Options{Delta: 0.3}, 0.8, 2 * 232 / 2048., -0.1, 1.9},
		"third quartile":  {0.75, infer.Options{}, 1.25, 0.0002522468566894532, 0.7, math.Inf(1)},
	} {
		r, err := items.Quantile(ofDifferences(d, nil), c.q, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Estimate-c.estimate) > 1e-12 || r.CI.Low != c.low || r.CI.High != c.high ||
			math.Abs(r.PValue-c.p) > 1e-12 {
			t.Errorf("%s: got %v, p = %v in %v", name, r.Estimate, r.PValue, r.CI)
		}
	}
}

// The interval holds the values that the test does not reject, ties included.
func TestQuantileIntervalIsTheTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for trial := range 200 {
		n := 5 + rng.IntN(30)
		d, clusters := make([]float64, n), make([]int, n)
		for i := range d {
			d[i], clusters[i] = float64(rng.IntN(7)), i/3
		}
		if trial%2 == 0 {
			clusters = nil
		}
		q, opt := []float64{0.5, 0.25, 0.9}[trial%3], infer.Options{Alpha: 0.1, Alternative: infer.Alternative(trial / 2 % 3)}
		for delta := -0.5; delta < 7; delta += 0.25 {
			opt.Delta = delta
			r, err := items.Quantile(ofDifferences(d, clusters), q, opt)
			if err != nil {
				t.Fatal(err)
			}
			if inside := r.CI.Low <= delta && delta <= r.CI.High; inside == r.Reject {
				t.Fatalf("q = %v of %v: %v is in %v, and p = %v", q, d, delta, r.CI, r.PValue)
			}
		}
	}
}

// Of equal medians no more than 5% are called different: of independent items exactly, of clusters by simulation.
func TestQuantileLevel(t *testing.T) {
	for _, c := range []struct {
		clusters, size int
		q, most        float64
	}{{0, 15, 0.5, 0.05}, {0, 60, 0.9, 0.05}, {10, 5, 0.5, 0.07}, {20, 5, 0.5, 0.065}, {40, 5, 0.5, 0.062}, {20, 20, 0.5, 0.07},
		{40, 10, 0.9, 0.075}} {
		rng, rejected := rand.New(rand.NewPCG(7, uint64(c.clusters+c.size))), 0
		const samples = 4000
		truth := math.Sqrt(1.5) * 1.2815515655446004 * math.Round(2*c.q-1) // quantile 0.9 of the normal, or 0
		if c.clusters == 0 {
			truth /= math.Sqrt(1.5)
		}
		for range samples {
			var d []float64
			var clusters []int
			for k := range max(1, c.clusters) {
				shift := 0.0
				if c.clusters > 0 {
					shift = math.Sqrt(0.5) * rng.NormFloat64()
				}
				for range c.size {
					d, clusters = append(d, shift+rng.NormFloat64()-truth), append(clusters, k)
				}
			}
			if c.clusters == 0 {
				clusters = nil
			}
			r, err := items.Quantile(ofDifferences(d, clusters), c.q, infer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Reject {
				rejected++
			}
		}
		rate := float64(rejected) / samples
		t.Logf("%d clusters of %d, q = %v: %.2f%%", c.clusters, c.size, c.q, 100*rate)
		if rate > c.most+3*math.Sqrt(0.05*0.95/samples) || rate < 0.005 {
			t.Errorf("%d clusters of %d, q = %v: %.2f%%, want at most %.1f%%", c.clusters, c.size, c.q, 100*rate, 100*c.most)
		}
	}
}

func TestQuantileRefuses(t *testing.T) {
	d := []float64{1, 2, 3}
	if slices.Contains([]bool{refused(d, 0), refused(d, 1), refused(d, math.NaN()), refused(d[:1], 0.5)}, false) {
		t.Error("a quantile of 0, 1 or NaN, or one item, is not refused")
	}
	r, err := items.Quantile(ofDifferences([]float64{1, 1, 1, 1}, []int{0, 0, 1, 1}), 0.5, infer.Options{})
	if err != nil || !r.NoSpread || r.Reject {
		t.Errorf("equal clusters: %+v, %v; want no spread", r, err)
	}
}

func refused(d []float64, q float64) bool {
	_, err := items.Quantile(ofDifferences(d, nil), q, infer.Options{})
	return err != nil
}
