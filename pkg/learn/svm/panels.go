package svm

import (
	"github.com/block-regularized/bcv/pkg/internal/dense"
	"github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"
)

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
