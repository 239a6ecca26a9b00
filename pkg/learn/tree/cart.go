package tree

import (
	"context"
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// Criterion is the impurity of the children of a node, which a CART tree minimizes.
type Criterion int

// The criteria.
const (
	Deviance Criterion = iota // weight times entropy
	Gini                      // weight times (1 - sum of squared class frequencies)
)

// CART is a classification tree with binary splits (Breiman, Friedman, Olshen
// and Stone 1984).
//
// CART{} is the tree of R's package tree 1.0-42 with tree.control's defaults: it splits by deviance, and stops
// early. A node is divided if it has 10 training records or more, both children have 5 or more, and the deviance
// decreases by more than 0.01 of the root's. (This is what the package computes; its manual mentions the deviance
// of the node, not its decrease.) A record whose value equals the threshold goes to the right. R shows thresholds
// to six digits and predicts by these; here they are exact. Deviances that differ by less than 1e-10 of the node's
// count as equal.
//
// CART{Criterion: Gini} is the tree of scikit-learn's DecisionTreeClassifier(), except for ties: fully grown, so
// that each leaf is pure or has records with equal features. A node is divided even if no division lowers the
// impurity. A record whose value equals the threshold goes to the left. Small nodes have many divisions that are
// equally good. scikit-learn looks at the features of each node in random order, as Shuffle does; that can matter
// if the first features carry little information (on 150 training records of UCI letter data it lowers the error
// from 0.65 to 0.62).
//
// Thresholds lie in the middle between two successive values in the node. Nominal features are divided by subsets
// of their levels: all subsets, if the node has two classes or at most 12 levels; otherwise subsets that hold the
// levels with the least shares of some class.
//
// Its fitter is a learn.Prober, whose probabilities are the class frequencies among the training records of the leaf.
type CART struct {
	Criterion Criterion
	MinSplit  int // least number of records in a node to divide; 0 means 10 (Deviance) or 2 (Gini)
	MinLeaf   int // least number of records in a child; 0 means 5 (Deviance) or 1 (Gini)
	// Deviance: least decrease as a share of the root's deviance, below 1; 0 means 0.01, negative any decrease
	MinDev   float64
	MaxDepth int    // greatest number of divisions above a leaf; 0 means any
	Shuffle  bool   // Gini: whether each node looks at the features in random order, so that ties fall at random
	Seed     uint64 // of Shuffle, which draws from learn.RandFor
}

// String returns "tree", or "gini-tree" for the Gini criterion, with the settings
// that are not defaults.
func (t CART) String() string {
	algorithm := "tree"
	if t.Criterion == Gini {
		algorithm = "gini-tree"
	}
	return name.Of(algorithm, name.Setting("minsplit", t.MinSplit, 0), name.Setting("minleaf", t.MinLeaf, 0),
		name.Setting("mindev", t.MinDev, 0), name.Setting("maxdepth", t.MaxDepth, 0),
		name.Flag("shuffle", t.Shuffle), name.Setting("seed", t.Seed, 0))
}

// Traits says that the tree draws random numbers, if Shuffle is set.
func (t CART) Traits() learn.Traits {
	if !t.Shuffle {
		return learn.Traits{}
	}
	return learn.Traits{ForRun: func(run int) learn.Learner {
		again := t
		again.Seed = learn.RunSeed(t.Seed, run)
		return again
	}}
}

// Prepare ranks and sorts the features of d. It returns an error if a setting is
// out of range, or if d has no classes, missing values or more than 2,097,151
// records.
func (t CART) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	r := rule{
		sorted: true, minSplit: int64(or(t.MinSplit, 2)), minLeaf: int64(or(t.MinLeaf, 1)), maxDepth: t.MaxDepth,
		find: giniSplit,
	}
	switch {
	case t.MinSplit < 0 || t.MinLeaf < 0 || t.MaxDepth < 0:
		return nil, fmt.Errorf("tree: MinSplit %d, MinLeaf %d, MaxDepth %d; none may be negative",
			t.MinSplit, t.MinLeaf, t.MaxDepth)
	case t.Criterion != Gini && t.Criterion != Deviance:
		return nil, fmt.Errorf("tree: criterion %d; use tree.Deviance or tree.Gini", t.Criterion)
	case !(t.MinDev < 1):
		return nil, fmt.Errorf("tree: MinDev %v; give a share of the root's deviance below 1", t.MinDev)
	case t.Criterion == Gini && t.MinDev != 0:
		return nil, fmt.Errorf("tree: MinDev %v with the Gini criterion; it limits deviance; leave it out", t.MinDev)
	case t.Criterion == Deviance && t.Shuffle:
		return nil, errors.New("tree: Shuffle with the Deviance criterion; use it with tree.Gini")
	}
	if t.Criterion == Deviance {
		r.minSplit, r.minLeaf = int64(or(t.MinSplit, 10)), int64(or(t.MinLeaf, 5))
		r.find, r.right, r.minDev = devianceSplit, true, t.MinDev
		if t.MinDev == 0 {
			r.minDev = 0.01
		}
		r.minDev = max(r.minDev, 0)
	}
	c, err := newColumns(ctx, d)
	if err != nil {
		return nil, err
	}
	if t.Shuffle {
		r.mtry = c.p
	}
	return &single{c, r, t.Seed}, nil
}

// or returns value, or other if value is 0.
func or(value, other int) int {
	if value == 0 {
		return other
	}
	return value
}

var errNoRecords = errors.New("tree: no training records; give at least one")

// single is a learner of a single tree, prepared for a data set.
type single struct {
	*columns
	rule
	seed uint64
}

// NewFitter returns a fitter, which is a learn.Prober.
func (p *single) NewFitter(*learn.Pool) learn.Fitter {
	return &fitter{g: newGrower(p.columns, p.rule), in: make([]uint8, p.n), seed: p.seed}
}

// fitter fits one tree.
type fitter struct {
	g    *grower
	in   []uint8 // by record: 1 if it trains; all 0 between fits
	seed uint64
}

// Fit grows a tree. It returns an error if there is no training record.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	if len(train) == 0 {
		return learn.Report{}, errNoRecords
	}
	g := f.g
	g.stop = ctx
	for _, i := range train {
		f.in[i] = 1
	}
	for j, keys := range g.order {
		if keys != nil {
			pick(g.keys[j], keys, f.in)
		}
	}
	for _, i := range train {
		f.in[i] = 0
	}
	if g.mtry > 0 {
		g.rng = learn.RandFor(f.seed, train)
	}
	g.rows = append(g.rows[:0], train...)
	g.nodes, g.routes = g.nodes[:0], g.routes[:0]
	g.grow()
	return learn.Report{}, g.end()
}

// Predict writes the class of each record.
func (f *fitter) Predict(rows []int32, out []float64) {
	g := f.g
	for i, r := range rows {
		out[i] = float64(g.nodes[g.arrive(0, r)].class)
	}
}

// Probabilities writes the class frequencies of the leaf of each record.
func (f *fitter) Probabilities(rows []int32, out []float64) error {
	f.g.score(rows, out)
	return nil
}
