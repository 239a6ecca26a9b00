package hierarchical

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The places that are left out change nothing: with normal likelihoods in two groups that are nearer to each
// other and further apart, and a start anywhere, the hull is that of all places.
func TestCentres(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	places, looks := 0, 0
	for range 400 {
		n, width, apart := 1+rng.IntN(40), 0.1+2*rng.Float64(), 12*rng.Float64()
		c := centres{least: math.Inf(-1)}
		for i := range n {
			c.own = append(c.own, rng.NormFloat64()+apart*float64(i%2))
			c.peaks = append(c.peaks, rng.Float64())
		}
		c.likes = func(x float64) []float64 {
			out := make([]float64, n)
			for i, centre := range c.own {
				z := (x - centre) / width
				out[i] = c.peaks[i] - z*z/2
			}
			return out
		}
		start := 20*rng.Float64() - 4
		all := append([]float64{start}, c.own...)
		var logs []float64
		for _, x := range all {
			logs = append(logs, sum(c.likes(x)))
		}
		wantLow, wantHigh := hull(all, logs)
		low, high := c.hull(start)
		if low != wantLow {
			t.Errorf("%d likelihoods of width %.3g, %.3g apart, from %.3g: low end %v, want %v",
				n, width, apart, start, low, wantLow)
		}
		if high != wantHigh {
			t.Errorf("%d likelihoods of width %.3g, %.3g apart, from %.3g: high end %v, want %v",
				n, width, apart, start, high, wantHigh)
		}
		places, looks = places+n+1, looks+len(c.seen)

		// What lies below the least product is not looked for: all that hull leaves out, or all but the start.
		known := c
		known.seen, known.logs, known.least = nil, nil, slices.Max(logs)-far
		if low, high = known.hull(start); low != wantLow || high != wantHigh {
			t.Errorf("with the top known: from %v to %v, want %v to %v", low, high, wantLow, wantHigh)
		}
		known.seen, known.logs, known.least = nil, nil, math.Inf(1)
		if known.hull(start); len(known.seen) != 1 {
			t.Errorf("got %d looks where no product matters, want 1", len(known.seen))
		}
	}
	if looks > places*3/4 {
		t.Errorf("got %d looks at %d places, want at most three quarters of them", looks, places)
	}
}
