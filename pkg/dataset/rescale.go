package dataset

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// UnitRange returns d with its features scaled to [0,1], nominal features as the columns of OneHot; constant
// features become 0. Targets are shared with d.
func (d *Data) UnitRange() *Data {
	return d.OneHot().rescaled(func(column []float64) (shift, scale float64) {
		return floats.Min(column), floats.Max(column) - floats.Min(column)
	})
}

// Standardized returns d with its features scaled to mean 0 and standard deviation 1 (with n-1), nominal features
// as the columns of OneHot; constant features become 0. Targets are shared with d.
func (d *Data) Standardized() *Data {
	return d.OneHot().rescaled(func(column []float64) (shift, scale float64) {
		sum, squares := 0.0, 0.0
		for _, v := range column {
			sum += v
		}
		shift = sum / float64(len(column))
		for _, v := range column {
			squares += (v - shift) * (v - shift)
		}
		return shift, math.Sqrt(squares / float64(max(1, len(column)-1)))
	})
}

// rescaled subtracts and divides by the results of of for each column; columns of scale 0 become 0. Missing values
// stay missing.
func (d *Data) rescaled(of func(column []float64) (shift, scale float64)) *Data {
	out := *d
	out.X = mat.NewDense(d.N(), d.P(), nil)
	column := make([]float64, d.N())
	for j := range d.P() {
		mat.Col(column, j, d.X)
		shift, scale := of(column)
		for i, v := range column {
			if scale != 0 {
				out.X.Set(i, j, (v-shift)/scale)
			}
		}
	}
	return &out
}
