package tree

import "slices"

// node is a node of a tree. The children of a node follow each other.
type node struct {
	feature int32  // that divides the node, or leaf
	cut     uint32 // numeric feature: the greatest code that goes to the first child; nominal: where its routes begin
	child   int32  // the first child
	class   int32  // that most of its training records have
	lo, hi  int32  // its training records in the rows of the grower
}

// What stands in node.feature where no feature divides the node.
const (
	leaf = -1
	open = -2 // to be divided
)

// rule says when and how nodes are divided.
type rule struct {
	find     func(g *grower, s span) bool // sets g.best to the best division; false if there is none
	minSplit int64                        // least weight of a node to be divided
	minLeaf  int64                        // least weight of a child
	minDev   float64                      // least decrease of the entropy, as a share of the root's
	maxDepth int                          // of a node, 0: any
	mtry     int                          // features to look at in a node, 0: all
	right    bool                         // whether the threshold itself goes to the right
	collapse bool                         // whether to undo divisions that correct no training record
}

// grower grows trees in the same memory. The weight of a training record is how
// often it was drawn, 1 but in forests.
type grower struct {
	*columns
	rule
	nodes  []node
	routes []int32 // of nominal nodes, by level: which child, or -1

	info []uint32   // by record: weight * 2^16 + class
	rows []int32    // the training records, node by node
	keys [][]uint64 // by numeric feature: the keys of the training records, node by node

	// The node that is being divided.
	total  []int32 // weight by class
	left   []int32 // the same, of the first child that is being considered
	weight int64
	square int64   // sum of the squares of total
	impure float64 // weight times entropy, in nats
	root   float64 // the same of the root
	best   choice  // the best division yet
	table  table   // counts of the nominal feature that is being considered

	side   []uint8         // by record: which child of two it goes to
	active []int32         // stack of lists of the features that vary in a node
	random func(n int) int // a number below n, for mtry
	keyBuf []uint64
	rowBuf []int32
	place  []int // by child
}

// span is a node to be divided.
type span struct {
	at       int32   // its number
	lo, hi   int     // its rows
	keys     int     // where its keys begin
	features []int32 // all that may vary in it
	depth    int
}

func newGrower(c *columns, r rule) *grower {
	g := &grower{
		columns: c, rule: r,
		info: slices.Clone(c.class), keys: make([][]uint64, c.p),
		total: make([]int32, c.k), left: make([]int32, c.k),
		side: make([]uint8, c.n), keyBuf: make([]uint64, c.n), rowBuf: make([]int32, c.n),
		table: newTable(c),
	}
	g.best.routes, g.place = make([]int32, len(g.table.weight)), make([]int, len(g.table.weight))
	for i := range g.info {
		g.info[i] |= 1 << 16
	}
	for j := range g.keys {
		if c.order[j] != nil {
			g.keys[j] = make([]uint64, c.n+1)
		}
	}
	return g
}

// pick copies the keys of the records that are in to dst, which has room for
// one more, and returns how many.
func pick(dst, keys []uint64, in []uint8) int {
	k := 0
	for _, key := range keys {
		dst[k] = key
		k += int(in[uint32(key)])
	}
	return k
}

// grow appends a tree of the records in g.rows, whose keys are in g.keys, to
// the nodes.
func (g *grower) grow() {
	g.active = g.active[:0]
	for j := range g.p {
		g.active = append(g.active, int32(j))
	}
	at := int32(len(g.nodes))
	g.nodes = append(g.nodes, node{hi: int32(len(g.rows))})
	g.close(at, 0)
	if g.nodes[at].feature == open {
		g.divide(span{at: at, hi: len(g.rows), features: g.active})
	}
}

// divide divides a node and its children where it can, and returns the weight of
// the training records of other classes than their leaf.
func (g *grower) divide(s span) int64 {
	wrong := g.count(s.lo, s.hi)
	found := g.find(g, s)
	g.forget(s.lo, s.hi)
	g.nodes[s.at].feature = leaf
	if !found {
		return wrong
	}
	first, routes := int32(len(g.nodes)), len(g.routes)
	g.route(s)
	var errors int64
	opened := 0
	for c := first; c < int32(len(g.nodes)); c++ {
		errors += g.close(c, s.depth+1)
		if g.nodes[c].feature == open {
			opened++
		}
	}
	if opened > 0 {
		errors += g.descend(s, first, opened)
	}
	if g.collapse && errors >= wrong {
		g.nodes, g.routes = g.nodes[:first], g.routes[:routes]
		g.nodes[s.at].feature = leaf
		return wrong
	}
	return errors
}

// descend divides the open children of a node, from number first to the last
// node, and returns the weight of their misclassified training records.
func (g *grower) descend(s span, first int32, opened int) int64 {
	top, end := len(g.active), int32(len(g.nodes))
	g.active = g.vary(g.active, s)
	varying := g.active[top:]
	ways := int(end - first)
	if ways == 2 {
		g.halve(s, first, varying)
	} else {
		g.scatter(s, first, varying)
	}
	var errors int64
	for c := first; c < end; c++ {
		child := g.nodes[c]
		if child.feature != open {
			continue
		}
		next := span{c, int(child.lo), int(child.hi), s.keys, varying, s.depth + 1}
		if opened == 2 || ways > 2 {
			next.keys += next.lo - s.lo
		}
		errors += g.divide(next)
	}
	g.active = g.active[:top]
	return errors
}

// count takes the class weights of a node, and returns the weight of the records
// outside its greatest class.
func (g *grower) count(lo, hi int) int64 {
	var weight, square int64
	for _, r := range g.rows[lo:hi] {
		in := g.info[r]
		c, w := in&0xffff, int64(in>>16)
		t := int64(g.total[c])
		g.total[c] = int32(t + w)
		square += w * (2*t + w)
		weight += w
	}
	g.weight, g.square = weight, square
	return weight - int64(g.total[g.greatest(lo, hi)])
}

// greatest returns the class with the greatest total in a node.
func (g *grower) greatest(lo, hi int) int32 {
	most, class := int32(0), int32(0)
	if hi-lo < g.k {
		for _, r := range g.rows[lo:hi] {
			c := int32(g.info[r] & 0xffff)
			if t := g.total[c]; t > most || (t == most && c < class) {
				most, class = t, c
			}
		}
		return class
	}
	for c, t := range g.total {
		if t > most {
			most, class = t, int32(c)
		}
	}
	return class
}

// forget undoes count.
func (g *grower) forget(lo, hi int) {
	if hi-lo >= g.k {
		clear(g.total)
		return
	}
	for _, r := range g.rows[lo:hi] {
		g.total[g.info[r]&0xffff] = 0
	}
}

// close gives a new node its class and makes it a leaf, or open if it may be
// divided. It returns the weight of the misclassified training records of a
// leaf.
func (g *grower) close(at int32, depth int) int64 {
	n := &g.nodes[at]
	n.feature = leaf
	rows := g.rows[n.lo:n.hi]
	first := g.info[rows[0]]
	var weight int64
	var mixed uint32
	for _, r := range rows {
		in := g.info[r]
		mixed |= in ^ first
		weight += int64(in >> 16)
	}
	if mixed&0xffff == 0 {
		n.class = int32(first & 0xffff)
		return 0
	}
	lo, hi := int(n.lo), int(n.hi)
	wrong := g.count(lo, hi)
	n.class = g.greatest(lo, hi)
	g.forget(lo, hi)
	if weight >= g.minSplit && (g.maxDepth == 0 || depth < g.maxDepth) {
		n.feature = open
		return 0
	}
	return wrong
}
