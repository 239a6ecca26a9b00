// Package factor reads principal components as factors: loadings, and their rotation
// towards loadings that are large or about 0 (varimax).
//
// The loading of variable j on factor k is their correlation, as long as factors are
// principal components of standardized variables, rotated or not (Harman 1976, Modern
// Factor Analysis). The squared loadings of a variable on all factors add up to its
// communality, the share of its variance that the factors hold.
package factor

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Loadings returns the loadings of the columns of x, one row per record, on the first k principal
// components of their correlation matrix: p rows of k. The loading of largest size of each
// component is positive. The error reports that k is not from 1 to p and below the number of
// records, or that a column is constant.
func Loadings(x mat.Matrix, k int) (*mat.Dense, error) {
	n, p := x.Dims()
	if k < 1 || k > p || k >= n {
		return nil, fmt.Errorf("factor: %d components of %d variables and %d records; give from 1 to %d", k, p, n,
			min(p, n-1))
	}
	z := mat.NewDense(n, p, nil)
	for j := range p {
		column := mat.Col(nil, j, x)
		mean, sd := stat.MeanStdDev(column, nil)
		if !(sd > 0) || math.IsInf(sd, 0) {
			return nil, fmt.Errorf("factor: variable %d has the standard deviation %v; leave it out", j+1, sd)
		}
		for i, v := range column {
			z.Set(i, j, (v-mean)/sd)
		}
	}
	var pc stat.PC
	if !pc.PrincipalComponents(z, nil) {
		return nil, errors.New("factor: the principal components were not found")
	}
	var vectors mat.Dense
	pc.VectorsTo(&vectors)
	variances := pc.VarsTo(nil)
	out := mat.NewDense(p, k, nil)
	for c := range k {
		largest := 0.0
		for j := range p {
			if v := vectors.At(j, c); math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		for j := range p {
			out.Set(j, c, math.Copysign(math.Sqrt(variances[c]), largest)*vectors.At(j, c))
		}
	}
	return out, nil
}
