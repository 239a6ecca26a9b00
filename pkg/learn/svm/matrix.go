package svm

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// square is a kernel matrix in memory.
type square struct {
	k    []float64 // n x n
	n    int
	diag []float64
}

func (s *square) row(i int) []float64 { return s.k[i*s.n:][:s.n] }

func (s *square) diagonal() []float64 { return s.diag }

// reset makes s n x n, in the same memory if it is large enough.
func (s *square) reset(n int) {
	s.k, s.diag, s.n = resize(s.k, n*n), resize(s.diag, n), n
}

// gather takes the rows and columns of full that are listed.
func (s *square) gather(full *square, rows []int32) {
	s.reset(len(rows))
	for r, i := range rows {
		dst, src := s.row(r), full.row(int(i))
		for c, j := range rows {
			dst[c] = src[j]
		}
		s.diag[r] = dst[r]
	}
}

// blocks takes the rows and columns of from that are in either of two ranges.
func (s *square) blocks(from *square, a, b span) {
	s.reset(a.size() + b.size())
	r := 0
	for _, rows := range [2]span{a, b} {
		for i := rows.from; i < rows.to; i++ {
			src, dst := from.row(i), s.row(r)
			copy(dst, src[a.from:a.to])
			copy(dst[a.size():], src[b.from:b.to])
			s.diag[r] = from.diag[i]
			r++
		}
	}
}

// compute takes the kernel of n points with themselves.
func (s *square) compute(p *points) {
	s.reset(p.n)
	const tile = 48
	for top := 0; top < p.n; top += tile {
		rows := min(tile, p.n-top)
		for i := top; i < top+rows; i++ {
			s.diag[i] = p.self(i)
		}
		p.kernel(s.k[top*s.n:], s.n, p, top, rows, 0, top+rows)
		for i := top; i < top+rows; i++ {
			s.k[i*s.n+i] = s.diag[i]
		}
		s.mirror(top, rows)
	}
}

// mirror copies rows from top, left of the diagonal, to the columns.
func (s *square) mirror(top, rows int) {
	const tile = 8
	for left := 0; left < top; left += tile {
		for j := left; j < min(left+tile, top); j++ {
			dst := s.k[j*s.n+top:][:rows]
			src := s.k[top*s.n+j:]
			for i := range dst {
				dst[i] = src[i*s.n]
			}
		}
	}
}

// span is the range of records from, from+1, ..., to-1.
type span struct{ from, to int }

func (s span) size() int { return s.to - s.from }

// points are scaled records, contiguous, and what their kernel needs.
type points struct {
	kernelType Kernel
	n, p       int
	z          []float64 // n x p; for RBF times sqrt(2 gamma)
	half       []float64 // n halves of squared lengths, for RBF
}

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
}

// self returns the kernel of a point with itself.
func (p *points) self(i int) float64 {
	if p.kernelType == RBF {
		return 1
	}
	return 2 * p.half[i]
}

// kernel writes the kernel of rows points of q, from the point top, with the
// points from to to of p, to dst.
func (p *points) kernel(dst []float64, ldd int, q *points, top, rows, from, to int) {
	dense.MulT(dst, ldd, q.z[top*p.p:], p.p, rows, p.z[from*p.p:], p.p, to-from, p.p)
	if p.kernelType == Linear {
		return
	}
	for r := range rows {
		rbf(dst[r*ldd:][:to-from], p.half[from:to], q.half[top+r])
	}
}
