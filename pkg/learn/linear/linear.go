// Package linear holds the linear learners: ordinary least squares, ridge,
// lasso and logistic regression.
//
// Least squares needs a data set only through cross products, which add up over
// records: those of a training set come from the blocks of a partition set, and
// those of its twin are the total less these. Ridge regression with more
// features than records works on the products between records instead, computed
// once. gonum (mat.Dense.Solve, stat.LinearRegression) was considered: it
// factors each training set from scratch, and has no lasso or logistic
// regression. The normal equations lose accuracy as the square of the condition
// number; on features whose correlation matrix has a condition number of 1e6
// or more, expect six correct digits rather than ten.
package linear

import (
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// aliasTol is the share of a feature's sum of squares below which what is left
// of it, after the features before it are taken out, counts as nothing.
const aliasTol = 1e-11

// Model is a fitter whose fit is a linear function of the features.
type Model interface {
	// Coef returns the intercept and one coefficient a feature of the last fit,
	// in the units of the data. The slice is the fitter's own.
	Coef() (intercept float64, coef []float64)
}

// plane is a linear function of the features of a data set.
type plane struct {
	data      *dataset.Data
	intercept float64
	coef      []float64
}

func newPlane(d *dataset.Data) plane { return plane{data: d, coef: make([]float64, d.P())} }

// Coef returns the intercept and the coefficients.
func (l *plane) Coef() (float64, []float64) { return l.intercept, l.coef }

// at returns the value of the function at record i.
func (l *plane) at(i int32) float64 {
	return l.intercept + dense.Dot(l.coef, l.data.X.RawRowView(int(i)))
}

// Predict writes the fitted responses of the given records.
func (l *plane) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = l.at(i)
	}
}

// centred holds a data set as the linear learners want it: feature by feature,
// with the mean over all records taken out, so that cross products lose no
// digits to it.
type centred struct {
	data  *dataset.Data
	n, p  int
	x     []float64 // p rows of n
	mean  []float64 // p
	y     []float64 // n, centred
	meanY float64
}

// newCentred prepares d, which must have a response.
func newCentred(d *dataset.Data) *centred {
	n, p := d.X.Dims()
	c := &centred{data: d, n: n, p: p, x: make([]float64, n*p), mean: make([]float64, p), y: make([]float64, n)}
	for j := range p {
		col := c.x[j*n : (j+1)*n]
		for i := range n {
			col[i] = d.X.At(i, j)
		}
		c.mean[j] = centre(col)
	}
	for i := range n {
		c.y[i] = d.Target(int32(i))
	}
	c.meanY = centre(c.y)
	return c
}

// centre takes the mean out of x and returns it.
func centre(x []float64) float64 {
	mean := sum(x) / float64(len(x))
	for i := range x {
		x[i] -= mean
	}
	return mean
}

// feature returns feature j of all records.
func (c *centred) feature(j int) []float64 { return c.x[j*c.n : (j+1)*c.n] }

// uncentre makes l the function whose value is intercept + coef·x on centred data.
func (c *centred) uncentre(l *plane, intercept float64, coef []float64) {
	copy(l.coef, coef)
	l.intercept = intercept + c.meanY - dense.Dot(l.coef, c.mean)
}

// gather copies the given records of x to out.
func gather(x []float64, rows []int32, out []float64) {
	out = out[:len(rows)]
	for k, i := range rows {
		out[k] = x[i]
	}
}

// sum adds up x in four lanes: one after the other the additions would wait for
// each other.
func sum(x []float64) float64 {
	var s0, s1, s2, s3 float64
	for ; len(x) >= 4; x = x[4:] {
		s0 += x[0]
		s1 += x[1]
		s2 += x[2]
		s3 += x[3]
	}
	for _, v := range x {
		s0 += v
	}
	return (s0 + s1) + (s2 + s3)
}
