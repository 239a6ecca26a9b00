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

// bellOf returns the mixture of t distributions p as a mixture of normal distributions.
func bellOf(p paired.Posterior) bell {
	scales, shares := p.Components()
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
	out := wide{centre: b.centre, heights: make([]float64, 0, n), slopes: make([]float64, 0, n)}
	inverse := 0.0
	for i, w := range weights {
		more := sigma * sigma * math.Exp(-y[i])
		for j, v := range b.variances {
			v += more
			share := w * b.shares[j]
			inverse += share / v
			height, slope := share/math.Sqrt(2*math.Pi*v), -1/(2*v)
			out.heights, out.slopes = append(out.heights, height), append(out.slopes, slope)
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
	entry := func(k int) float64 {
		for len(table) <= k {
			table = append(table, math.NaN())
		}
		if math.IsNaN(table[k]) {
			table[k] = b.at(scale * math.Sinh(float64(k)*step))
		}
		return table[k]
	}
	return func(x float64) float64 {
		at := math.Asinh(math.Abs(x-b.centre)/scale) / step
		from := int(at) - neighbors/2 + 1
		sum := 0.0
		for i, w := range lagrange(at - float64(from)) {
			sum += w * entry(max(from+i, -from-i))
		}
		return sum
	}
}

// at returns the logarithm of the density at a distance from the centre. The exponential is convex,
// so that the sum is at least peak exp(slope distance²); terms below 1e-19 of that are left out.
func (b wide) at(distance float64) float64 {
	const negligible = 1e-19
	square := distance * distance
	low := negligible * b.peak * math.Exp(b.slope*square)
	least := max(-60, math.Log(low/b.highest))
	sum := 0.0
	for i, s := range b.slopes {
		if e, h := s*square, b.heights[i]; h > low && e > least {
			sum += h * math.Exp(e)
		}
	}
	if sum > 0 {
		return math.Log(sum)
	}
	// Beyond the widest normal density; it falls off from there.
	return math.Log(b.heights[0]) + slices.Max(b.slopes)*square
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
