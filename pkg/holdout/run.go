package holdout

import (
	"cmp"
	"context"
	"errors"
	"fmt"

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
}

// Result holds the predictions of all learners on the validation records of
// all folds.
type Result struct {
	results.Results // losses, values of metrics and, for classes, predictions
	Data            *dataset.Data
	Set             cv.Set
	Fingerprint     string // of the partition set
	before          int    // replications of the set before the replications of the result
	loss            Loss
	target          []float64
	predicted       [][][]float64 // [learner][fold][validation record]
	notes           [][]string    // [learner][fold], "" for none
}

// Run evaluates the learners of a plan. The result does not depend on the
// number of workers; those that have no fold to evaluate help where the learner is
// learn.Parallel. The error of a fold is a *FoldError, which names learner,
// replication and fold; where several fail, it is that of the first learner and
// fold. A cancelled context ends the run, and Run returns its error: fits in flight
// are stopped where the learner is a learn.Canceller, and finished where not.
func Run(ctx context.Context, plan Plan) (*Result, error) {
	p, err := NewPieces(plan)
	if err != nil {
		return nil, err
	}
	for a := range plan.Learners { // one after the other: each may use much memory
		if _, err := p.prepare(ctx, a); err != nil {
			return nil, err
		}
	}
	if err := p.all(ctx); err != nil {
		return nil, err
	}
	return p.result, p.result.fill(&plan)
}

// all evaluates all learners on all folds. A unit of work is one learner on the folds of one
// split, since the second one costs little; where these are fewer than the workers, it is one fold.
func (p *Pieces) all(ctx context.Context) error {
	r, folds, each := p.result, p.plan.Set.FoldCount(), p.plan.Set.FoldCount()/p.Splits()
	pool := learn.NewPool(p.plan.Workers)
	if len(r.Models)*p.Splits() < pool.Size() {
		each = 1
	}
	pool.Free(pool.Size() - 1)
	evaluators := make([]*Evaluator, pool.Size()*len(r.Models)) // of each worker and learner
	progress := counter.New(p.plan.Progress, len(r.Models)*folds)
	err := pool.Run(ctx, len(r.Models)*folds/each, func(worker, unit int) (err error) {
		a, from := unit*each/folds, unit*each%folds
		e := &evaluators[worker*len(r.Models)+a]
		if *e == nil {
			if *e, err = p.evaluator(ctx, a); err != nil {
				return err
			}
			(*e).UsePool(pool)
		}
		for f := from; f < from+each && err == nil && ctx.Err() == nil; f++ {
			r.predicted[a][f], r.notes[a][f], err = (*e).keep(f)
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

// result checks the plan and returns an empty result for it.
func (p *Plan) result() (*Result, error) {
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
	r := newResult(p.Data, p.Loss)
	r.Set, r.Fingerprint = p.Set, p.Set.Fingerprint()
	seen := map[string]bool{}
	for _, l := range p.Learners {
		name := l.String()
		if seen[name] {
			return nil, fmt.Errorf("holdout: two learners are called %q; results could not be told apart, leave one "+
				"out", name)
		}
		seen[name] = true
		r.Models = append(r.Models, name)
		r.predicted = append(r.predicted, make([][]float64, p.Set.FoldCount()))
		r.notes = append(r.notes, make([]string, p.Set.FoldCount()))
	}
	return &r, nil
}

// Notes returns what learners say of their fits (learn.Noter): of each the first sentence,
// with the number of folds that have one.
func (r *Result) Notes() []string {
	var out []string
	for a, folds := range r.notes {
		first, count := "", 0
		for _, note := range folds {
			if note != "" {
				first = cmp.Or(first, note)
				count++
			}
		}
		if count > 0 {
			out = append(out, fmt.Sprintf("%s, in %d of %d folds: %s", r.Models[a], count, len(folds), first))
		}
	}
	return out
}

// newResult returns a result without models and folds. A nil loss is DefaultLoss.
func newResult(data *dataset.Data, loss Loss) Result {
	if loss == nil {
		loss = DefaultLoss(data)
	}
	r := Result{Data: data, loss: loss, target: make([]float64, data.N())}
	for i := range r.target {
		r.target[i] = data.Target(int32(i))
	}
	return r
}
