package tree

// arrive returns the node at which a record ends in the tree whose root is
// given.
func (g *grower) arrive(root int32, record int32) int32 {
	codes := g.codes[int(record)*g.p:][:g.p]
	nodes := g.nodes
	at := root
	for {
		n := &nodes[at]
		if n.feature < 0 {
			return at
		}
		code := codes[n.feature]
		if g.nominal && g.levels[n.feature] > 0 {
			way := g.routes[n.cut+code]
			if way < 0 {
				return at
			}
			at = n.child + way
			continue
		}
		at = n.child + int32((uint64(n.cut)-uint64(code))>>63)
	}
}

// score writes the class frequencies among the training records of the node
// where each record ends to out.
func (g *grower) score(rows []int32, out []float64) {
	for i, r := range rows {
		n := &g.nodes[g.arrive(0, r)]
		p := out[i*g.k:][:g.k]
		clear(p)
		for _, t := range g.rows[n.lo:n.hi] {
			p[g.class[t]]++
		}
		for c := range p {
			p[c] /= float64(n.hi - n.lo)
		}
	}
}
