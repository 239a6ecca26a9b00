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
	done predicted

	mu       sync.Mutex
	prepared []learn.Prepared // nil until it is needed
}

// NewPieces returns the pieces of a plan, or the error that Run has for it.
func NewPieces(plan Plan) (*Pieces, error) {
	models, err := plan.check()
	if err != nil {
		return nil, err
	}
	return &Pieces{plan: &plan, done: newPredicted(&plan, models...), prepared: make([]learn.Prepared, len(models))},
		nil
}

// Splits returns the number of pieces of each learner.
func (p *Pieces) Splits() int { return len(p.plan.Set.Splits) }

// Fingerprint returns the fingerprint of the partition set.
func (p *Pieces) Fingerprint() string { return p.plan.Set.Fingerprint() }

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

// evaluator returns a new evaluator of a learner on the partition set.
func (p *Pieces) evaluator(ctx context.Context, learner int) (*Evaluator, error) {
	prepared, err := p.prepare(ctx, learner)
	if err != nil {
		return nil, err
	}
	e := NewEvaluator(p.done.models[learner], prepared, p.plan.Data)
	e.StopOn(ctx)
	if err := e.Open(p.plan.Set); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// Compute evaluates a learner on the folds of a split.
func (p *Pieces) Compute(ctx context.Context, learner, split int) (out Piece, err error) {
	e, err := p.evaluator(ctx, learner)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	each := p.plan.Set.FoldCount() / p.Splits()
	for f := split * each; f < (split+1)*each; f++ {
		predicted, note, err := e.keep(f)
		if err != nil {
			return out, err
		}
		out.Predicted, out.Notes = append(out.Predicted, predicted), append(out.Notes, note)
	}
	return out, nil
}

// Results returns what Run would, from what each learner did on all folds in their order.
// The error says which are missing.
func (p *Pieces) Results(all []Piece) (results.Results, error) {
	whole := p.done
	whole.values, whole.notes = nil, nil
	for a, one := range all {
		if len(all) != len(p.done.models) || len(one.Predicted) != p.plan.Set.FoldCount() {
			return results.Results{}, fmt.Errorf("holdout: predictions of %d learners, of learner %d on %d folds; "+
				"give %d learners and %d folds",
				len(all), a+1, len(one.Predicted), len(p.done.models), p.plan.Set.FoldCount())
		}
		for f, x := range one.Predicted {
			if want := len(p.plan.Set.Fold(f).Valid); len(x) != want {
				return results.Results{}, fmt.Errorf("holdout: %d predictions of %s on fold %d of %d records", len(x),
					p.done.models[a], f+1, want)
			}
		}
		whole.values, whole.notes = append(whole.values, one.Predicted), append(whole.notes, one.Notes)
	}
	return whole.results()
}
