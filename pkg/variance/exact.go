package variance

import (
	"math"
	"sync"

	"github.com/block-regularized/bcv/internal/special"
	"gonum.org/v1/gonum/integrate/quad"
)

// The square roots of X ~ chi²(m) and Y ~ chi²(m-1) have the polar coordinates
// r, with r² ~ chi²(2m-1), and the independent angle t, 0 < t < pi/2, with density
// proportional to sin(t)^(m-1) cos(t)^(m-2). Both densities are smooth, so that a
// few dozen nodes of Gauss and Legendre give the exact distributions to rounding.

const polarNodes = 64

// spread is the number of standard deviations on each side of the mode that the
// quadrature takes in: what lies outside is below 1e-16.
const spread = 8.5

// unitNodes returns the nodes and weights on 0 to 1.
var unitNodes = sync.OnceValues(func() (x, w []float64) {
	x, w = make([]float64, polarNodes), make([]float64, polarNodes)
	quad.Legendre{}.FixedLocations(x, w, 0, 1)
	return x, w
})

// nodes returns points and weights of a quadrature for the density exp(log) on
// low to high. The weights sum to 1.
func nodes(log func(float64) float64, low, high float64) (x, w []float64) {
	ux, uw := unitNodes()
	x, w = make([]float64, polarNodes), make([]float64, polarNodes)
	peak := math.Inf(-1)
	for i, u := range ux {
		x[i] = low + (high-low)*u
		w[i] = log(x[i])
		peak = max(peak, w[i])
	}
	var sum float64
	for i := range w {
		w[i] = uw[i] * math.Exp(w[i]-peak)
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return x, w
}

// scales returns the values of sqrt((within sin² + between cos²)/(2m)), by which r
// becomes sd, with their weights.
func (l TStatistic) scales() (s, w []float64) {
	n := float64(l.M)
	within, between, _ := l.Eigenvalues()
	if l.M == 1 || within == between {
		return []float64{math.Sqrt(within / (2 * n))}, []float64{1}
	}
	mode := math.Atan(math.Sqrt((n - 1) / max(n-2, 0.25)))
	reach := spread / math.Sqrt(2*(2*n-3))
	t, w := nodes(func(t float64) float64 {
		log := (n - 1) * math.Log(math.Sin(t))
		if l.M > 2 {
			log += (n - 2) * math.Log(math.Cos(t))
		}
		return log
	}, max(0, mode-reach), min(math.Pi/2, mode+reach))
	for i, v := range t {
		sin, cos := math.Sincos(v)
		t[i] = math.Sqrt((within*sin*sin + between*cos*cos) / (2 * n))
	}
	return t, w
}

// radii returns the values of r with their weights.
func (l TStatistic) radii() (r, w []float64) {
	df := DFhat(l.M)
	mode := math.Sqrt(df - 1)
	return nodes(func(r float64) float64 {
		if df == 1 {
			return -r * r / 2
		}
		return (df-1)*math.Log(r) - r*r/2
	}, max(0, mode-spread), mode+spread)
}

// ExactExpectedSD returns E[sd] without the chi-squared approximation of eq. 5.18.
func (l TStatistic) ExactExpectedSD() float64 {
	s, w := l.scales()
	var sum float64
	for i := range s {
		sum += w[i] * s[i]
	}
	return sum * math.Sqrt2 * special.GammaRatio(DFhat(l.M))
}

// Exceed returns P(mean > factor sd) where mu = effect, in units of sigma: the
// exact power of a one-sided test, and its exact error at effect 0. The absolute
// error is below 1e-10.
func (l TStatistic) Exceed(effect, factor float64) float64 {
	s, ws := l.scales()
	r, wr := l.radii()
	root := math.Sqrt(2 * l.Var())
	var sum float64
	for i := range s {
		var inner float64
		for k := range r {
			inner += wr[k] * math.Erfc((factor*s[i]*r[k]-effect)/root)
		}
		sum += ws[i] * inner
	}
	return sum / 2
}
