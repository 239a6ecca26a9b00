package posterior

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/internal/special"
)

// monteCarlo estimates P(nu_B - nu_A <= delta) from draws of the two
// posteriors, as algorithm 1 of Wang and Li (2019) does. It returns the
// estimate and its standard error; the papers use 1,000,000 draws, which
// resolve about 0.0005. Draws must be at least 1. An estimate of 0 or 1 has
// the standard error of one draw on the other side, not 0.
//
// The draws come in blocks with a random stream each, so that the result
// depends on seed and draws alone.
func monteCarlo(a, b Distribution, delta float64, draws int, seed uint64) (p, se float64, err error) {
	if err := sameMetric(a, b); err != nil {
		return 0, 0, err
	}
	if draws < 1 {
		return 0, 0, fmt.Errorf("posterior: %d draws; use at least 1 (the papers use 1000000)", draws)
	}
	const block = 1 << 16
	hits := 0
	for start := 0; start < draws; start += block {
		rng := rand.New(rand.NewPCG(seed, uint64(start/block)))
		hits += countAtMost(a, b, delta, min(block, draws-start), rng)
	}
	n := float64(draws)
	p = float64(hits) / n
	q := math.Min(math.Max(p, 1/n), math.Max(1-1/n, 0.5))
	return p, math.Sqrt(q * (1 - q) / n), nil
}

// countAtMost counts the draws with nu_B - nu_A <= delta.
func countAtMost(a, b Distribution, delta float64, draws int, rng *rand.Rand) (hits int) {
	ga, gb := newGammaPair(a.z), newGammaPair(b.z)
	for range draws {
		xa, ya := ga.draw(rng)
		xb, yb := gb.draw(rng)
		if delta == 0 { // compare odds, without a division
			if xb*ya <= xa*yb {
				hits++
			}
		} else if b.ofOdds(xb, yb)-a.ofOdds(xa, ya) <= delta {
			hits++
		}
	}
	return hits
}

// ofOdds returns the metric where Z has odds x : y.
func (l Distribution) ofOdds(x, y float64) float64 {
	x *= l.ratio
	return x / (x + y)
}

// Sample fills dst with draws of the metric.
func (l Distribution) Sample(dst []float64, rng *rand.Rand) {
	g := newGammaPair(l.z)
	for i := range dst {
		x, y := g.draw(rng)
		dst[i] = l.ofOdds(x, y)
	}
}

// gammaPair draws the odds x : y of a Beta(a, b) variable as two gamma
// variables of one scale.
type gammaPair struct{ a, b gammaSampler }

func newGammaPair(l special.Beta) gammaPair {
	return gammaPair{newGammaSampler(l.A), newGammaSampler(l.B)}
}

func (g *gammaPair) draw(rng *rand.Rand) (x, y float64) {
	if g.a.boost == 0 && g.b.boost == 0 {
		return g.a.draw(rng), g.b.draw(rng)
	}
	// Small shapes give values that may underflow: scale by the larger.
	lx, ly := g.a.drawLog(rng), g.b.drawLog(rng)
	return special.Odds(lx - ly)
}

// gammaSampler draws Gamma(shape, 1) by the method of Marsaglia and Tsang
// (2000); shapes below 1 go through shape+1.
type gammaSampler struct {
	d, c  float64
	boost float64 // 1/shape for shapes below 1, else 0
}

func newGammaSampler(shape float64) gammaSampler {
	boost := 0.0
	if shape < 1 {
		boost = 1 / shape
		shape++
	}
	d := shape - 1./3
	return gammaSampler{d, 1 / math.Sqrt(9*d), boost}
}

// draw returns a draw of a shape of at least 1. It accepts more than 95% of its points.
func (g *gammaSampler) draw(rng *rand.Rand) float64 {
	for range 1000 {
		x := rng.NormFloat64()
		v := 1 + g.c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := 1 - rng.Float64() // in (0, 1]
		if x2 := x * x; u < 1-0.0331*x2*x2 {
			return g.d * v
		} else if math.Log(u) < 0.5*x2+g.d*(1-v+math.Log(v)) {
			return g.d * v
		}
	}
	return math.NaN() // the distribution was not made by NewDistribution
}

// drawLog returns the logarithm of a draw of any shape.
func (g *gammaSampler) drawLog(rng *rand.Rand) float64 {
	return math.Log(g.draw(rng)) - g.boost*rng.ExpFloat64()
}
