package tree

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// C45 is Quinlan's C4.5, release 8, without pruning (Quinlan 1993; 1996, JAIR
// 4:77-90). C45{} is the tree of Weka's J48 -U.
//
// A nominal feature divides a node by all its levels, a numeric one by a threshold. Of the divisions that gain at
// least as much information as the average (minus 0.001 bits), the division with the greatest gain ratio is chosen.
// Nominal features with as many levels as 0.3 of the training records or more do not count in the average. A
// division by a nominal feature needs two children with MinLeaf records each; one by a threshold needs two with a
// tenth of the node's records per class, which is at most 25 and at least MinLeaf. The gain of a threshold is
// reduced by log2(number of thresholds)/records. The threshold is the greatest value among all training records
// that is not above the middle between the two values; the threshold itself goes to the left. Divisions that
// correct no training record are undone at the end.
//
// Informations that differ by less than 1e-6 bits count as equal, as in Weka.
// Unlike Weka, values that differ by less than 1e-5 can be divided.
//
// Its fitter is a learn.Prober, whose probabilities are the class frequencies among the training records of the leaf.
type C45 struct {
	MinLeaf int // least number of records in two children; 0: 2
}

// String returns "c4.5", with the settings that are not defaults.
func (t C45) String() string { return name.Of("c4.5", name.Setting("minleaf", t.MinLeaf, 0)) }

// Traits are none.
func (C45) Traits() learn.Traits { return learn.Traits{} }

// Prepare ranks and sorts the features of d. It returns an error if MinLeaf is
// negative, or if d has no classes, missing values or more than 2,097,151
// records.
func (t C45) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	if t.MinLeaf < 0 {
		return nil, fmt.Errorf("tree: MinLeaf %d; give at least 1 (2 by default)", t.MinLeaf)
	}
	least := int64(or(t.MinLeaf, 2))
	c, err := newColumns(ctx, d)
	if err != nil {
		return nil, err
	}
	return &c45Prepared{c, least}, nil
}

type c45Prepared struct {
	*columns
	minLeaf int64
}

// NewFitter returns a fitter, which is a learn.Prober.
func (p *c45Prepared) NewFitter(*learn.Pool) learn.Fitter {
	c := &c45{gains: make([]gain, p.p), present: make([][]bool, p.p)}
	for j, v := range p.values {
		if v != nil {
			c.present[j] = make([]bool, len(v))
		}
	}
	r := rule{find: c.split, sorted: true, minSplit: 2 * p.minLeaf, minLeaf: p.minLeaf, collapse: true}
	return &c45Fitter{fitter{g: newGrower(p.columns, r), in: make([]uint8, p.n)}, c}
}

// c45Fitter finds the values of the training records before it grows a tree.
type c45Fitter struct {
	fitter
	c *c45
}

// Fit grows a tree. It returns an error if there is no training record.
func (f *c45Fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
	}
	p := f.g.p
	for j, present := range f.c.present {
		if present == nil {
			continue
		}
		clear(present)
		for _, i := range train {
			present[f.g.codes[int(i)*p+j]] = true
		}
	}
	f.c.many = 0.3 * float64(len(train))
	return f.fitter.Fit(ctx, train)
}

// c45 is the search of C4.5.
type c45 struct {
	gains   []gain
	present [][]bool // by numeric feature and code: whether a training record has it
	many    float64  // number of levels that is too large
}

// gain is the gain of a division by a feature, in bits per record.
type gain struct {
	valid       bool
	info, ratio float64
	low, high   uint32 // of a numeric feature, the codes on both sides of the threshold
}

// same is the difference of two informations, in bits, up to which they count as equal.
const same = 1e-6

// split finds the division with the greatest gain ratio.
func (c *c45) split(g *grower, s span) bool {
	g.setImpurity()
	usual := c.usual(g)
	sum, valid := 0.0, 0
	for _, j := range s.features {
		if g.levels[j] > 0 {
			c.gains[j] = c.nominal(g, s, j)
		} else {
			c.gains[j] = c.numeric(g, s, j)
		}
		if c.gains[j].valid && (usual || c.narrow(g, j)) {
			sum += c.gains[j].info
			valid++
		}
	}
	g.best.reset()
	ratio := 0.0
	for _, j := range s.features {
		a := c.gains[j]
		if valid > 0 && a.valid && a.info >= sum/float64(valid)-1e-3 && a.ratio > ratio+same {
			g.best.feature, ratio = j, a.ratio
			g.best.low, g.best.high = a.low, a.high
		}
	}
	j := g.best.feature
	switch {
	case j == leaf:
		return false
	case g.levels[j] > 0:
		g.fill(s, j)
		g.fanOut(j)
		return true
	}
	g.best.cut = g.cut(j, g.best.low, g.best.high, false)
	for !c.present[j][g.best.cut] {
		g.best.cut--
	}
	return true
}

// narrow reports whether feature j is numeric or has few levels.
func (c *c45) narrow(g *grower, j int32) bool {
	return g.levels[j] == 0 || float64(g.levels[j]) < c.many-same
}

// usual reports whether all features count in the average, because none of them
// has few levels.
func (c *c45) usual(g *grower) bool {
	for j := range g.levels {
		if c.narrow(g, int32(j)) {
			return false
		}
	}
	return true
}

// numeric returns the gain of the best threshold of feature j.
func (c *c45) numeric(g *grower, s span, j int32) gain {
	n := float64(g.weight)
	least := max(min(0.1*n/float64(g.k), 25), float64(g.minLeaf))
	g.best.reset()
	g.best.after = g.impure
	tried := g.entropyScan(j, g.keysOf(s, j), int64(math.Ceil(least-same)), same*math.Ln2*n)
	if g.best.feature == leaf {
		return gain{}
	}
	info := (g.impure-g.best.after)/(n*math.Ln2) - math.Log2(float64(tried))/n
	if info <= same {
		return gain{}
	}
	size := g.below(s, j, g.best.low)
	parts := g.nlogn[g.weight] - g.nlogn[size] - g.nlogn[int(g.weight)-size]
	return gain{valid: true, info: info, ratio: info * n * math.Ln2 / parts, low: g.best.low, high: g.best.high}
}

// below returns the number of records of the node with at most the given code.
func (g *grower) below(s span, j int32, code uint32) int {
	keys := g.keysOf(s, j)
	lo, hi := 0, len(keys)
	for lo < hi {
		mid := (lo + hi) / 2
		if uint32(keys[mid]>>32) <= code {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// nominal returns the gain of the division by all levels of feature j.
func (c *c45) nominal(g *grower, s span, j int32) gain {
	g.fill(s, j)
	t := &g.table
	after, parts, large := 0.0, g.nlogn[g.weight], 0
	for _, level := range t.here {
		w := t.weight[level]
		if int64(w) >= g.minLeaf {
			large++
		}
		after += g.nlogn[w]
		parts -= g.nlogn[w]
		for _, count := range t.count[int(level)*g.k:][:g.k] {
			after -= g.nlogn[count]
		}
	}
	if large < 2 {
		return gain{}
	}
	saved := g.impure - after
	return gain{valid: true, info: saved / (float64(g.weight) * math.Ln2), ratio: saved / parts}
}

// fanOut makes a child of each level of feature j in the node.
func (g *grower) fanOut(j int32) {
	for level := range g.levels[j] {
		g.best.routes[level] = -1
	}
	for child, level := range g.table.here {
		g.best.routes[level] = int32(child)
	}
	g.best.ways = len(g.table.here)
}
