package holdout

import (
	"context"
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// Growing evaluates two learners replication by replication on an m x 2 CV that
// grows as it is asked for: a sequential test drives it through Next, and trains
// no split that it does not look at, and none twice.
type Growing struct {
	set  cv.Set
	grow func(s cv.Set, m int) (cv.Set, error)
	pair [2]*Evaluator // A and B

	plan   Plan
	models [2]string
	notes  [2][]string // of all folds so far
}

// NewGrowing prepares two learners on the data. set is a two-fold set to begin
// with, usually cv.Set{Method: cv.BCV, N: data.N(), Seed: seed} without splits;
// grow returns it with m replications, cv.Grow if nil. A nil loss is
// DefaultLoss. Close it after use.
func NewGrowing(data *dataset.Data, a, b learn.Learner, set cv.Set, grow func(s cv.Set, m int) (cv.Set, error),
	loss Loss) (*Growing, error) {
	if grow == nil {
		grow = cv.Grow
	}
	g := &Growing{set: set, grow: grow}
	if data == nil {
		return nil, errors.New("holdout: no data; give a data set")
	}
	for _, l := range []learn.Learner{a, b} {
		if err := learn.Check(l, data); err != nil {
			return nil, fmt.Errorf("holdout: %w", err)
		}
	}
	if set.N != data.N() {
		return nil, fmt.Errorf("holdout: a partition set of %d records for a data set of %d; make the set for this "+
			"data", set.N, data.N())
	}
	g.plan, g.models = Plan{Data: data, Loss: loss}, [2]string{a.String(), b.String()}
	for i, l := range []learn.Learner{a, b} {
		prepared, err := l.Prepare(data)
		if err != nil {
			return nil, fmt.Errorf("holdout: %s: %w", l, err)
		}
		g.pair[i] = NewEvaluator(l.String(), prepared, data)
	}
	return g, nil
}

// Set returns the partition set as far as it has grown.
func (g *Growing) Set() cv.Set { return g.set }

// Next trains both learners on replication m, from 1, and returns the
// differences of their mean losses, B minus A, on its two folds.
func (g *Growing) Next(m int) ([2]float64, error) {
	var difference [2]float64
	one, err := g.replication(m)
	if err != nil {
		return difference, err
	}
	var losses [2][2]float64
	err = g.both(m, func(i int, e *Evaluator) error { return e.Losses(one, g.plan.Loss, losses[i][:]) })
	if err != nil {
		return difference, err
	}
	for k := range difference {
		difference[k] = losses[1][k] - losses[0][k]
	}
	return difference, nil
}

// Evaluate trains both learners on replication m, from 1, and returns the results of its two folds,
// see Run. They are replication 1 of a set with the identity of the partition set as it has grown;
// the notes are about all replications so far.
func (g *Growing) Evaluate(m int) (results.Results, error) {
	one, err := g.replication(m)
	if err != nil {
		return results.Results{}, err
	}
	plan := g.plan
	plan.Set = one
	here := newPredicted(&plan, g.models[:]...)
	err = g.both(m, func(i int, e *Evaluator) error {
		if err := e.Open(one); err != nil {
			return err
		}
		for f := range one.FoldCount() {
			predicted, note, err := e.keep(f)
			if err != nil {
				return err
			}
			here.values[i][f], g.notes[i] = predicted, append(g.notes[i], note)
		}
		return nil
	})
	if err != nil {
		return results.Results{}, err
	}
	here.notes = g.notes[:]
	out, err := here.results()
	out.Design.ID = g.set.ID()
	return out, err
}

// StopOn makes fits end soon after ctx does, where the learner is a learn.Canceller.
func (g *Growing) StopOn(ctx context.Context) {
	for _, e := range g.pair {
		e.StopOn(ctx)
	}
}

// replication returns the set of replication m alone, after letting the set grow to it.
func (g *Growing) replication(m int) (cv.Set, error) {
	if m < 1 {
		return cv.Set{}, fmt.Errorf("holdout: replication %d; the first is 1", m)
	}
	if len(g.set.Splits) < m {
		grown, err := g.grow(g.set, m)
		if err != nil {
			return cv.Set{}, err
		}
		g.set = grown
	}
	one := g.set
	one.Splits = g.set.Splits[m-1 : m]
	if one.FoldCount() != 2 {
		return one, fmt.Errorf("holdout: a set of method %q does not have two folds per replication; use an m x 2 CV",
			one.Method)
	}
	return one, nil
}

// both calls do for both learners at once, with the help of other processors where learners can use it.
// Errors name replication m.
func (g *Growing) both(m int, do func(i int, e *Evaluator) error) error {
	pool := learn.NewPool(0)
	pool.Free(pool.Size() - 1)
	err := pool.Run(context.Background(), len(g.pair), func(_, i int) error {
		g.pair[i].UsePool(pool)
		return do(i, g.pair[i])
	})
	var fold *FoldError
	if errors.As(err, &fold) {
		fold.Replication = m
	}
	return err
}

// Close frees what the learners hold besides memory.
func (g *Growing) Close() error { return errors.Join(g.pair[0].Close(), g.pair[1].Close()) }
