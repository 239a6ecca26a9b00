package svm

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/dense"
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

// scaler maps features to (x - center) * factor.
//
// All features are centred, even if they are left unscaled: a shift changes neither an RBF kernel nor the
// classifier of a linear kernel, and small numbers lose fewer digits. It does change a sigmoid kernel, whose centre
// is the origin.
type scaler struct {
	center, factor []float64
	origin         []float64 // the centre, or 0 if features are left unscaled
	// constant feature, from 1, because of which others of unequal spread are not scaled; 0 for none
	constant int
}

// fit computes centres and, if divide, standard deviations from the given rows of x, p numbers each. Indicators of
// levels are not scaled, and if any other feature is constant, none is: e1071's rules. indicator is nil if there
// are none.
func (s *scaler) fit(x []float64, p int, rows []int32, divide bool, indicator []bool) {
	s.center, s.factor, s.origin = resize(s.center, p), resize(s.factor, p), resize(s.origin, p)
	clear(s.origin)
	c, f := s.center, s.factor
	clear(c)
	clear(f)
	s.constant = 0
	first := x[int(rows[0])*p:][:p]
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			c[j] += v - first[j]
		}
	}
	for j := range c {
		c[j] = first[j] + c[j]/float64(len(rows))
	}
	if !divide {
		s.leave()
		return
	}
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			f[j] += (v - c[j]) * (v - c[j])
		}
	}
	constant, unequal := 0, false
	for j, v := range f {
		switch {
		case indicator != nil && indicator[j]:
			f[j] = 1
		case v == 0 && constant == 0:
			constant = j + 1
		case v > 0:
			f[j], s.origin[j] = math.Sqrt(float64(len(rows)-1)/v), c[j]
			unequal = unequal || math.Abs(f[j]-1) > 1e-6 // an earlier step has not scaled it
		}
	}
	if constant > 0 {
		s.leave()
		if unequal {
			s.constant = constant
		}
	}
}

// leave makes s leave the features unscaled.
func (s *scaler) leave() {
	clear(s.origin)
	for j := range s.factor {
		s.factor[j] = 1
	}
}

// apply writes the given rows of x, scaled and then multiplied by a constant,
// to dst, row by row.
func (s *scaler) apply(dst, x []float64, rows []int32, times float64) {
	p := len(s.center)
	c, f := s.center, s.factor[:len(s.center)]
	for r, i := range rows {
		out, row := dst[r*p:][:p], x[int(i)*p:][:p]
		out, row = out[:len(c)], row[:len(c)]
		for j := range c {
			out[j] = (row[j] - c[j]) * f[j] * times
		}
	}
}

// variance returns the variance (with n) of all scaled values of the given
// rows together. Features left unscaled enter uncentred.
func (s *scaler) variance(x []float64, rows []int32) float64 {
	p := len(s.center)
	sum, squares := 0.0, 0.0
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			sum += (v - s.origin[j]) * s.factor[j]
		}
	}
	mean := sum / float64(len(rows)*p)
	for _, i := range rows {
		for j, v := range x[int(i)*p:][:p] {
			v = (v-s.origin[j])*s.factor[j] - mean
			squares += v * v
		}
	}
	return squares / float64(len(rows)*p)
}

// resize returns x with length n, in the same memory if it is large enough.
func resize[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }
