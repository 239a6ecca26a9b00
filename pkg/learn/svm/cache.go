package svm

import (
	"slices"

	"github.com/block-regularized/bcv/pkg/learn/svm/internal/simd"
)

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

// rowCache keeps the latest rows of the kernel matrix of some panels, in limited
// memory.
type rowCache struct {
	n     int       // columns
	rows  []float64 // all of the memory
	slot  []int32   // of each row, or -1
	owner []int32   // of each slot, or -1
	used  []int     // clock of the last use of a slot
	clock int
	old   []int32 // slots that may be given away, the oldest last
}

// reset empties the cache, for n rows in limit bytes.
func (c *rowCache) reset(n, limit int) {
	numbers := limit / 8
	if fits(n, limit) {
		numbers = n * n
	}
	c.rows, c.clock = resize(c.rows, numbers), 0
	c.owner, c.used = c.owner[:0], c.used[:0]
	c.divide(n)
}

// divide makes as many slots of n numbers as the memory allows; existing slots stay.
func (c *rowCache) divide(n int) {
	c.n = n
	for slots := min(n, len(c.rows)/max(n, 1)); len(c.owner) < slots; {
		c.owner, c.used = append(c.owner, -1), append(c.used, 0)
	}
	c.slot = resize(c.slot, n)
	for i := range c.slot {
		c.slot[i] = -1
	}
	for s, o := range c.owner {
		if o >= 0 {
			c.slot[o] = int32(s)
		}
	}
}

// row returns row i, or nil if it is not in the cache.
func (c *rowCache) row(i int32) []float64 {
	s := c.slot[i]
	if s < 0 {
		return nil
	}
	return c.rows[int(s)*c.n:][:c.n]
}

// keep marks the rows as used, and makes room for missing rows as far as it can: fill reports which of them the
// caller must fill.
func (c *rowCache) keep(rows []int32, fill []bool) {
	c.clock++
	for _, i := range rows {
		if s := c.slot[i]; s >= 0 {
			c.used[s] = c.clock
		}
	}
	c.old = c.old[:0]
	for s, t := range c.used {
		if t < c.clock {
			c.old = append(c.old, int32(s))
		}
	}
	slices.SortFunc(c.old, func(a, b int32) int { return c.used[b] - c.used[a] })
	for k, i := range rows {
		fill[k] = false
		if c.slot[i] >= 0 || len(c.old) == 0 {
			continue
		}
		s := c.old[len(c.old)-1]
		c.old = c.old[:len(c.old)-1]
		if o := c.owner[s]; o >= 0 {
			c.slot[o] = -1
		}
		c.owner[s], c.slot[i], c.used[s], fill[k] = i, s, c.clock, true
	}
}

// shrink removes all rows and columns except the listed ones, ascending.
func (c *rowCache) shrink(active []int32) {
	n, to := len(active), 0
	for s, o := range c.owner {
		at, in := slices.BinarySearch(active, o)
		if o < 0 || !in {
			continue
		}
		from := c.rows[s*c.n:][:c.n]
		dst := c.rows[to*n:][:n] // never behind from
		for k, a := range active {
			dst[k] = from[a]
		}
		c.owner[to], c.used[to] = int32(at), c.used[s]
		to++
	}
	c.owner, c.used = c.owner[:to], c.used[:to]
	c.divide(n)
}
