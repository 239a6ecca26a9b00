package special

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Radius returns the nodes of a quadrature of r = √(chi²(nu)/nu), whose density is proportional to
// r^(nu-1) exp(-nu r²/2), and their weights, which sum to 1.
func Radius(nu float64, nodes int) (r, weights []float64) {
	r, weights = make([]float64, nodes), make([]float64, nodes)
	quad.Legendre{}.FixedLocations(r, weights, 0, 1+7/math.Sqrt(nu))
	total := 0.0
	for k, x := range r {
		weights[k] *= math.Exp((nu-1)*math.Log(x) - nu*(x*x-1)/2)
		total += weights[k]
	}
	for k := range weights {
		weights[k] /= total
	}
	return r, weights
}
