package tree

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Forest is a random forest (Breiman 2001, Machine Learning 45:5-32). Each tree is fully grown by Gini impurity on
// as many records as there are training records, drawn with replacement; each node considers Mtry features drawn at
// random (and further ones while all of them are constant in the node), and is divided by the best of them, even if
// the impurity does not fall. A record gets the class with most votes of trees.
//
// Forest{} has the defaults of R's randomForest. Thresholds and nominal features
// are treated as in CART{Criterion: Gini}. All draws come from learn.RandFor with
// Seed and the training records.
//
// Its fitter is a learn.Prober, whose probabilities are the shares of the votes. Smaller forests with the same seed
// are the first trees of a larger one (learn.Traits.Common).
type Forest struct {
	Trees   int    // number of trees; 0 means 500
	Mtry    int    // features that a node considers, at most their number; 0 means the root of their number, rounded down
	MinLeaf int    // least number of draws in a leaf; 0 means 1
	Seed    uint64 // of the draws
}

// String returns "forest", with the settings that are not defaults.
func (f Forest) String() string {
	return name.Of("forest", name.Setting("trees", f.Trees, 0), name.Setting("mtry", f.Mtry, 0),
		name.Setting("minleaf", f.MinLeaf, 0), name.Setting("seed", f.Seed, 0))
}

// Traits says that the forest draws random numbers, and that a family differs in the number of trees.
func (f Forest) Traits() learn.Traits {
	common := f
	common.Trees = 0
	return learn.Traits{Common: common, Value: float64(f.trees()), ForRun: func(run int) learn.Learner {
		again := f
		again.Seed = learn.RunSeed(f.Seed, run)
		return again
	}}
}

// Prepare ranks and sorts the features of d. It returns an error if a setting is
// out of range, or if d has no classes, missing values or more than 2,097,151
// records.
func (f Forest) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := f.prepare(ctx, d)
	if err != nil {
		return nil, err
	}
	return p.first(p.p), nil
}

// PrepareFirst is Prepare for several data sets in one: the returned function prepares the forest on the first
// k features of d, k from 1 to their number. Features are ranked and sorted once. An Mtry above k counts as k.
func (f Forest) PrepareFirst(ctx context.Context, d *dataset.Data) (func(k int) learn.Prepared, error) {
	p, err := f.prepare(ctx, d)
	if err != nil {
		return nil, err
	}
	return func(k int) learn.Prepared { return p.first(k) }, nil
}

// prepare returns the forest without the default of Mtry, which depends on the number of features.
func (f Forest) prepare(ctx context.Context, d *dataset.Data) (*forest, error) {
	if f.Trees < 0 || f.Mtry < 0 || f.MinLeaf < 0 {
		return nil, fmt.Errorf("tree: Trees %d, Mtry %d, MinLeaf %d; none may be negative", f.Trees, f.Mtry, f.MinLeaf)
	}
	c, err := newColumns(ctx, d)
	if err != nil {
		return nil, err
	}
	if f.Mtry > c.p {
		return nil, fmt.Errorf("tree: Mtry %d of %d features; give at most %d", f.Mtry, c.p, c.p)
	}
	f.Trees, f.MinLeaf = f.trees(), or(f.MinLeaf, 1)
	c.setPlaces()
	return &forest{c, f}, nil
}

// first returns the forest on the first k features.
func (p *forest) first(k int) *forest {
	f := p.Forest
	f.Mtry = or(f.Mtry, int(math.Sqrt(float64(k))))
	return &forest{p.columns.first(k), f}
}

func (f Forest) trees() int { return or(f.Trees, 500) }

// forest is a Forest prepared for a data set, with its defaults.
type forest struct {
	*columns
	Forest
}

// With shares all but the number of trees.
func (p *forest) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	f := p.Forest
	f.Trees = l.(Forest).trees()
	return &forest{p.columns, f}, nil
}

// NewFitter returns a fitter, which is a learn.Prober.
func (p *forest) NewFitter(*learn.Pool) learn.Fitter {
	f := &forestFitter{forest: p, roots: make([]int32, p.Trees), votes: make([]int32, block*p.k)}
	f.g = newGrower(p.columns, rule{find: giniSplit, minSplit: 2, minLeaf: int64(p.MinLeaf), mtry: p.Mtry})
	return f
}

// forestFitter fits forests. The nodes of all trees follow each other in its
// grower.
type forestFitter struct {
	*forest
	g     *grower
	roots []int32
	votes []int32
	walk  []step // by node
}

// Fit grows a forest. It returns an error if there is no training record.
func (f *forestFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
	}
	f.g.stop = ctx
	f.roots = f.roots[:f.Trees]
	f.g.rng = learn.RandFor(f.Seed, train)
	f.g.nodes, f.g.routes, f.walk = f.g.nodes[:0], f.g.routes[:0], f.walk[:0]
	for t := range f.roots {
		f.roots[t] = int32(len(f.g.nodes))
		f.tree(train)
		if f.g.stopped {
			break
		}
	}
	return learn.Report{}, f.g.end()
}

// Begin grows the largest forest of a family.
func (f *forestFitter) Begin(ctx context.Context, train []int32) error {
	_, err := f.Fit(ctx, train)
	return err
}

// FitAs leaves the first trees of the last fit.
func (f *forestFitter) FitAs(trees float64) error {
	f.roots = f.roots[:int(trees)]
	return nil
}

// tree grows a tree on a bootstrap sample.
func (f *forestFitter) tree(train []int32) {
	g := f.g
	for _, i := range train {
		g.info[i] = f.class[i]
	}
	for range train {
		g.info[train[below(f.g.rng, len(train))]] += 1 << 16
	}
	g.rows = g.rows[:0]
	for _, i := range train {
		if g.info[i]>>16 > 0 {
			g.rows = append(g.rows, i)
		}
	}
	g.grow()
	f.steps()
}

// block is the number of records predicted at a time.
const block = 256

// vote counts the votes for at most block records, record by record.
func (f *forestFitter) vote(rows []int32) []int32 {
	votes := f.votes[:len(rows)*f.k]
	clear(votes)
	for _, root := range f.roots {
		i := 0
		for ; !f.nominal && i+4 <= len(rows); i += 4 {
			f.four(root, rows[i:i+4], votes[i*f.k:])
		}
		for ; i < len(rows); i++ {
			votes[i*f.k+int(f.g.nodes[f.g.arrive(root, rows[i])].class)]++
		}
	}
	return votes
}

// Predict writes the class of each record.
func (f *forestFitter) Predict(rows []int32, out []float64) {
	for lo := 0; lo < len(rows); lo += block {
		part := rows[lo:min(lo+block, len(rows))]
		votes := f.vote(part)
		for i := range part {
			class := 0
			v := votes[i*f.k:][:f.k]
			for c := range v {
				if v[c] > v[class] {
					class = c
				}
			}
			out[lo+i] = float64(class)
		}
	}
}

// Probabilities writes the shares of the votes for each record.
func (f *forestFitter) Probabilities(rows []int32, out []float64) error {
	for lo := 0; lo < len(rows); lo += block {
		part := rows[lo:min(lo+block, len(rows))]
		for i, v := range f.vote(part) {
			out[lo*f.k+i] = float64(v) / float64(len(f.roots))
		}
	}
	return nil
}
