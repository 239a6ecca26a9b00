package holdout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/internal/tally"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Plan says which learners to evaluate on which folds of which data.
type Plan struct {
	Data     *dataset.Data
	Learners []learn.Learner // with different names
	Set      cv.Set
	Loss     Loss                  // nil for DefaultLoss
	Workers  int                   // goroutines; 0 for one a processor
	Progress func(done, total int) // called after each fold of each learner, if not nil; never twice at a time
}

// Result holds the predictions of all learners on the validation records of
// all folds.
type Result struct {
	Data        *dataset.Data
	Set         cv.Set
	Fingerprint string   // of the partition set
	Models      []string // names of the learners
	before      int      // replications of the set before those of the result
	loss        Loss
	target      []float64
	predicted   [][][]float64 // [learner][fold][validation record]
	notes       [][]string    // [learner][fold], "" for none
}

// Run evaluates the learners of a plan. The result does not depend on the
// number of workers; those that have no fold to evaluate help where the learner is
// learn.Parallel. The error of a fold is a *FoldError, which names learner,
// replication and fold; where several fail, it is that of the first learner and
// fold. A cancelled context ends the run, and Run returns its error: fits in flight
// are stopped where the learner is a learn.Stopper, and finished where not.
func Run(ctx context.Context, plan Plan) (*Result, error) {
	r, err := plan.result()
	if err != nil {
		return nil, err
	}
	prepared, err := plan.prepare(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.fill(ctx, &plan, prepared); err != nil {
		return nil, err
	}
	return r, nil
}

// fill evaluates all folds. A unit of work is one learner on one split, both
// folds of it: the twin comes cheap. Where these are fewer than the workers, it is one
// fold.
func (r *Result) fill(ctx context.Context, plan *Plan, prepared []learn.Prepared) error {
	splits := len(plan.Set.Splits)
	each := plan.Set.FoldCount() / splits
	if len(prepared)*splits < plan.workers() {
		splits, each = plan.Set.FoldCount(), 1
	}
	errs := make([]error, len(prepared)*splits)
	workers := min(plan.workers(), len(errs))
	pool := learn.NewPool(plan.workers())
	pool.Free(plan.workers() - workers)
	first := len(errs) // first unit that failed: later ones need not run
	units := make(chan int)
	progress := tally.New(plan.Progress, len(errs)*each)
	var group errgroup.Group
	group.Go(func() error {
		defer close(units)
		for u := range errs {
			select {
			case units <- u:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	var mu sync.Mutex
	for range workers {
		group.Go(func() error {
			defer pool.Free(1)
			w := worker{ctx: ctx, plan: plan, prepared: prepared, result: r, pool: pool, evaluators: make([]*Evaluator, len(prepared))}
			for u := range units {
				mu.Lock()
				skip := u > first
				mu.Unlock()
				for f := u % splits * each; f < (u%splits+1)*each && !skip && errs[u] == nil; f++ {
					if ctx.Err() != nil {
						break
					}
					errs[u] = w.fold(u/splits, f)
					progress()
				}
				if errs[u] != nil {
					mu.Lock()
					first = min(first, u)
					mu.Unlock()
				}
			}
			return w.close()
		})
	}
	err := group.Wait()
	for _, failed := range errs {
		if failed != nil && (ctx.Err() == nil || !errors.Is(failed, ctx.Err())) {
			return failed
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
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
		return nil, fmt.Errorf("holdout: a partition set of %d records for a data set of %d; make the set for this data", p.Set.N, p.Data.N())
	}
	r := newResult(p.Data, p.Loss)
	r.Set, r.Fingerprint = p.Set, p.Set.Fingerprint()
	seen := map[string]bool{}
	for _, l := range p.Learners {
		name := l.String()
		if seen[name] {
			return nil, fmt.Errorf("holdout: two learners are called %q; results could not be told apart, leave one out", name)
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

// prepare prepares the learners one after the other: each may use much memory.
func (p *Plan) prepare(ctx context.Context) ([]learn.Prepared, error) {
	var out []learn.Prepared
	for _, l := range p.Learners {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := learn.Check(l, p.Data); err != nil {
			return nil, fmt.Errorf("holdout: %w", err)
		}
		prepared, err := learn.Prepare(ctx, l, p.Data)
		if err != nil {
			return nil, fmt.Errorf("holdout: %s: %w", l, err)
		}
		out = append(out, prepared)
	}
	return out, nil
}

func (p *Plan) workers() int {
	if p.Workers > 0 {
		return p.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// worker holds an evaluator for each learner that it met.
type worker struct {
	ctx        context.Context
	plan       *Plan
	prepared   []learn.Prepared
	result     *Result
	pool       *learn.Pool
	evaluators []*Evaluator
}

// fold evaluates one learner on one fold.
func (w *worker) fold(learner, f int) error {
	e := w.evaluators[learner]
	if e == nil {
		e = NewEvaluator(w.result.Models[learner], w.prepared[learner], w.plan.Data)
		e.StopOn(w.ctx)
		e.UsePool(w.pool)
		w.evaluators[learner] = e
		if err := e.Open(&w.plan.Set); err != nil {
			return err
		}
	}
	predicted, err := e.Fold(f)
	if err != nil {
		return err
	}
	w.result.predicted[learner][f] = append([]float64(nil), predicted...)
	w.result.notes[learner][f] = e.Note()
	return nil
}

func (w *worker) close() error {
	var err error
	for _, e := range w.evaluators {
		if e != nil {
			err = errors.Join(err, e.Close())
		}
	}
	return err
}
