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

// Varimax rotates the loadings of p variables (rows) on k factors so that the squared
// loadings of each factor have the largest variance over the variables, summed over the
// factors (Kaiser, Psychometrika 23, 1958):
//
//	max over orthogonal T of  Σ_k [Σ_j l_jk⁴ - (Σ_j l_jk²)²/p],  l = loadings T
//
// With normalize each variable counts as if its communality were 1, as Kaiser advised and
// R's varimax does; a variable without any loading stays 0. It returns the rotated loadings
// and T. The error reports that the loadings are not finite numbers, or that the rotation did
// not settle.
func Varimax(loadings mat.Matrix, normalize bool) (rotated, rotation *mat.Dense, err error) {
	p, k := loadings.Dims()
	a := mat.DenseCopyOf(loadings)
	for j := range p {
		row := a.RawRowView(j)
		size := mat.Norm(a.RowView(j), 2)
		if math.IsNaN(size) || math.IsInf(size, 0) {
			return nil, nil, fmt.Errorf("factor: the loadings of variable %d are %v; give finite numbers", j+1, row)
		}
		if normalize && size > 0 {
			for c := range row {
				row[c] /= size
			}
		}
	}
	rotation = mat.NewDense(k, k, nil)
	for c := range k {
		rotation.Set(c, c, 1)
	}
	if k > 1 {
		if err := rotate(a, rotation); err != nil {
			return nil, nil, err
		}
	}
	rotated = new(mat.Dense)
	rotated.Mul(loadings, rotation)
	return rotated, rotation, nil
}

// turns bounds the rounds of rotate.
const turns = 1000

// rotate turns a pair of factors after the other by Kaiser's angle, the best for the
// pair, until no pair turns any more.
func rotate(a, rotation *mat.Dense) error {
	p, k := a.Dims()
	for range turns {
		largest := 0.0
		for c := range k {
			for d := c + 1; d < k; d++ {
				angle := bestAngle(a, p, c, d)
				turn(a, c, d, angle)
				turn(rotation, c, d, angle)
				largest = max(largest, math.Abs(angle))
			}
		}
		if largest < 1e-12 {
			return nil
		}
	}
	return errors.New("factor: the varimax rotation did not settle; ask for fewer factors")
}

// bestAngle returns the angle from -π/4 to π/4 that makes the criterion largest for
// factors c and d.
func bestAngle(a *mat.Dense, p, c, d int) float64 {
	var su, sv, suv, sdiff float64
	for j := range p {
		x, y := a.At(j, c), a.At(j, d)
		u, v := x*x-y*y, 2*x*y
		su += u
		sv += v
		suv += u * v
		sdiff += u*u - v*v
	}
	n := float64(p)
	top, bottom := 2*(suv-su*sv/n), sdiff-(su*su-sv*sv)/n
	if math.Hypot(top, bottom) < 1e-14*n {
		return 0 // all angles are equally good
	}
	return math.Atan2(top, bottom) / 4
}

// turn rotates columns c and d of m.
func turn(m *mat.Dense, c, d int, angle float64) {
	sin, cos := math.Sincos(angle)
	rows, _ := m.Dims()
	for j := range rows {
		x, y := m.At(j, c), m.At(j, d)
		m.Set(j, c, cos*x+sin*y)
		m.Set(j, d, cos*y-sin*x)
	}
}
