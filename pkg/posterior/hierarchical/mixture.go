package hierarchical

import (
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
)

// bell is a likelihood of delta: normal densities about one centre, mixed over variances.
type bell struct {
	centre            float64
	variances, shares []float64
	core              float64 // variance near the centre: the harmonic mean
}

// logChi returns points y and weights of the logarithm of chi²(df)/df: a t distribution
// with df degrees of freedom is a normal distribution with variance exp(-y), mixed over y. The
// trapezoidal rule converges faster than any power.
func logChi(df float64) (y, weights []float64) {
	step := math.Min(0.45, 0.8*math.Sqrt(2/df))
	// The density of y times exp(y/2), the height of the normal density, determines which
	// points matter; it is highest at log((df+1)/df).
	log := func(y float64) float64 { return df / 2 * (y - math.Expm1(y)) }
	const negligible = -25
	low, high := 0.0, 0.0
	for log(low)+low/2 > negligible {
		low -= step
	}
	for log(high)+high/2 > negligible {
		high += step
	}
	g, _ := math.Lgamma(df / 2)
	height := step * math.Exp(df/2*math.Log(df/2)-df/2-g)
	for at := low; at <= high+step/2; at += step {
		y, weights = append(y, at), append(weights, height*math.Exp(log(at)))
	}
	return y, weights
}

// bellOf returns the mixture of t distributions p as a mixture of normal distributions, which it may
// be already.
func bellOf(p paired.Posterior) bell {
	scales, shares := p.Components()
	if p.DF() == paired.Normal {
		b := bell{centre: p.Mean(), shares: shares}
		inverse := 0.0
		for i, s := range scales {
			b.variances = append(b.variances, s*s)
			inverse += shares[i] / (s * s)
		}
		b.core = 1 / inverse
		return b
	}
	df := float64(p.DF())
	y, _ := logChi(df)
	step := y[1] - y[0]
	g, _ := math.Lgamma(df / 2)
	height := step * math.Exp(df/2*math.Log(df/2)-df/2-g)
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range scales {
		low, high = math.Min(low, 2*math.Log(s)), math.Max(high, 2*math.Log(s))
	}
	b := bell{centre: p.Mean()}
	inverse := 0.0
	for x := low - y[len(y)-1]; x <= high-y[0]+step/2; x += step {
		w := 0.0
		for j, s := range scales {
			e := 2*math.Log(s) - x
			w += shares[j] * math.Exp(df/2*(e-math.Expm1(e)))
		}
		if w > 0 {
			b.variances, b.shares = append(b.variances, math.Exp(x)), append(b.shares, height*w)
			inverse += height * w * math.Exp(-x)
		}
	}
	b.core = 1 / inverse
	return b
}

// wide is a likelihood of mu0: sum of heights exp(slopes distance²) over normal densities about one centre.
type wide struct {
	centre, core    float64
	heights, slopes []float64
	highest, peak   float64 // largest height, and the sum of all
	slope           float64 // mean of the slopes, weighted by heights
}

// spread returns the likelihood of mu0 by the data of b if delta = mu0 + sigma t(nu);
// y and weights are the logChi of that t distribution.
func (b bell) spread(sigma float64, y, weights []float64) wide {
	n := len(weights) * len(b.variances)
	out := wide{centre: b.centre, heights: make([]float64, n), slopes: make([]float64, n)}
	inverse, at := 0.0, 0
	for i, w := range weights {
		more := sigma * sigma * math.Exp(-y[i])
		for j, v := range b.variances {
			r := 1 / (v + more)
			share := w * b.shares[j]
			inverse += share * r
			height, slope := share*math.Sqrt(r/(2*math.Pi)), -r/2
			out.heights[at], out.slopes[at] = height, slope
			at++
			out.highest = max(out.highest, height)
			out.peak += height
			out.slope += height * slope
		}
	}
	out.core = 1 / inverse
	out.slope /= out.peak
	return out
}

// log returns a function for the logarithm of the density of b. It is even about the
// centre and smooth in asinh of the distance, in which it is tabulated on demand.
func (b wide) log() func(x float64) float64 {
	const step = 0.2
	scale := math.Sqrt(b.core)
	var table []float64 // at distances scale sinh(k step); NaN if not yet computed
	interpolated := func(at float64, from int) float64 {
		sum := 0.0
		for i, w := range lagrange(at - float64(from)) {
			sum += w * table[max(from+i, -from-i)]
		}
		return sum
	}
	return func(x float64) float64 {
		distance := math.Abs(x-b.centre) / scale
		at := math.Log(distance+math.Sqrt(1+distance*distance)) / step // asinh, to 1e-15
		from := int(at) - neighbors/2 + 1
		for len(table) < max(from, 0)+neighbors {
			table = append(table, math.NaN())
		}
		log := interpolated(at, from)
		if math.IsNaN(log) {
			b.complete(table[max(from, 0):max(from+neighbors, 1-from)], scale, step, max(from, 0))
			log = interpolated(at, from)
		}
		return log
	}
}

// complete computes the missing entries of a part of the table of log, which begins at place first.
func (b wide) complete(part []float64, scale, step float64, first int) {
	var missing []int
	var squares []float64
	for i, log := range part {
		if math.IsNaN(log) {
			distance := scale * math.Sinh(float64(first+i)*step)
			missing, squares = append(missing, i), append(squares, distance*distance)
		}
	}
	logs := make([]float64, len(squares))
	b.at(squares, logs)
	for k, i := range missing {
		part[i] = logs[k]
	}
}

// at sets logs to the logarithms of the density at squared distances from the centre, all at once while a
// normal density is in the cache. The exponential is convex, so that the sum is at least
// peak exp(slope square); terms below 1e-16 of that are left out.
func (b wide) at(squares, logs []float64) {
	const negligible = 1e-16
	var least [neighbors]float64 // exponent
	low := math.Inf(1)           // height
	for k, square := range squares {
		l := negligible * b.peak * math.Exp(b.slope*square)
		least[k] = max(-60, math.Log(l/b.highest))
		low = min(low, l)
		logs[k] = 0
	}
	for i, s := range b.slopes {
		h := b.heights[i]
		if h <= low {
			continue
		}
		for k, square := range squares {
			if e := s * square; e > least[k] {
				logs[k] += h * exp(e)
			}
		}
	}
	for k, square := range squares {
		if sum := logs[k]; sum > 0 {
			logs[k] = math.Log(sum)
			continue
		}
		// Beyond the widest normal density; it falls off from there.
		logs[k] = math.Log(b.heights[0]) + slices.Max(b.slopes)*square
	}
}

// powers are those of 2 to i/256.
var powers = func() (p [256]float64) {
	for i := range p {
		p[i] = math.Exp2(float64(i) / 256)
	}
	return p
}()

// exp returns e^x for x from -60 to 0, in half the time of math.Exp: a power of 2 to n/256 times a polynomial in
// what is left of x. Its error is that of a last bit of x.
func exp(x float64) float64 {
	const round = 0x1.8p52 // its last bit is worth 1
	shifted := x*(256/math.Ln2) + round
	n, bits := shifted-round, math.Float64bits(shifted) // which end in n
	r := x - n*(math.Ln2/256)
	p := powers[bits&255]
	p += p * r * (1 + r*(1./2+r*(1./6+r*(1./24))))
	return math.Float64frombits(math.Float64bits(p) + bits>>8<<52)
}

// node is a point of a prior.
type node struct{ x, weight float64 }

// freedoms returns the nodes of the prior of nu, computed once.
var freedoms = sync.OnceValue(func() []node {
	const points = 12
	x, w := gauss(points, 0, 1)
	out := make([]node, points)
	for i, p := range x {
		low, high := 0.0, 1e4
		for range 80 {
			middle := (low + high) / 2
			if freedomBelow(middle) < p {
				low = middle
			} else {
				high = middle
			}
		}
		out[i] = node{1 + (low+high)/2, w[i]}
	}
	return out
})

// freedomBelow returns the prior probability that nu - 1 is at most x.
func freedomBelow(x float64) float64 {
	const points = 8
	alpha, wa := gauss(points, 0.5, 5)
	beta, wb := gauss(points, 0.05, 0.15)
	sum := 0.0
	for i, a := range alpha {
		for j, b := range beta {
			sum += wa[i] * wb[j] * mathext.GammaIncReg(a, b*x)
		}
	}
	return sum / (4.5 * 0.1)
}

// gauss returns the Gauss-Legendre rule of n points on [low, high].
func gauss(n int, low, high float64) (x, w []float64) {
	x, w = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, low, high)
	return x, w
}
