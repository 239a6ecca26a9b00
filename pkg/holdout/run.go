package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/counter"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Plan says which learners to evaluate on which folds of which data.
type Plan struct {
	Data     *dataset.Data
	Learners []learn.Learner // with different names
	Set      cv.Set
	Inner    *cv.Nested          // a nested set around Set, whose inner folds are evaluated too; nil for none
	Loss     Loss                // nil for DefaultLoss
	Metrics  []metric.Definition // further metrics of the predictions
	Positive string              // class that a metric of one class is about if it names none; "" for none
	// Probabilities asks classifiers for the probability of each class, as a metric that needs them does too.
	Probabilities bool
	// training runs of learners that draw random numbers (learn.Traits.ForRun); 0 for 1
	Runs     int
	Workers  int                   // goroutines; 0 for one per processor
	Progress func(done, total int) // called after each fold of each learner, if not nil; never twice at a time
}

// Run evaluates the learners of a plan. It returns their losses on the folds, which for classes are
// error rates unless the plan has another loss, the values of the plan's metrics, and predictions
// (results.Units), whose records have their numbers in the file of the data. Notes are
// what learners report about their fits (learn.Report). With a nested set, results.Results.Inner has the losses,
// metrics and predictions on its inner folds; a metric that has no value on one of them is NaN there. It is an error
// that is no *FoldError if a learner cannot train on the first of them, a quarter of the records.
//
// Where records have weights, learners must take them (learn.Traits.Weights; learn.Named can leave them out), losses
// are means by weight, and there are no predictions and no metrics, which count records equally.
//
// With several runs, learners that draw random numbers are trained anew in each of them, by learn.ForRun: run 1 is
// what one run gives, and the draws of run r depend on the seed of the learner, on r and on the training records
// alone. Others are trained once, which a note says. Results are then means over runs (results.JoinRuns).
//
// The results do not depend on the number of workers; workers that have no fold to evaluate help if
// the learner can use them (learn.Pool). The error of a fold is a *FoldError, which names learner,
// replication and fold; if several fail, it is the error of the first learner and fold. When the
// context ends, so does the run, and Run returns the context's error: fits in progress are stopped
// if the learner looks at the context, and finished if not.
func Run(ctx context.Context, plan Plan) (results.Results, error) {
	p, err := NewPieces(plan)
	if err == nil {
		err = p.run(ctx)
	}
	if err != nil {
		return results.Results{}, err
	}
	return p.results()
}

// Inner is Run on the inner folds of the plan alone: the results are on the set plan.Inner.Inner, and
// results.Results.WithInner puts them beside results on the set itself.
func Inner(ctx context.Context, plan Plan) (results.Results, error) {
	if plan.Inner == nil {
		return results.Results{}, errors.New("holdout: no nested set; make one with cv.Nest")
	}
	p, err := NewPieces(plan)
	if err == nil {
		p.sets = p.sets[1:]
		err = p.run(ctx)
	}
	if err != nil {
		return results.Results{}, err
	}
	return p.joined(p.sets[0].results())
}

// run prepares and evaluates all learners.
func (p *Pieces) run(ctx context.Context) error {
	if err := p.Prepare(ctx); err != nil {
		return err
	}
	if err := p.probe(ctx); err != nil {
		return err
	}
	return p.all(ctx)
}

// probe returns an error if a learner cannot train on an inner fold, before the others are trained on.
func (p *Pieces) probe(ctx context.Context) error {
	if p.plan.Inner == nil {
		return nil
	}
	for a := range p.plan.Learners {
		if p.runs[a].Run > 1 {
			continue
		}
		if err := p.tryInner(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pieces) tryInner(ctx context.Context, learner int) error {
	e, err := p.evaluator(ctx, learner, nil)
	if err != nil {
		return err
	}
	train := p.plan.Inner.Fold(0).Train
	err = caught(func() error {
		_, err := e.fitter.Fit(ctx, train)
		return err
	})
	if ctx.Err() != nil {
		err = ctx.Err()
	} else if err != nil {
		err = fmt.Errorf("holdout: %s cannot train on %d of the %d records, as inner folds do (%w); leave inner folds "+
			"out, or give more records", p.plan.Learners[learner], len(train), p.plan.Data.N(), err)
	}
	return errors.Join(err, e.Close())
}

// unit is a unit of work: a learner on consecutive folds of a set.
type unit struct{ learner, set, from, to int }

// units returns all units, learner by learner. A unit has the folds of one split, since the second one costs little;
// where these are fewer than the workers, it has one fold.
func (p *Pieces) units(workers int) []unit {
	single := len(p.plan.Learners)*p.Splits() < workers
	var out []unit
	for a := range p.plan.Learners {
		for k, s := range p.sets {
			folds := s.Set.FoldCount()
			each := folds / len(s.Set.Splits)
			if single {
				each = 1
			}
			for f := 0; f < folds; f += each {
				out = append(out, unit{a, k, f, f + each})
			}
		}
	}
	return out
}

// all evaluates all learners on all folds.
func (p *Pieces) all(ctx context.Context) error {
	pool := learn.NewPool(p.plan.Workers)
	units := p.units(pool.Size())
	pool.Free(pool.Size() - 1)
	learners := len(p.plan.Learners)
	evaluators := make([]*opened, pool.Size()*learners) // of each worker and learner
	progress := counter.New(p.plan.Progress, learners*p.folds())
	err := pool.Run(ctx, len(units), func(worker, k int) (err error) {
		u := units[k]
		e := &evaluators[worker*learners+u.learner]
		if *e == nil {
			if *e, err = p.evaluator(ctx, u.learner, pool); err != nil {
				return err
			}
		}
		s := p.sets[u.set]
		for f := u.from; f < u.to && err == nil && ctx.Err() == nil; f++ {
			s.values[u.learner][f], s.probabilities[u.learner][f], s.notes[u.learner][f], err = p.fold(ctx, *e, u.set, f)
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

// check returns the names of the learners, or what is wrong with the plan, whose set may have no splits yet.
func (p *Plan) check(growing bool) (models []string, err error) {
	switch {
	case p.Data == nil:
		return nil, errors.New("holdout: no data; give a data set")
	case len(p.Learners) == 0:
		return nil, errors.New("holdout: no learners; give at least one")
	case p.Runs < 0:
		return nil, fmt.Errorf("holdout: %d runs; give at least one", p.Runs)
	case !growing && len(p.Set.Splits) == 0:
		return nil, errors.New("holdout: a partition set without splits; make one with package cv")
	case p.Set.N != p.Data.N():
		return nil, fmt.Errorf("holdout: a partition set of %d records for a data set of %d; make the set for this "+
			"data", p.Set.N, p.Data.N())
	case p.Inner != nil && p.Inner.Outer.Fingerprint() != p.Set.Fingerprint():
		return nil, errors.New("holdout: the nested set is around another partition set; nest the set of the plan")
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
	return models, p.checkMetrics()
}
