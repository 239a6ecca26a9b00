package holdout

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// Pieces are the units of work of a plan, for computing them in several processes: each learner on
// the folds of each split.
type Pieces struct {
	plan *Plan
	sets []*predicted // on the set of the plan, and on the inner set if there is one

	mu       sync.Mutex
	prepared []learn.Prepared // nil until it is needed
}

// NewPieces returns the pieces of a plan, or the error that Run has for it.
func NewPieces(plan Plan) (*Pieces, error) {
	models, err := plan.check()
	if err != nil {
		return nil, err
	}
	done := newPredicted(&plan, models...)
	p := &Pieces{plan: &plan, sets: []*predicted{&done}, prepared: make([]learn.Prepared, len(models))}
	if plan.Inner != nil {
		inside := plan
		inside.Set, inside.Predicted = plan.Inner.Inner, nil
		inner := newPredicted(&inside, models...)
		inner.inner = true
		p.sets = append(p.sets, &inner)
	}
	return p, nil
}

// Splits returns the number of pieces of each learner.
func (p *Pieces) Splits() (n int) {
	for _, s := range p.sets {
		n += len(s.Set.Splits)
	}
	return n
}

// folds returns the number of folds of each learner.
func (p *Pieces) folds() (n int) {
	for _, s := range p.sets {
		n += s.Set.FoldCount()
	}
	return n
}

// Fingerprint returns the fingerprint of the partition set, or of the nested set.
func (p *Pieces) Fingerprint() string {
	if p.plan.Inner != nil {
		return p.plan.Inner.Fingerprint()
	}
	return p.plan.Set.Fingerprint()
}

// prepare returns a prepared learner; each is prepared once.
func (p *Pieces) prepare(ctx context.Context, learner int) (learn.Prepared, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.prepared[learner] == nil {
		l := p.plan.Learners[learner]
		prepared, err := learn.Prepare(ctx, l, p.plan.Data)
		if err != nil {
			return nil, fmt.Errorf("holdout: %s: %w", l, err)
		}
		p.prepared[learner] = prepared
	}
	return p.prepared[learner], nil
}

// Piece is what a learner did on consecutive folds.
type Piece struct {
	Predicted [][]float64 `json:"predicted"` // [fold][validation record]
	Notes     []string    `json:"notes"`     // of each fold, "" for none; see Run
}

// opened is an evaluator with the set that is open.
type opened struct {
	*Evaluator
	set int // in Pieces.sets, or -1
}

// evaluator returns a new evaluator of a learner.
func (p *Pieces) evaluator(ctx context.Context, learner int) (*opened, error) {
	prepared, err := p.prepare(ctx, learner)
	if err != nil {
		return nil, err
	}
	e := NewEvaluator(p.sets[0].models[learner], prepared, p.plan.Data)
	e.StopOn(ctx)
	return &opened{e, -1}, nil
}

// fold evaluates fold f of a set.
func (p *Pieces) fold(e *opened, set, f int) (predicted []float64, note string, err error) {
	if e.set != set {
		if err := e.Open(p.sets[set].Set); err != nil {
			return nil, "", err
		}
		e.set = set
	}
	predicted, note, err = e.keep(f)
	var failed *FoldError
	if errors.As(err, &failed) && p.sets[set].inner {
		at := p.plan.Inner.Fold(f)
		failed.Replication, failed.Fold, failed.Inner = at.HalfSplit, at.Fold, &at
	}
	return predicted, note, err
}

// Compute evaluates a learner on the folds of a split. Those of the inner set follow those of the set.
func (p *Pieces) Compute(ctx context.Context, learner, split int) (out Piece, err error) {
	e, err := p.evaluator(ctx, learner)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	set := 0
	if outer := len(p.plan.Set.Splits); split >= outer {
		set, split = 1, split-outer
	}
	each := p.sets[set].Set.FoldCount() / len(p.sets[set].Set.Splits)
	for f := split * each; f < (split+1)*each; f++ {
		predicted, note, err := p.fold(e, set, f)
		if err != nil {
			return out, err
		}
		out.Predicted, out.Notes = append(out.Predicted, predicted), append(out.Notes, note)
	}
	return out, nil
}

// results returns the results on the folds that are done.
func (p *Pieces) results() (results.Results, error) {
	out, err := p.sets[0].results()
	if err != nil || p.plan.Inner == nil {
		return out, err
	}
	inner, err := p.sets[1].results()
	if err != nil {
		return out, err
	}
	if out, err = out.WithInner(inner, *p.plan.Inner); err == nil {
		out.Notes = append(out.Notes, inner.Notes...)
	}
	return out, err
}

// Results returns what Run would, from what each learner did on all folds in their order.
// The error says which are missing.
func (p *Pieces) Results(all []Piece) (results.Results, error) {
	whole := Pieces{plan: p.plan}
	for _, s := range p.sets {
		one := *s
		one.values, one.notes = nil, nil
		whole.sets = append(whole.sets, &one)
	}
	for a, one := range all {
		if len(all) != len(p.plan.Learners) || len(one.Predicted) != p.folds() {
			return results.Results{}, fmt.Errorf("holdout: predictions of %d learners, of learner %d on %d folds; "+
				"give %d learners and %d folds",
				len(all), a+1, len(one.Predicted), len(p.plan.Learners), p.folds())
		}
		from := 0
		for _, s := range whole.sets {
			folds := s.Set.FoldCount()
			if err := s.take(a, one.Predicted[from:from+folds], one.Notes[from:from+folds]); err != nil {
				return results.Results{}, err
			}
			from += folds
		}
	}
	return whole.results()
}

// take adds what a learner did on all folds.
func (p *predicted) take(learner int, values [][]float64, notes []string) error {
	for f, x := range values {
		if want := len(p.Set.Fold(f).Valid); len(x) != want {
			return fmt.Errorf("holdout: %d predictions of %s on fold %d of %d records", len(x), p.models[learner], f+1, want)
		}
	}
	p.values, p.notes = append(p.values, values), append(p.notes, notes)
	return nil
}
