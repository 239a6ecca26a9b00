package series

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// fixedBandwidth is the distribution of a mean over its standard error by Bartlett's kernel, where the bandwidth is a
// fixed share of the series; see bartlett. It is symmetric about 0.
type fixedBandwidth struct {
	weights []float64 // of the squared normals whose sum is Q(b), the largest
	rest    float64   // sum of the others
}

// A path is approximated by grid points, and its weights by the largest and the sum of the others.
const grid, leading = 400, 64

var bandwidths sync.Map

// bartlett returns the distribution of W(1)/√Q(b) for a share b in (0, 1] (Kiefer and Vogelsang 2005), with W Brownian
// motion and, of its bridge w,
//
//	Q(b) = (2/b) (∫_0^1 w(r)² dr - ∫_0^(1-b) w(r) w(r+b) dr)
//
// which is a sum of squared independent normals with weights, and independent of W(1).
func bartlett(b float64) fixedBandwidth {
	if of, ok := bandwidths.Load(b); ok {
		return of.(fixedBandwidth)
	}
	kernel := mat.NewSymDense(grid, nil)
	rows, all := make([]float64, grid), 0.0
	at := func(i, j int) float64 { return max(0, 1-math.Abs(float64(i-j))/(b*grid)) }
	for i := range rows {
		for j := range grid {
			rows[i] += at(i, j) / grid
		}
		all += rows[i] / grid
	}
	for i := range grid {
		for j := i; j < grid; j++ {
			kernel.SetSym(i, j, (at(i, j)-rows[i]-rows[j]+all)/grid) // of deviations from the mean
		}
	}
	var of fixedBandwidth
	var eigen mat.EigenSym
	if !eigen.Factorize(kernel, false) {
		panic("series: the kernel has no eigenvalues") // it is finite and symmetric
	}
	for i, w := range eigen.Values(nil) { // in ascending order
		if w = max(0, w); i < grid-leading {
			of.rest += w
		} else {
			of.weights = append(of.weights, w)
		}
	}
	bandwidths.Store(b, of)
	return of
}

// Tail returns P(T > t). With Craig's integral of the normal tail it is
//
//	(1/π) ∫_0^(π/2) Π_j (1 + t² w_j/sin²θ)^(-1/2) dθ,  t >= 0
func (f fixedBandwidth) Tail(t float64) float64 {
	if t < 0 {
		return 1 - f.Tail(-t)
	}
	return quad.Fixed(func(angle float64) float64 {
		product, scale := 1.0, t/math.Sin(angle)
		for _, w := range f.weights {
			product *= 1 + scale*scale*w
		}
		return math.Exp(-scale*scale*f.rest/2) / math.Sqrt(product)
	}, 0, math.Pi/2, 64, nil, 0) / math.Pi
}

// Critical returns the value that T exceeds with the probability tail, in (0, 1/2].
func (f fixedBandwidth) Critical(tail float64) float64 {
	low, high := 0.0, 2.0
	for f.Tail(high) > tail {
		low, high = high, 2*high
	}
	for range 50 {
		if mid := (low + high) / 2; f.Tail(mid) > tail {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}
