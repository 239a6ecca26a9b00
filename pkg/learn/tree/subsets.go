package tree

import "slices"

// exhaustive is the number of levels in a node up to which all subsets are
// tried, if there are more than two classes: 2^11 of them.
const exhaustive = 12

// table holds the class counts of a node by level of a nominal feature.
type table struct {
	count  []int32 // level x class
	weight []int32 // by level
	here   []int32 // the levels that the node has
	order  []int32 // the same, in the order in which they go to the left
	inside []bool  // by level: whether it is on the left
}

// newTable returns a table with room for each feature of c.
func newTable(c *columns) table {
	most := 0
	if c.nominal {
		most = slices.Max(c.levels)
	}
	return table{
		count: make([]int32, most*c.k), weight: make([]int32, most), inside: make([]bool, most),
		here: make([]int32, 0, most), order: make([]int32, 0, most),
	}
}

// fill counts the records of a node by level of nominal feature j.
func (g *grower) fill(s span, j int32) {
	t := &g.table
	clear(t.count[:g.levels[j]*g.k])
	clear(t.weight[:g.levels[j]])
	for _, r := range g.rows[s.lo:s.hi] {
		in := g.info[r]
		level := int(g.codes[int(r)*g.p+int(j)])
		t.count[level*g.k+int(in&0xffff)] += int32(in >> 16)
		t.weight[level] += int32(in >> 16)
	}
	t.here = t.here[:0]
	for level, w := range t.weight[:g.levels[j]] {
		if w > 0 {
			t.here = append(t.here, int32(level))
		}
	}
}

// subsets looks for a better division of the levels of nominal feature j into
// two sets, and reports whether the node has two levels or more. With two
// classes the best set holds the levels with the least shares of one class
// (Breiman et al. 1984, theorem 4.5). Otherwise all subsets are tried, or with
// many levels those that hold the levels with the least shares of one of the
// classes.
func (g *grower) subsets(s span, j int32, offer func(n int64) bool) bool {
	g.fill(s, j)
	t := &g.table
	classes := 0
	for _, w := range g.total {
		if w > 0 {
			classes++
		}
	}
	switch {
	case len(t.here) < 2:
		return false
	case classes > 2 && len(t.here) <= exhaustive:
		g.allSubsets(j, offer)
	default:
		for c, w := range g.total {
			if w == 0 {
				continue
			}
			g.orderedSubsets(j, int32(c), offer)
			if classes <= 2 {
				break
			}
		}
	}
	return true
}

// allSubsets tries all subsets of the levels that the node has, except for complements, in the order of the Gray
// code: one level changes sides at a time.
func (g *grower) allSubsets(j int32, offer func(n int64) bool) {
	t := &g.table
	clear(g.left)
	clear(t.inside)
	var n int64
	for i := 1; i < 1<<(len(t.here)-1); i++ {
		b := 0
		for i>>b&1 == 0 {
			b++
		}
		n += g.cross(t.here[b])
		g.offered(j, n, offer)
	}
}

// orderedSubsets moves the levels to the left one by one, in ascending order of their share of class c.
func (g *grower) orderedSubsets(j, c int32, offer func(n int64) bool) {
	t := &g.table
	t.order = append(t.order[:0], t.here...)
	share := func(level int32) (num, den int64) {
		return int64(t.count[int(level)*g.k+int(c)]), int64(t.weight[level])
	}
	for i := 1; i < len(t.order); i++ {
		for k := i; k > 0; k-- {
			a, b := share(t.order[k])
			x, y := share(t.order[k-1])
			if a*y >= x*b {
				break
			}
			t.order[k], t.order[k-1] = t.order[k-1], t.order[k]
		}
	}
	clear(g.left)
	clear(t.inside)
	var n int64
	for _, level := range t.order[:len(t.order)-1] {
		n += g.cross(level)
		g.offered(j, n, offer)
	}
}

// cross moves a level to the other side and returns the change on the left.
func (g *grower) cross(level int32) int64 {
	t := &g.table
	t.inside[level] = !t.inside[level]
	sign := int32(-1)
	if t.inside[level] {
		sign = 1
	}
	for c, w := range t.count[int(level)*g.k:][:g.k] {
		g.left[c] += sign * w
	}
	return int64(sign * t.weight[level])
}

// offered offers the present division by nominal feature j, and keeps its
// routes if it is the best one yet.
func (g *grower) offered(j int32, n int64, offer func(n int64) bool) {
	if n < g.minLeaf || g.weight-n < g.minLeaf || !offer(n) {
		return
	}
	t := &g.table
	g.best.feature, g.best.ways = j, 2
	for level := range g.levels[j] {
		g.best.routes[level] = -1
	}
	for _, level := range t.here {
		g.best.routes[level] = 1
		if t.inside[level] {
			g.best.routes[level] = 0
		}
	}
}
