package svm

import "github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"

// cache is a kernel matrix whose rows are computed on demand; the latest rows are kept. It covers the points in two
// ranges, for a pair of classes.
type cache struct {
	points *points
	a, b   span
	diag   []float64
	rows   []float64 // slots x n
	slot   []int32   // of each row, or -1
	owner  []int32   // row in each slot, or -1
	used   []int     // clock of the last use of each slot
	clock  int
}

// reset makes c the matrix of the points in two ranges, with the number of slots that fit in limit bytes, at least
// 2.
func (c *cache) reset(p *points, a, b span, limit int) {
	n := a.size() + b.size()
	slots := max(2, min(n, limit/8/n))
	c.points, c.a, c.b, c.clock = p, a, b, 0
	c.diag, c.slot = resize(c.diag, n), resize(c.slot, n)
	c.rows, c.owner, c.used = resize(c.rows, slots*n), resize(c.owner, slots), resize(c.used, slots)
	for i := range n {
		c.diag[i] = p.self(c.point(i))
		c.slot[i] = -1
	}
	for s := range slots {
		c.owner[s], c.used[s] = -1, 0
	}
}

// point returns the number of the point that row i belongs to.
func (c *cache) point(i int) int {
	if i < c.a.size() {
		return c.a.from + i
	}
	return c.b.from + i - c.a.size()
}

func (c *cache) diagonal() []float64 { return c.diag }

func (c *cache) row(i int) []float64 {
	n := len(c.slot)
	c.clock++
	s := c.slot[i]
	if s < 0 {
		s = c.oldest()
		if o := c.owner[s]; o >= 0 {
			c.slot[o] = -1
		}
		c.owner[s], c.slot[i] = int32(i), s
		row, at := c.rows[int(s)*n:][:n], c.point(i)
		c.points.kernel(row, n, c.points, at, 1, c.a.from, c.a.to)
		c.points.kernel(row[c.a.size():], n, c.points, at, 1, c.b.from, c.b.to)
		row[i] = c.diag[i]
		if c.points.form.Kernel == Sigmoid {
			simd.Single(row)
		}
	}
	c.used[s] = c.clock
	return c.rows[int(s)*n:][:n]
}

// oldest returns the slot that has not been used for the longest time.
func (c *cache) oldest() int32 {
	best := 0
	for s, t := range c.used {
		if t < c.used[best] {
			best = s
		}
	}
	return int32(best)
}
