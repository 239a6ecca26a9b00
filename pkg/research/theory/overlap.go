package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// RandomOverlap returns mean and variance of the overlap of two independent
// random training sets of n1 of n records, a hypergeometric variable (Wang 2019
// thesis, eq. 2.7), and its mean distance from a given value, summed exactly. It panics
// unless n1 is from 0 to n, n at least 2.
func RandomOverlap(n, n1 int, from float64) (mean, variance, distance float64) {
	if n < 2 || n1 < 0 || n1 > n {
		panic(fmt.Sprintf("theory: overlap of random training sets of %d of %d records; give 2 or more records", n1, n))
	}
	a, b := float64(n), float64(n1)
	mean = b * b / a
	variance = b * b * (a - b) * (a - b) / (a * a * (a - 1))
	choose := func(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
	for phi := max(0, 2*n1-n); phi <= n1; phi++ {
		p := math.Exp(choose(n1, phi) + choose(n-n1, n1-phi) - choose(n, n1))
		distance += p * math.Abs(float64(phi)-from)
	}
	return mean, variance, distance
}
