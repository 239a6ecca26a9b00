package tree

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// node is a node of a tree. The children of a node follow each other.
type node struct {
	feature int32  // that divides the node, or leaf
	cut     uint32 // numeric feature: the greatest code that goes to the first child; nominal: where its routes begin
	child   int32  // the first child
	class   int32  // most frequent class of its training records
	lo, hi  int32  // its training records in the rows of the grower
}

// Values of node.feature if no feature divides the node.
const (
	leaf = -1
	open = -2 // to be divided
)

// rule defines when and how nodes are divided.
type rule struct {
	find     func(g *grower, s span) bool // sets g.best to the best division; false if there is none
	minSplit int64                        // least weight of a node to be divided
	minLeaf  int64                        // least weight of a child
	minDev   float64                      // least decrease of the entropy, as a share of the root's
	maxDepth int                          // of a node; 0 means any
	mtry     int                          // features to consider in a node; 0 means all
	sorted   bool                         // whether nodes keep their keys in order
	right    bool                         // whether the threshold itself goes to the right
	collapse bool                         // whether to undo divisions that correct no training record
}

// grower grows trees in the same memory. The weight of a training record is the number of times it was drawn, 1
// except in forests.
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

	side   []uint8    // by record: which child of two it goes to
	active []int32    // stack of lists of the features that vary in a node
	rng    *rand.Rand // for mtry
	keyBuf []uint64
	sorter sorter
	rowBuf []int32
	ends   []int // by child

	arrived []int32 // by node: the first record that ended there, counted from 1, in score

	stop    context.Context // ends fits; nil for none
	divided uint            // nodes of the fit
	stopped bool
}

// look checks from time to time whether the context has ended; then it abandons the tree.
func (g *grower) look() bool {
	if g.divided%16 == 0 && g.stop != nil && g.stop.Err() != nil {
		g.stopped = true
	}
	g.divided++
	return g.stopped
}

// end returns the error of an abandoned fit, and prepares for the next one.
func (g *grower) end() error {
	g.divided = 0
	if !g.stopped {
		return nil
	}
	g.stopped = false
	return fmt.Errorf("tree: %w", g.stop.Err())
}

// span is a node to be divided.
type span struct {
	at       int32   // its number
	lo, hi   int     // its rows
	keys     int     // where its keys begin, or unsorted
	features []int32 // all that may vary in it
	depth    int
}

func newGrower(c *columns, r rule) *grower {
	g := &grower{
		columns: c, rule: r,
		info: slices.Clone(c.class), keys: make([][]uint64, c.p),
		total: make([]int32, c.k), left: make([]int32, c.k),
		side: make([]uint8, c.n), keyBuf: make([]uint64, c.n), rowBuf: make([]int32, c.n),
		table: newTable(c), sorter: newSorter(c.n),
	}
	g.best.routes, g.ends = make([]int32, len(g.table.weight)), make([]int, len(g.table.weight))
	for i := range g.info {
		g.info[i] |= 1 << 16
	}
	for j := range g.keys {
		if r.sorted && c.order[j] != nil {
			g.keys[j] = make([]uint64, c.n+1)
		}
	}
	return g
}

// pick copies the keys of the records that are in to dst, which has room for one more, and returns their number.
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
		s := span{at: at, hi: len(g.rows), keys: unsorted, features: g.active}
		if g.sorts(at) {
			s.keys = 0
		}
		g.divide(s)
	}
}

// divide divides a node and its children where possible, and returns the weight of the training records whose class
// differs from their leaf's.
func (g *grower) divide(s span) int64 {
	if g.look() {
		return 0
	}
	g.count(s.lo, s.hi)
	found := g.find(g, s)
	var wrong int64
	if !found || g.nominal || g.collapse { // otherwise no record ends here
		wrong = g.name(s.at)
	}
	g.forget(s.lo, s.hi)
	g.nodes[s.at].feature = leaf
	if !found {
		return wrong
	}
	first, routes := int32(len(g.nodes)), len(g.routes)
	g.route(s)
	var errors int64
	for c := first; c < int32(len(g.nodes)); c++ {
		errors += g.close(c, s.depth+1)
	}
	errors += g.descend(s, first)
	if g.collapse && errors >= wrong {
		g.nodes, g.routes = g.nodes[:first], g.routes[:routes]
		g.nodes[s.at].feature = leaf
		return wrong
	}
	return errors
}

// descend divides the open children of a node, from number first to the last
// node, and returns the weight of their misclassified training records.
func (g *grower) descend(s span, first int32) int64 {
	top, end := len(g.active), int32(len(g.nodes))
	features := s.features
	sorted := 0 // children that get keys
	if s.keys != unsorted {
		for c := first; c < end; c++ {
			if g.sorts(c) {
				sorted++
			}
		}
	}
	if sorted > 0 {
		g.active = g.vary(g.active, s)
		features = g.active[top:]
		if end-first == 2 {
			g.halve(s, first, features)
		} else {
			g.scatter(s, first, features)
		}
	}
	var errors int64
	for c := first; c < end; c++ {
		child := g.nodes[c]
		if child.feature != open {
			continue
		}
		next := span{at: c, lo: int(child.lo), hi: int(child.hi), keys: unsorted, features: features, depth: s.depth + 1}
		switch {
		case s.keys == unsorted || !g.sorts(c):
		case sorted == 1 && end-first == 2:
			next.keys = s.keys
		default:
			next.keys = s.keys + next.lo - s.lo
		}
		errors += g.divide(next)
	}
	g.active = g.active[:top]
	return errors
}

// unsorted is the place of the keys of a node without keys.
const unsorted = -1

// few is the number of records up to which a node gets no keys: sorting the keys of a feature then costs less than
// keeping the keys of all features.
const few = 8

// sorts reports whether a node is to be divided and gets keys in order.
func (g *grower) sorts(c int32) bool {
	n := &g.nodes[c]
	return g.sorted && n.feature == open && n.hi-n.lo > few
}

// count computes the class weights of a node.
func (g *grower) count(lo, hi int) {
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
}

// name sets the class of a counted node to its most frequent class, and returns the weight of the records of other
// classes.
func (g *grower) name(at int32) int64 {
	most, class := int32(0), int32(0)
	for c, t := range g.total {
		if t > most {
			most, class = t, int32(c)
		}
	}
	g.nodes[at].class = class
	return g.weight - int64(most)
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

// close makes a new node a leaf with a class, or open if it may be divided. It returns the weight of the
// misclassified training records of a leaf.
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
	if weight >= g.minSplit && (g.maxDepth == 0 || depth < g.maxDepth) {
		n.feature = open
		return 0
	}
	g.count(int(n.lo), int(n.hi))
	wrong := g.name(at)
	g.forget(int(n.lo), int(n.hi))
	return wrong
}
