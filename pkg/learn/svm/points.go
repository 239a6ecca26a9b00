package svm

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// points are scaled records, contiguous, and what their kernel needs.
type points struct {
	kernelType Kernel
	n, p       int
	z          []float64 // n x p; for RBF times sqrt(2 gamma)
	half       []float64 // n halves of squared lengths
	// zt is z transposed, p rows with padded(n) numbers from row to row, the
	// last ones of any value: products
	// of short vectors are faster with it. It is kept for p up to maxShort.
	zt []float64
}

// maxShort is the length of vectors from which on products by rows are as
// fast as with the transposed matrix.
const maxShort = 64

// padded returns n rounded up to a multiple of 8.
func padded(n int) int { return (n + 7) &^ 7 }

// take fills p with the given rows of x.
func (p *points) take(s *scaler, x []float64, rows []int32, gamma float64) {
	p.n, p.p = len(rows), len(s.center)
	p.z = resize(p.z, p.n*p.p)
	stretch := 1.0
	if p.kernelType == RBF {
		stretch = math.Sqrt(2 * gamma)
	}
	s.apply(p.z, x, rows, stretch)
	p.half = resize(p.half, p.n)
	for i := range p.half {
		z := p.z[i*p.p:][:p.p]
		p.half[i] = dense.Dot(z, z) / 2
	}
	if wide && p.p <= maxShort {
		p.transpose()
	}
}

// transpose fills zt.
func (p *points) transpose() {
	ld := padded(p.n)
	p.zt = resize(p.zt, p.p*ld)
	for j := range p.p {
		dst := p.zt[j*ld:]
		for i := range p.n {
			dst[i] = p.z[i*p.p+j]
		}
	}
}

// self returns the kernel of a point with itself.
func (p *points) self(i int) float64 {
	if p.kernelType == RBF {
		return 1
	}
	return 2 * p.half[i]
}

// kernel writes the kernel of rows points of q, from the point top, with the
// points from to to of p, to dst. Its rows need room for padded(to-from)
// numbers; those beyond to-from may change.
func (p *points) kernel(dst []float64, ldd int, q *points, top, rows, from, to int) {
	p.products(dst, ldd, q, top, rows, from, to)
	if p.kernelType == Linear {
		return
	}
	for r := range rows {
		rbf(dst[r*ldd:][:to-from], p.half[from:to], q.half[top+r])
	}
}

// products is kernel for the scalar products.
func (p *points) products(dst []float64, ldd int, q *points, top, rows, from, to int) {
	n, ld := to-from, padded(p.n)
	r := 0
	if wide && p.p <= maxShort && from+padded(n) <= ld {
		for ; r+4 <= rows; r += 4 {
			_, a, b := dst[(r+3)*ldd:][:padded(n)], q.z[(top+r)*p.p:][:4*p.p], p.zt[from:]
			mulAVX2(&dst[r*ldd], ldd, &a[0], p.p, &b[0], ld, p.p, n)
		}
	}
	if r < rows {
		dense.MulT(dst[r*ldd:], ldd, q.z[(top+r)*p.p:], p.p, rows-r, p.z[from*p.p:], p.p, n, p.p)
	}
}
