package calibration

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// cell is a pair of correlations of normal differences.
type cell struct{ rho1, rho2 float64 }

// cells returns the grid, without correlations that no two-fold CV can have: those with
// rho2 >= (1+rho1)/2.
func cells() []cell {
	var out []cell
	for i := range 6 {
		for k := range 6 {
			if c := (cell{float64(i) / 10, float64(k) / 10}); 1+c.rho1-2*c.rho2 > 1e-9 {
				out = append(out, c)
			}
		}
	}
	return out
}

// variances returns those of W and B per degree of freedom and of the mean, in units of
// sigma².
func (c cell) variances(m int) (within, between, mean float64) {
	return 1 - c.rho1, 1 + c.rho1 - 2*c.rho2, (1 + c.rho1 + 2*float64(m-1)*c.rho2) / float64(2*m)
}

// Nodes of the quadrature: angles where the reach may have a kink, radii where all is
// smooth.
const angleNodes, radiusNodes = 300, 64

// claims is the probability that a procedure claims a positive difference where the true
// one is effect standard deviations of the mean. With W = a X, B = b Y, the share
// s = X/(X+Y) ~ Beta(m/2, (m-1)/2) and X+Y ~ chi²(2m-1) are independent.
func (c cell) claims(m int, p procedure, effect float64) float64 {
	a, b, v := c.variances(m)
	nu := float64(2*m - 1)
	angle, weight := make([]float64, angleNodes), make([]float64, angleNodes)
	quad.Legendre{}.FixedLocations(angle, weight, 0, math.Pi/2)
	radius, density := radii(nu)
	sum, total := 0.0, 0.0
	for i, t := range angle {
		sin, cos := math.Sincos(t)
		w := weight[i] * math.Pow(sin, float64(m-1)) * math.Pow(cos, float64(m-2))
		within, between := a*sin*sin, b*cos*cos
		bound := p.bound(statistics{within: within, between: between}) * math.Sqrt(nu/v)
		inner := 0.0
		for k, r := range radius {
			inner += density[k] * distuv.UnitNormal.CDF(effect-bound*r)
		}
		sum += w * inner
		total += w
	}
	return sum / total
}

// radii returns a quadrature of r = √(chi²(nu)/nu), with density proportional to
// r^(nu-1) exp(-nu r²/2).
func radii(nu float64) (r, density []float64) {
	r, density = make([]float64, radiusNodes), make([]float64, radiusNodes)
	quad.Legendre{}.FixedLocations(r, density, 0, 1+7/math.Sqrt(nu))
	total := 0.0
	for k, x := range r {
		density[k] *= math.Exp((nu-1)*math.Log(x) - nu*(x*x-1)/2)
		total += density[k]
	}
	for k := range density {
		density[k] /= total
	}
	return r, density
}
