// Package dataset makes the simulated data sets of the sources.
package dataset

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Labelled is a data set of two classes: one row of X a record, Y the class.
type Labelled struct {
	X *mat.Dense // n x p features
	Y []bool     // n labels
}

// TwoGaussians draws n records of the example in Wang and Li (2019, §2.4):
// both classes have probability 1/2, and given the class the p features are
// independent N(0, 1) in class false and N(shift, 1) in class true. The paper
// has p = 2, shift = 0.5 and n = 600.
func TwoGaussians(n, p int, shift float64, rng *rand.Rand) Labelled {
	d := Labelled{X: mat.NewDense(n, p, nil), Y: make([]bool, n)}
	for i := range n {
		d.Y[i] = rng.IntN(2) == 1
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if d.Y[i] {
				row[j] += shift
			}
		}
	}
	return d
}
