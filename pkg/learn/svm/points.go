package svm

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"
)

// form is a kernel function with its parameters.
type form struct {
	Kernel
	gamma, coef0 float64
}

// stretch returns the factor of the points that includes gamma in their products.
func (f form) stretch() float64 {
	switch f.Kernel {
	case RBF:
		return math.Sqrt(2 * f.gamma)
	case Sigmoid:
		return math.Sqrt(f.gamma)
	}
	return 1
}

// points are scaled records, contiguous, with the numbers that their kernel needs.
type points struct {
	form form
	n, p int
	z    []float64 // n x p, stretched
	half []float64 // n halves of squared lengths
	// zt is z transposed, p rows of padded(n) numbers, the last ones arbitrary: products of short vectors are
	// faster with it. It is used for p up to maxShort.
	zt []float64
}

// maxShort is the length of vectors from which dense.MulT is as fast as dense.MulShort.
const maxShort = 64

// panel is the number of points whose products are taken together, so that they stay in the second-level cache.
const panel = 512

// padded returns n rounded up to a multiple of 8.
func padded(n int) int { return (n + 7) &^ 7 }

// take fills p with the given rows of x.
func (p *points) take(f form, s *scaler, x []float64, rows []int32) {
	p.form, p.n, p.p = f, len(rows), len(s.center)
	p.z = resize(p.z, p.n*p.p)
	s.apply(p.z, x, rows, f.stretch())
	p.half = resize(p.half, p.n)
	for i := range p.half {
		z := p.z[i*p.p:][:p.p]
		p.half[i] = dense.Dot(z, z) / 2
	}
	if p.p <= maxShort {
		ld := padded(p.n)
		p.zt = resize(p.zt, p.p*ld)
		dense.Transpose(p.zt, ld, p.z, p.p, p.n, p.p)
	}
}

// self returns the kernel of a point with itself.
func (p *points) self(i int) float64 {
	switch p.form.Kernel {
	case RBF:
		return 1
	case Sigmoid:
		return math.Tanh(2*p.half[i] + p.form.coef0)
	}
	return 2 * p.half[i]
}

// kernel writes the kernel of rows points of q, from the point top, with the points from to to of p, to dst. Its
// rows need room for padded(to-from) numbers; numbers beyond to-from may change.
func (p *points) kernel(dst []float64, ldd int, q *points, top, rows, from, to int) {
	p.products(dst, ldd, q, top, rows, from, to)
	for r := range rows {
		switch p.form.Kernel {
		case RBF:
			simd.RBF(dst[r*ldd:][:to-from], p.half[from:to], q.half[top+r])
		case Sigmoid:
			simd.Sigmoid(dst[r*ldd:][:to-from], p.form.coef0)
		}
	}
}

// products is kernel for the scalar products.
func (p *points) products(dst []float64, ldd int, q *points, top, rows, from, to int) {
	n, ld := to-from, padded(p.n)
	r := 0
	if p.p <= maxShort && from+padded(n) <= ld {
		for c := 0; c < n; c += panel {
			r = dense.MulShort(dst[c:], ldd, q.z[top*p.p:], p.p, rows, p.zt[from+c:], ld, min(panel, n-c), p.p)
		}
	}
	if r < rows {
		dense.MulT(dst[r*ldd:], ldd, q.z[(top+r)*p.p:], p.p, rows-r, p.z[from*p.p:], p.p, n, p.p)
	}
}
