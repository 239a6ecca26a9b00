package voting

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// GrowingBCV trains two learners on a block-regularized m x 2 CV that grows by
// one replication at a time, so that each split is trained once. Make it with
// NewGrowingBCV; Replication is what sequential.Bayes asks for.
type GrowingBCV struct {
	data       *dataset.Data
	positive   int32 // number of the class that counts as positive
	set        cv.Set
	evaluators [2]*holdout.Evaluator
}

// NewGrowingBCV prepares learners A and B on d; positive is the number of the
// positive class, and seed makes the partition set. Close the result after use.
func NewGrowingBCV(d *dataset.Data, a, b learn.Learner, positive int32, seed uint64) (*GrowingBCV, error) {
	if positive < 0 || int(positive) >= d.K() {
		return nil, fmt.Errorf("voting: class %d of a data set with %d classes; give the number of the positive "+
			"class, from 0", positive, d.K())
	}
	g := &GrowingBCV{data: d, positive: positive, set: cv.Set{Method: cv.BCV, N: d.N(), Seed: seed}}
	for k, l := range []learn.Learner{a, b} {
		prepared, err := l.Prepare(d)
		if err != nil {
			return nil, fmt.Errorf("voting: %s: %w", l, err)
		}
		g.evaluators[k] = holdout.NewEvaluator(l.String(), prepared, d)
	}
	return g, nil
}

// Set returns the partition set so far: the set of cv.BCV with as many
// replications.
func (g *GrowingBCV) Set() cv.Set { return g.set }

// Replication grows the set to m replications, trains both learners on the two
// folds of replication m and returns their confusion counts. m must be one more
// than the set has.
func (g *GrowingBCV) Replication(m int) (sequential.PairCounts, error) {
	var c sequential.PairCounts
	if m != g.set.M()+1 {
		return c, fmt.Errorf("voting: replication %d of a set with %d; ask for one after the other", m, g.set.M())
	}
	grown, err := cv.Grow(g.set, m)
	if err != nil {
		return c, err
	}
	g.set = grown
	for k, e := range g.evaluators {
		if err := e.Open(g.set); err != nil {
			return c, err
		}
		for f := range 2 {
			at := 2*(m-1) + f
			predicted, err := e.Fold(at)
			if err != nil {
				return c, err
			}
			counts := [...]*[2]posterior.Counts{&c.A, &c.B}[k]
			counts[f] = study.Confusion(predicted, g.data, g.set.Fold(at).Valid, g.positive)
		}
	}
	return c, nil
}

// Close frees what the learners hold besides memory.
func (g *GrowingBCV) Close() error {
	var first error
	for _, e := range g.evaluators {
		if err := e.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}
