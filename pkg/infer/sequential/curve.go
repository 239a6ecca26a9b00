package sequential

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/interp"
)

// curve is the one-sided type I error of a calibrated test as a function of its
// nominal level (at the last look), at the points of a region where it may be
// largest.
type curve struct {
	level     []float64               // ascending
	error, se [][]float64             // [point][level]
	logs      []interp.FritschButland // log error against log level, monotone, by point
}

// levelRatio is the ratio of neighbouring nominal levels of a curve; lowest and
// highest are their range. Above 1/2 the boundary would be negative.
const (
	levelRatio = 2
	lowest     = 2e-6
	highest    = 0.5
)

// curveDesign describes the tests to simulate.
type curveDesign struct {
	points     []Correlation
	shape      Shape
	start, max int
	draws      int
	seed       uint64
}

// simulate returns the curves of the tests that end at start, ..., max.
//
// Given all but the shared part of a path, the test rejects if the shared part
// lies above a known value, so that each path contributes the exact conditional
// probability: small errors cost no more than large ones.
func (d curveDesign) simulate() []curve {
	units := d.units()
	factors := make([][]float64, len(units))
	for i, u := range units {
		factors[i] = make([]float64, d.max+1)
		for m := d.start; m <= d.max; m++ {
			factors[i][m] = factor(m, min(u*d.shape.weight(m, d.max), highest))
		}
	}
	sums := inBatches(d.draws, d.seed, func(rng *rand.Rand, draws int) []moment { return d.batch(rng, factors, draws) })
	return d.curves(units, sums)
}

// units returns the levels at look d.max: enough for every smaller last look.
func (d curveDesign) units() []float64 {
	var out []float64
	for u := highest / d.shape.weight(d.start, d.max); u > lowest; u /= levelRatio {
		out = append(out, u)
	}
	slices.Reverse(out)
	return out
}

// index returns the index of a sum of moments.
func (d curveDesign) index(point, unit, units, m int) int {
	return (point*units+unit)*(d.max+1) + m
}

func (d curveDesign) batch(rng *rand.Rand, factors [][]float64, draws int) []moment {
	sums := make([]moment, len(d.points)*len(factors)*(d.max+1))
	paths := newNormalPaths(d.max, rng)
	var path Path
	for range draws {
		paths.draw()
		for c, point := range d.points {
			paths.at(point, &path)
			shared := paths.sharedSD(point)
			for i, factor := range factors {
				d.add(sums[d.index(c, i, len(factors), 0):], &path, factor, shared)
			}
		}
	}
	return sums
}

// add adds one path to the sums over its last look.
func (d curveDesign) add(sums []moment, path *Path, factor []float64, shared float64) {
	margin, p := math.Inf(-1), 0.0
	for m := d.start; m <= d.max; m++ {
		if x := path.Mean[m-1] - factor[m]*path.SD[m-1]; x > margin {
			margin, p = x, upperNormal(-x/shared)
		}
		sums[m].add(p)
	}
}

func (d curveDesign) curves(units []float64, sums []moment) []curve {
	out := make([]curve, 0, d.max-d.start+1)
	for m := d.start; m <= d.max; m++ {
		c := curve{error: make([][]float64, len(d.points)), se: make([][]float64, len(d.points))}
		for i, u := range units {
			level := u * d.shape.weight(m, d.max)
			if level > highest*(1+1e-9) {
				break
			}
			c.level = append(c.level, level)
			for p := range d.points {
				mean, se := sums[d.index(p, i, len(units), m)].mean(d.draws)
				c.error[p], c.se[p] = append(c.error[p], mean), append(c.se[p], se)
			}
		}
		out = append(out, c.fitted())
	}
	return out
}

// at returns the largest error over the points at a nominal level, and its
// standard error. Below the curve it is the error at the lowest level, an upper
// bound; above it is 1.
func (c curve) at(level float64) (worst, se float64) {
	if level > c.level[len(c.level)-1] {
		return 1, 0
	}
	x := math.Log(max(level, c.level[0]))
	for p, y := range c.error {
		if v := math.Exp(c.logs[p].Predict(x)); v > worst {
			worst, se = v, v*relative(c.level, y, c.se[p], level)
		}
	}
	return worst, se
}

// fitted returns the curve with its interpolation.
func (c curve) fitted() curve {
	logs := func(y []float64) []float64 {
		out := make([]float64, len(y))
		for i, v := range y {
			out[i] = math.Log(v)
		}
		return out
	}
	c.logs = make([]interp.FritschButland, len(c.error))
	for p, y := range c.error {
		if err := c.logs[p].Fit(logs(c.level), logs(y)); err != nil {
			panic(err) // levels ascend
		}
	}
	return c
}

// relative returns the relative standard error at the nearest level from below.
func relative(level, y, se []float64, x float64) float64 {
	i := len(level) - 1
	for i > 0 && level[i] > x {
		i--
	}
	return se[i] / y[i]
}

// solve returns the nominal level at which the largest error is alpha.
func (c curve) solve(alpha float64) (float64, error) {
	lo, hi := c.level[0], c.level[len(c.level)-1]
	if worst, _ := c.at(lo); worst > alpha {
		return 0, fmt.Errorf("sequential: a sequential test of level %v needs a nominal level below %.1g; use a "+
			"larger alpha", alpha, lo)
	}
	if worst, _ := c.at(hi); worst < alpha {
		return hi, nil
	}
	for range 100 { // 44 halvings of the range of levels suffice
		if hi/lo <= 1+1e-12 {
			break
		}
		mid := math.Sqrt(lo * hi)
		if worst, _ := c.at(mid); worst > alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo, nil
}
