package svm

import "slices"

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
