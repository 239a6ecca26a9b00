package svm

import (
	"context"

	"github.com/block-regularized/bcv/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"
)

// square is a kernel matrix in memory.
type square struct {
	k     []float64 // n x n, with rows ld numbers apart
	n, ld int
	diag  []float64
}

func (s *square) row(i int) []float64 { return s.k[i*s.ld:][:s.n] }

func (s *square) diagonal() []float64 { return s.diag }

// reset makes s n x n, in the same memory if it is large enough.
func (s *square) reset(n int) {
	s.n, s.ld = n, padded(n)
	s.k, s.diag = resize(s.k, n*s.ld), resize(s.diag, n)
}

// gather copies the listed rows and columns of full.
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

// round rounds a sigmoid kernel to single precision, except for the diagonal, from which curvatures are computed:
// LIBSVM trains on this matrix (see follow).
func (s *square) round(k Kernel) {
	if k != Sigmoid {
		return
	}
	for i := range s.n {
		simd.Single(s.row(i))
	}
}

// blocks copies the rows and columns of from that are in either of two ranges.
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

// maker computes kernel matrices.
type maker struct {
	pool *learn.Pool
	stop context.Context // ends it, with an invalid matrix; nil for none

	to   *square
	from *points
	rows func(worker, t int)
}

// compute sets s to the kernel of points with themselves.
func (m *maker) compute(s *square, p *points) {
	s.reset(p.n)
	m.to, m.from = s, p
	if m.rows == nil {
		m.rows = m.tile
	}
	m.pool.Each((p.n+tileRows-1)/tileRows, m.rows)
}

// tileRows is the number of rows of a matrix that are computed together.
const tileRows = 48

// tile computes rows up to the diagonal, and the columns above.
func (m *maker) tile(_, t int) {
	if m.stop != nil && m.stop.Err() != nil {
		return
	}
	s, p, top := m.to, m.from, t*tileRows
	rows := min(tileRows, p.n-top)
	for i := top; i < top+rows; i++ {
		s.diag[i] = p.self(i)
	}
	p.kernel(s.k[top*s.ld:], s.ld, p, top, rows, 0, top+rows)
	for i := top; i < top+rows; i++ {
		s.k[i*s.ld+i] = s.diag[i]
	}
	if top > 0 {
		dense.Transpose(s.k[top:], s.ld, s.k[top*s.ld:], s.ld, rows, top)
	}
}

// radial sets s to the RBF kernel of n records of p unscaled features, from the distances between them, so that
// each number depends on its two records alone.
func (m *maker) radial(s *square, x []float64, n, p int, gamma float64) {
	s.reset(n)
	none := make([]float64, s.ld)
	for top := 0; top < n; top += tileRows {
		if m.stop != nil && m.stop.Err() != nil {
			return
		}
		dense.ApartRows(s.k, s.ld, x, p, n, p, top, min(top+tileRows, n))
		for i := top; i < min(top+tileRows, n); i++ {
			row := s.k[i*s.ld:][:padded(i+1)]
			for j := range row {
				row[j] *= -gamma
			}
			simd.RBF(row, none, 0)
			s.diag[i] = row[i]
		}
	}
	dense.Mirror(s.k, s.ld, n)
}

// span is the range of records from, from+1, ..., to-1.
type span struct{ from, to int }

func (s span) size() int { return s.to - s.from }

// panels are points for kernels with many others: in blocks of some points each, feature by feature, so that a
// block stays in the second-level cache. A kernel value has the same bits whichever other points are computed with
// it.
type panels struct {
	form form
	n, p int
	z    []float64 // blocks of p x blockSize numbers
	half []float64 // halves of squared lengths, whole blocks
}

// blockSize is the number of points per block.
const blockSize = 256

// blocksOf returns the number of blocks of n points.
func blocksOf(n int) int { return (n + blockSize - 1) / blockSize }

// reset allocates memory for n points of p numbers.
func (k *panels) reset(f form, n, p int) {
	k.form, k.n, k.p = f, n, p
	k.z, k.half = resize(k.z, blocksOf(n)*blockSize*p), resize(k.half, blocksOf(n)*blockSize)
	if n%blockSize > 0 {
		last := blocksOf(n) - 1
		clear(k.block(last))
		clear(k.half[last*blockSize:])
	}
}

// take fills k with some points of p.
func (k *panels) take(p *points, index []int32) {
	k.reset(p.form, len(index), p.p)
	for c, i := range index {
		block := k.block(c / blockSize)
		for j, v := range p.z[int(i)*p.p:][:p.p] {
			block[j*blockSize+c%blockSize] = v
		}
		k.half[c] = p.half[i]
	}
}

// block returns the numbers of block b.
func (k *panels) block(b int) []float64 {
	return k.z[b*blockSize*k.p:][:blockSize*k.p]
}

// span returns the first point of block b, and the one after its last.
func (k *panels) span(b int) (from, to int) { return b * blockSize, min((b+1)*blockSize, k.n) }

// kernel writes the kernel of the points from to to of q with block b to dst, in rows
// of blockSize numbers.
func (k *panels) kernel(dst []float64, q *few, from, to, b int) {
	dense.MulPanel(dst, blockSize, q.z[from*k.p:], k.p, to-from, k.block(b), blockSize, blockSize, k.p)
	if k.form.Kernel != RBF {
		return
	}
	for r, h := range q.half[from:to] {
		simd.RBF(dst[r*blockSize:][:blockSize], k.half[b*blockSize:][:blockSize], h)
	}
}

// few are some points by rows.
type few struct {
	z, half []float64
}

// take fills q with some points of p.
func (q *few) take(p *points, index []int32) {
	q.z, q.half = q.z[:0], q.half[:0]
	for _, i := range index {
		q.z = append(q.z, p.z[int(i)*p.p:][:p.p]...)
		q.half = append(q.half, p.half[i])
	}
}
