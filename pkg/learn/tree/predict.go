package tree

import (
	"math"
	"slices"
)

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
// where each record ends to out. It counts those of each node once.
func (g *grower) score(rows []int32, out []float64) {
	g.arrived = slices.Grow(g.arrived[:0], len(g.nodes))[:len(g.nodes)]
	clear(g.arrived)
	for i, r := range rows {
		at := g.arrive(0, r)
		p := out[i*g.k:][:g.k]
		if before := int(g.arrived[at]); before > 0 {
			copy(p, out[(before-1)*g.k:])
			continue
		}
		g.arrived[at] = int32(i) + 1
		n := &g.nodes[at]
		clear(p)
		for _, t := range g.rows[n.lo:n.hi] {
			p[g.class[t]]++
		}
		for c := range p {
			p[c] /= float64(n.hi - n.lo)
		}
	}
}

// step is a node of a tree without nominal features as a record sees it on its
// way down: it goes to child if its code is at most cut, otherwise to the next
// node. A leaf is its own child.
type step struct {
	feature, cut uint32
	child, class int32
}

// steps appends the steps of the nodes of the newest tree.
func (f *forestFitter) steps() {
	if f.nominal {
		return
	}
	for at := int32(len(f.walk)); at < int32(len(f.g.nodes)); at++ {
		n := &f.g.nodes[at]
		if n.feature == leaf {
			f.walk = append(f.walk, step{feature: 0, cut: math.MaxUint32, child: at, class: n.class})
		} else {
			f.walk = append(f.walk, step{feature: uint32(n.feature), cut: n.cut, child: n.child, class: n.class})
		}
	}
}

// four sends four records down a tree side by side, so that the processor need
// not wait for one of them, and counts their votes.
func (f *forestFitter) four(root int32, rows, votes []int32) {
	walk, codes, p := f.walk, f.codes, f.p
	a, b, c, d := root, root, root, root
	ra, rb, rc, rd := int(rows[0])*p, int(rows[1])*p, int(rows[2])*p, int(rows[3])*p
	for {
		na, nb, nc, nd := &walk[a], &walk[b], &walk[c], &walk[d]
		x := na.child + int32((uint64(na.cut)-uint64(codes[ra+int(na.feature)]))>>63)
		moved := x ^ a
		a = x
		x = nb.child + int32((uint64(nb.cut)-uint64(codes[rb+int(nb.feature)]))>>63)
		moved |= x ^ b
		b = x
		x = nc.child + int32((uint64(nc.cut)-uint64(codes[rc+int(nc.feature)]))>>63)
		moved |= x ^ c
		c = x
		x = nd.child + int32((uint64(nd.cut)-uint64(codes[rd+int(nd.feature)]))>>63)
		moved |= x ^ d
		d = x
		if moved == 0 {
			votes[walk[a].class]++
			votes[f.k+int(walk[b].class)]++
			votes[2*f.k+int(walk[c].class)]++
			votes[3*f.k+int(walk[d].class)]++
			return
		}
	}
}
