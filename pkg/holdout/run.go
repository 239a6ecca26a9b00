package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/internal/counter"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// Plan says which learners to evaluate on which folds of which data.
type Plan struct {
	Data     *dataset.Data
	Learners []learn.Learner // with different names
	Set      cv.Set
	Loss     Loss                  // nil for DefaultLoss
	Metrics  []Metric              // further metrics of the predictions
	Workers  int                   // goroutines; 0 for one per processor
	Progress func(done, total int) // called after each fold of each learner, if not nil; never twice at a time
	// Predicted is called at the end, if not nil, with the predictions of each learner on each fold of
	// the set, which count from 0: in the order of its validation records, classes as their numbers.
	Predicted func(learner, fold int, values []float64)
}

// Run evaluates the learners of a plan. It returns their losses on the folds, which for classes are
// error rates unless the plan has another loss, the values of the plan's metrics, and predicted
// classes (results.Items), whose records have their numbers in the file of the data. Notes are
// what learners report about their fits (learn.Noter).
//
// The results do not depend on the number of workers; workers that have no fold to evaluate help if
// the learner is learn.Parallel. The error of a fold is a *FoldError, which names learner,
// replication and fold; if several fail, it is the error of the first learner and fold. When the
// context ends, so does the run, and Run returns the context's error: fits in progress are stopped
// if the learner is a learn.Canceller, and finished if not.
func Run(ctx context.Context, plan Plan) (results.Results, error) {
	p, err := NewPieces(plan)
	if err != nil {
		return results.Results{}, err
	}
	for a := range plan.Learners { // one after the other: each may use much memory
		if _, err := p.prepare(ctx, a); err != nil {
			return results.Results{}, err
		}
	}
	if err := p.all(ctx); err != nil {
		return results.Results{}, err
	}
	return p.done.results()
}

// all evaluates all learners on all folds. A unit of work is one learner on the folds of one
// split, since the second one costs little; where these are fewer than the workers, it is one fold.
func (p *Pieces) all(ctx context.Context) error {
	r, folds, each := &p.done, p.plan.Set.FoldCount(), p.plan.Set.FoldCount()/p.Splits()
	pool := learn.NewPool(p.plan.Workers)
	if len(r.models)*p.Splits() < pool.Size() {
		each = 1
	}
	pool.Free(pool.Size() - 1)
	evaluators := make([]*Evaluator, pool.Size()*len(r.models)) // of each worker and learner
	progress := counter.New(p.plan.Progress, len(r.models)*folds)
	err := pool.Run(ctx, len(r.models)*folds/each, func(worker, unit int) (err error) {
		a, from := unit*each/folds, unit*each%folds
		e := &evaluators[worker*len(r.models)+a]
		if *e == nil {
			if *e, err = p.evaluator(ctx, a); err != nil {
				return err
			}
			(*e).UsePool(pool)
		}
		for f := from; f < from+each && err == nil && ctx.Err() == nil; f++ {
			r.values[a][f], r.notes[a][f], err = (*e).keep(f)
			progress()
		}
		return err
	})
	for _, e := range evaluators {
		if e == nil {
			continue
		}
		if closed := e.Close(); err == nil {
			err = closed
		}
	}
	return err
}

// check returns the names of the learners, or what is wrong with the plan.
func (p *Plan) check() (models []string, err error) {
	switch {
	case p.Data == nil:
		return nil, errors.New("holdout: no data; give a data set")
	case len(p.Learners) == 0:
		return nil, errors.New("holdout: no learners; give at least one")
	case len(p.Set.Splits) == 0:
		return nil, errors.New("holdout: a partition set without splits; make one with package cv")
	case p.Set.N != p.Data.N():
		return nil, fmt.Errorf("holdout: a partition set of %d records for a data set of %d; make the set for this "+
			"data", p.Set.N, p.Data.N())
	}
	for _, l := range p.Learners {
		name := l.String()
		if slices.Contains(models, name) {
			return nil, fmt.Errorf("holdout: two learners are called %q; leave one out, since results could not be "+
				"distinguished", name)
		}
		models = append(models, name)
		if err := learn.Check(l, p.Data); err != nil {
			return nil, fmt.Errorf("holdout: %w", err)
		}
	}
	return models, nil
}
