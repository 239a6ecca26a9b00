package tree

// route divides a node by the best division that was found: it adds the routes of a nominal feature and the
// children, and divides the rows.
func (g *grower) route(s span) {
	j := g.best.feature
	n := &g.nodes[s.at]
	n.feature, n.child = j, int32(len(g.nodes))
	if g.levels[j] > 0 {
		n.cut = uint32(len(g.routes))
		g.routes = append(g.routes, g.best.routes[:g.levels[j]]...)
		if g.best.ways > 2 {
			g.fan(s, j, g.best.ways)
			return
		}
		routes := g.best.routes
		for _, r := range g.rows[s.lo:s.hi] {
			g.side[r] = uint8(routes[g.codes[int(r)*g.p+int(j)]])
		}
	} else {
		n.cut = g.best.cut
		low := g.best.low
		for _, r := range g.rows[s.lo:s.hi] {
			g.side[r] = uint8((uint64(low) - uint64(g.codes[int(r)*g.p+int(j)])) >> 63)
		}
	}
	g.pair(s)
}

// pair divides the rows of a node between two new children, in order.
func (g *grower) pair(s span) {
	rows, buf := g.rows[s.lo:s.hi], g.rowBuf[:s.hi-s.lo]
	l, r := 0, 0
	for _, x := range rows {
		side := int(g.side[x])
		rows[l], buf[r] = x, x
		l += 1 - side
		r += side
	}
	copy(rows[l:], buf[:r])
	mid := int32(s.lo + l)
	g.nodes = append(g.nodes, node{lo: int32(s.lo), hi: mid}, node{lo: mid, hi: int32(s.hi)})
}

// fan divides the rows of a node among as many new children as given, by the
// routes of nominal feature j, in order.
func (g *grower) fan(s span, j int32, ways int) {
	first := len(g.nodes)
	for range ways {
		g.nodes = append(g.nodes, node{})
	}
	children, rows := g.nodes[first:], g.rows[s.lo:s.hi]
	for _, x := range rows {
		children[g.best.routes[g.codes[int(x)*g.p+int(j)]]].hi++
	}
	from := int32(s.lo)
	for c := range children {
		size := children[c].hi
		children[c].lo, children[c].hi = from, from
		from += size
	}
	copy(g.rowBuf, rows)
	for _, x := range g.rowBuf[:len(rows)] {
		child := &children[g.best.routes[g.codes[int(x)*g.p+int(j)]]]
		g.rows[child.hi] = x
		child.hi++
	}
}

// vary appends to list the features that may vary in a node: all nominal features, and numeric features with two
// values or more.
func (g *grower) vary(list []int32, s span) []int32 {
	last := s.keys + s.hi - s.lo - 1
	for _, j := range s.features {
		if g.levels[j] > 0 || g.keys[j][s.keys]>>32 != g.keys[j][last]>>32 {
			list = append(list, j)
		}
	}
	return list
}

// halve divides the keys of a node between two children, the first of which has number first. If one of them needs
// none, only the keys of the other are kept, at the place of the node's keys.
func (g *grower) halve(s span, first int32, features []int32) {
	size := s.hi - s.lo
	var flip uint8
	if !g.sorts(first) {
		flip = 1
	}
	both := flip == 0 && g.sorts(first+1)
	for _, j := range features {
		if g.levels[j] > 0 {
			continue
		}
		keys, buf := g.keys[j][s.keys:s.keys+size], g.keyBuf[:size]
		if !both {
			l := 0
			for _, k := range keys {
				keys[l] = k
				l += int(g.side[uint32(k)] ^ flip ^ 1)
			}
			continue
		}
		l, r := 0, 0
		for _, k := range keys {
			side := int(g.side[uint32(k)])
			keys[l], buf[r] = k, k
			l += 1 - side
			r += side
		}
		copy(keys[l:], buf[:r])
	}
}

// scatter divides the keys of a node among more than two children, from number
// first on, by the routes of its nominal feature.
func (g *grower) scatter(s span, first int32, features []int32) {
	n := g.nodes[s.at]
	routes, children := g.routes[n.cut:], g.nodes[first:]
	ends := g.ends[:len(children)]
	for _, j := range features {
		if g.levels[j] > 0 {
			continue
		}
		for c := range children {
			ends[c] = s.keys + int(children[c].lo) - s.lo
		}
		buf := g.keyBuf[:copy(g.keyBuf, g.keys[j][s.keys:s.keys+s.hi-s.lo])]
		for _, k := range buf {
			c := routes[g.codes[int(uint32(k))*g.p+int(n.feature)]]
			g.keys[j][ends[c]] = k
			ends[c]++
		}
	}
}
