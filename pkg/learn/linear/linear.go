package linear

import (
	"context"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// aliasTol is the share of a feature's sum of squares about its mean over the training records below which the rest
// of the feature, after projection on the features before it, counts as 0.
const aliasTol = 1e-11

// Model is a fitter whose fit is a linear function of the features.
type Model interface {
	// Coef returns the intercept and one coefficient per feature of the last fit, in the units of the data. The
	// slice belongs to the fitter.
	Coef() (intercept float64, coef []float64)
}

// fit fits one setting of a family.
func fit(ctx context.Context, f learn.FamilyFitter, train []int32, value float64) (learn.Report, error) {
	if err := f.Begin(ctx, train); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{}, f.FitAs(value)
}

// plane is a linear function of the features of a data set.
type plane struct {
	ender
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

// columns holds a data set for the linear learners: feature by feature. It has no sums over all records: means and
// products of a fit come from its training records alone.
type columns struct {
	data *dataset.Data
	n, p int
	x    []float64 // p rows of n
	y    []float64 // n responses or numbers of classes
}

// newColumns prepares d.
func newColumns(d *dataset.Data) *columns {
	n, p := d.X.Dims()
	c := &columns{data: d, n: n, p: p, x: make([]float64, n*p), y: make([]float64, n)}
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			c.x[j*n+i] = v
		}
		c.y[i] = d.Target(int32(i))
	}
	return c
}

// feature returns feature j of all records.
func (c *columns) feature(j int) []float64 { return c.x[j*c.n : (j+1)*c.n] }

// gatherCentred copies the given records of x to out, which has the same length, subtracts their mean and returns
// it. Constant values become exactly 0, and their mean is exact: the first value is the origin of the sum, which
// also preserves the digits of values far from 0.
func gatherCentred(x []float64, rows []int32, out []float64) float64 {
	origin := x[rows[0]]
	out = out[:len(rows)]
	var s0, s1, s2, s3 float64 // see sum
	whole := len(rows) &^ 3
	for k := 0; k < whole; k += 4 {
		i, o := rows[k:k+4:k+4], out[k:k+4:k+4]
		o[0], o[1], o[2], o[3] = x[i[0]]-origin, x[i[1]]-origin, x[i[2]]-origin, x[i[3]]-origin
		s0 += o[0]
		s1 += o[1]
		s2 += o[2]
		s3 += o[3]
	}
	for k := whole; k < len(rows); k++ {
		out[k] = x[rows[k]] - origin
		s0 += out[k]
	}
	mean := ((s0 + s1) + (s2 + s3)) / float64(len(rows))
	dense.Shift(-mean, out)
	return origin + mean
}

// centred is gatherCentred about the weighted mean. It also returns the sum of the weights.
func (c *columns) centred(x []float64, rows []int32, out []float64) (mean, total float64) {
	mean, total = gatherCentred(x, rows, out), float64(len(rows))
	w := c.data.Weights
	if w == nil {
		return mean, total
	}
	var off float64
	total = 0
	for k, i := range rows {
		off += w[i] * out[k]
		total += w[i]
	}
	off /= total
	dense.Shift(-off, out[:len(rows)])
	return mean + off, total
}

// gather copies the given records of x to out.
func gather(x []float64, rows []int32, out []float64) {
	out = out[:len(rows)]
	for k, i := range rows {
		out[k] = x[i]
	}
}

// sum adds up x in four lanes, so that additions need not wait for each other.
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

// ender ends fits with a context. Sums that it ends are invalid.
type ender struct{ stop context.Context }

// stopped reports whether the context has ended.
func (e *ender) stopped() bool { return e.stop != nil && e.stop.Err() != nil }

// ended returns the error of a context that has ended, and nil before.
func (e *ender) ended() error {
	if e.stop == nil {
		return nil
	}
	return e.stop.Err()
}

// gram is dense.Gram, unless the context ends.
func (e *ender) gram(dst []float64, ldd int, a []float64, lda, m, k int) {
	for from := 0; from < m && !e.stopped(); from += gramRows {
		dense.GramRows(dst, ldd, a, lda, m, k, from, min(from+gramRows, m))
	}
}

// gramRows is the number of rows between two checks of a context: whole tiles.
const gramRows = 96

// apart is dense.Apart, unless the context ends.
func (e *ender) apart(dst []float64, ldd int, a []float64, lda, m, k int) {
	for from := 0; from < m && !e.stopped(); from += gramRows {
		dense.ApartRows(dst, ldd, a, lda, m, k, from, min(from+gramRows, m))
	}
	dense.Mirror(dst, ldd, m)
}
