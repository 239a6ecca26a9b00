package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// Growing evaluates two or more learners replication by replication on an m x 2 CV that
// grows as it is asked for: a sequential test drives it through Next, a race through Evaluate and Drop, and
// trains no split that it does not look at, and none twice.
type Growing struct {
	set  cv.Set
	grow func(s cv.Set, m int) (cv.Set, error)
	all  []*Evaluator // those of the learners, then those of further runs; nil when dropped
	runs []Trained    // what they are

	plan   Plan
	models []string // of all
	notes  [][]Note // of all folds so far
	ctx    context.Context
	pool   *learn.Pool
}

// NewGrowing prepares the learners of a plan, at least two, on its data. Its Set is a two-fold set to begin with,
// usually cv.Set{Method: cv.BCV, N: data.N(), Seed: seed} without splits; grow returns it with m replications, cv.Grow
// if nil. Workers and Progress have no meaning here. Preparing and later training end soon after ctx does, with an
// error that wraps its own. Close it after use.
func NewGrowing(ctx context.Context, plan Plan, grow func(s cv.Set, m int) (cv.Set, error)) (*Growing, error) {
	if grow == nil {
		grow = cv.Grow
	}
	models, err := plan.check(true)
	if err != nil {
		return nil, err
	}
	if len(models) < 2 || plan.Inner != nil {
		return nil, fmt.Errorf("holdout: %d learners on a growing set; give at least two, and no nested set", len(models))
	}
	g := &Growing{set: plan.Set, grow: grow, plan: plan, ctx: ctx, pool: learn.NewPool(0)}
	g.pool.Free(g.pool.Size() - 1)
	learners, runs := inRuns(plan.Learners, plan.Runs)
	g.runs = runs
	prepared, err := plan.prepare(ctx, learners...)
	if err != nil {
		return nil, err
	}
	for i, one := range prepared {
		name := models[runs[i].Learner]
		g.all = append(g.all, newEvaluator(name+runs[i].String(), one, plan.Data, g.pool))
		g.models, g.notes = append(g.models, name), append(g.notes, nil)
	}
	return g, nil
}

// Set returns the partition set as far as it has grown.
func (g *Growing) Set() cv.Set { return g.set }

// Drop ends the training of a learner, which later replications leave out, and frees its memory.
// It is an error if no learner that is left has this name.
func (g *Growing) Drop(model string) error {
	err := fmt.Errorf("holdout: no learner %q is left to be dropped", model)
	for i, e := range g.all {
		if e != nil && g.models[i] == model {
			err, g.all[i] = e.Close(), nil
		}
	}
	return err
}

// Next trains two learners on replication m, from 1, and returns the
// differences of their mean losses, B minus A, on its two folds: means over runs where there are several.
func (g *Growing) Next(m int) ([2]float64, error) {
	var difference [2]float64
	if len(g.plan.Learners) != 2 || slices.Contains(g.all, nil) {
		return difference, errors.New("holdout: differences are of two learners; use Evaluate for those that are left")
	}
	one, err := g.replication(m)
	if err != nil {
		return difference, err
	}
	losses := make([][2]float64, len(g.all))
	err = g.each(m, func(i int, e *Evaluator) error { return e.Losses(g.ctx, one, g.plan.Loss, losses[i][:]) })
	if err != nil {
		return difference, err
	}
	var mean [2][2]float64
	var runs [2]float64
	for i, r := range g.runs {
		runs[r.Learner]++
		for k, v := range losses[i] {
			mean[r.Learner][k] += v
		}
	}
	for k := range difference {
		difference[k] = mean[1][k]/runs[1] - mean[0][k]/runs[0]
	}
	return difference, nil
}

// Evaluate trains the learners that are left on replication m, from 1, and returns the results of its two folds,
// see Run. They are replication 1 of a set with the identity of the partition set as it has grown;
// the notes are about all replications so far.
func (g *Growing) Evaluate(m int) (results.Results, error) {
	one, err := g.replication(m)
	if err != nil {
		return results.Results{}, err
	}
	plan := g.plan
	plan.Set = one
	here := newPredicted(&plan, g.runs, g.models...)
	for i, e := range g.all {
		if e == nil {
			here.values[i] = nil
		}
	}
	err = g.each(m, func(i int, e *Evaluator) error {
		if err := e.Open(g.ctx, one); err != nil {
			return err
		}
		for f := range one.FoldCount() {
			var err error
			here.values[i][f], here.probabilities[i][f], here.notes[i][f], err = e.keep(g.ctx, f, g.plan.NeedsProbabilities())
			if err != nil {
				return err
			}
			g.notes[i] = append(g.notes[i], here.notes[i][f])
		}
		return nil
	})
	if err != nil {
		return results.Results{}, err
	}
	here.all = g.notes
	runs, err := here.results()
	if err != nil {
		return results.Results{}, inReplication(m, err)
	}
	out, err := join(runs, g.plan.Runs)
	out.Design.ID = g.set.ID()
	return out, err
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

// each calls do for all learners that are left at once, with the help of other processors where learners can use it.
// Errors name replication m.
func (g *Growing) each(m int, do func(i int, e *Evaluator) error) error {
	err := g.pool.Run(g.ctx, len(g.all), func(_, i int) error {
		if g.all[i] == nil {
			return nil
		}
		return do(i, g.all[i])
	})
	return inReplication(m, err)
}

// inReplication makes the error of a fold name replication m.
func inReplication(m int, err error) error {
	var fold *FoldError
	if errors.As(err, &fold) {
		fold.Replication = m
	}
	return err
}

// Close frees what the learners hold besides memory.
func (g *Growing) Close() error {
	var err error
	for _, e := range g.all {
		if e != nil {
			err = errors.Join(err, e.Close())
		}
	}
	return err
}
