package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// Pieces are the units of work of a plan, for computing them in several processes: each learner on
// the folds of each split.
type Pieces struct {
	plan *Plan // with the learners of all runs, those of the first one first
	runs []Trained
	sets []*predicted // on the set of the plan, and on the inner set if there is one

	mu       sync.Mutex
	prepared []learn.Prepared // nil until it is needed
}

// Trained says which learner of a plan, from 0, is trained in which run, from 1.
type Trained struct{ Learner, Run int }

// Trained returns what is trained: the learners in run 1, then those that draw random numbers in run 2, and so on.
func (p *Pieces) Trained() []Trained { return p.runs }

// String names a run after the first, as errors and notes do after the name of the learner.
func (r Trained) String() string {
	if r.Run == 1 {
		return ""
	}
	return fmt.Sprintf(", run %d", r.Run)
}

// inRuns returns learners, and after them what those that draw random numbers are in further runs.
func inRuns(learners []learn.Learner, runs int) ([]learn.Learner, []Trained) {
	out, trained := slices.Clone(learners), make([]Trained, len(learners))
	for a := range learners {
		trained[a] = Trained{a, 1}
	}
	for run := 2; run <= runs; run++ {
		for a, l := range learners {
			if other, draws := learn.ForRun(l, run); draws {
				out, trained = append(out, other), append(trained, Trained{a, run})
			}
		}
	}
	return out, trained
}

// NewPieces returns the pieces of a plan, or the error that Run has for it.
func NewPieces(plan Plan) (*Pieces, error) {
	models, err := plan.check(false)
	if err == nil {
		err = plan.checkFolds()
	}
	if err != nil {
		return nil, err
	}
	p := &Pieces{}
	plan.Learners, p.runs = inRuns(plan.Learners, plan.Runs)
	for _, r := range p.runs[len(models):] {
		models = append(models, models[r.Learner])
	}
	done := newPredicted(&plan, p.runs, models...)
	p.plan, p.sets, p.prepared = &plan, []*predicted{&done}, make([]learn.Prepared, len(models))
	if plan.Inner != nil {
		inside := plan
		inside.Set = plan.Inner.Inner
		inner := newPredicted(&inside, p.runs, models...)
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
		one, err := p.plan.prepare(ctx, p.plan.Learners[learner])
		if err != nil {
			return nil, err
		}
		p.prepared[learner] = one[0]
	}
	return p.prepared[learner], nil
}

// Prepare prepares all learners, which then share what they have in common (learn.PrepareSettings), and returns the
// error that Run has if one of them cannot use the data or gives no probabilities where they are needed. Without it,
// Compute prepares a learner when it needs it.
func (p *Pieces) Prepare(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, err := p.plan.prepare(ctx, p.plan.Learners...)
	if err == nil {
		p.prepared = all
	}
	return err
}

// Piece is what a learner did on consecutive folds.
type Piece struct {
	Predicted [][]float64 `json:"predicted"` // [fold][validation record]
	// Probabilities of each class are [fold][validation record after validation record]; nil if nobody needs them.
	Probabilities [][]float64 `json:"probabilities,omitempty"`
	Notes         []Note      `json:"notes"` // of each fold
}

// Append adds the folds of q after those of p.
func (p *Piece) Append(q Piece) {
	p.Predicted, p.Notes = append(p.Predicted, q.Predicted...), append(p.Notes, q.Notes...)
	p.Probabilities = append(p.Probabilities, q.Probabilities...)
}

// opened is an evaluator with the set that is open.
type opened struct {
	*Evaluator
	set int // in Pieces.sets, or -1
}

// evaluator returns a new evaluator of a learner, which may use the pool.
func (p *Pieces) evaluator(ctx context.Context, learner int, pool *learn.Pool) (*opened, error) {
	prepared, err := p.prepare(ctx, learner)
	if err != nil {
		return nil, err
	}
	e := newEvaluator(p.sets[0].models[learner]+p.runs[learner].String(), prepared, p.plan.Data, pool)
	return &opened{e, -1}, nil
}

// fold evaluates fold f of a set.
func (p *Pieces) fold(ctx context.Context, e *opened, set, f int) (predicted, probabilities []float64, note Note,
	err error) {
	if e.set != set {
		if err := e.Open(ctx, p.sets[set].Set); err != nil {
			return nil, nil, Note{}, err
		}
		e.set = set
	}
	predicted, probabilities, note, err = e.keep(ctx, f, p.plan.NeedsProbabilities())
	var failed *FoldError
	if errors.As(err, &failed) && p.sets[set].inner {
		at := p.plan.Inner.Fold(f)
		failed.Replication, failed.Fold, failed.Inner = at.HalfSplit, at.Fold, &at
	}
	return predicted, probabilities, note, err
}

// Compute evaluates a learner, by its place in Trained, on the folds of a split. Those of the inner set follow those
// of the set.
func (p *Pieces) Compute(ctx context.Context, learner, split int) (out Piece, err error) {
	e, err := p.evaluator(ctx, learner, nil)
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
		predicted, probabilities, note, err := p.fold(ctx, e, set, f)
		if err != nil {
			return out, err
		}
		out.Predicted, out.Notes = append(out.Predicted, predicted), append(out.Notes, note)
		if probabilities != nil {
			out.Probabilities = append(out.Probabilities, probabilities)
		}
	}
	return out, nil
}

// results returns the results on the folds that are done.
func (p *Pieces) results() (results.Results, error) {
	runs, err := p.sets[0].results()
	if err != nil || p.plan.Inner == nil {
		return p.joined(runs, err)
	}
	inner, err := p.sets[1].results()
	for s := range inner {
		if runs[s], err = runs[s].WithInner(inner[s], *p.plan.Inner); err != nil {
			break
		}
		runs[s].Notes = append(runs[s].Notes, inner[s].Notes...)
	}
	return p.joined(runs, err)
}

// joined joins the results of runs, unless there is an error.
func (p *Pieces) joined(runs []results.Results, err error) (results.Results, error) {
	if err != nil {
		return results.Results{}, err
	}
	out, err := join(runs, p.plan.Runs)
	if p.plan.Data.Weights != nil {
		out.Notes = append(out.Notes, "losses are means by the weights of the records; how often tests err was measured "+
			"with equal weights alone")
	}
	return out, err
}

// join joins results of runs, and says which learners were trained in one of those that were asked for.
func join(runs []results.Results, asked int) (results.Results, error) {
	names := make([]string, len(runs))
	for s := range runs {
		names[s] = strconv.Itoa(s + 1)
	}
	out, err := results.JoinRuns(names, runs)
	for m, name := range out.Models {
		if asked > 1 && (out.Runs == nil || len(out.Runs.Of(m)) == 1) {
			out.Notes = append(out.Notes, fmt.Sprintf("%s draws no random numbers: trained once, not in %d runs", name,
				asked))
		}
	}
	return out, err
}

// Results returns what Run would, from what each learner did on all folds in their order, by Trained.
// The error says which are missing.
func (p *Pieces) Results(all []Piece) (results.Results, error) {
	whole := Pieces{plan: p.plan, runs: p.runs}
	for _, s := range p.sets {
		one := *s
		one.values, one.probabilities, one.notes = nil, nil, nil
		whole.sets = append(whole.sets, &one)
	}
	for a, one := range all {
		if len(all) != len(p.plan.Learners) || len(one.Predicted) != p.folds() {
			return results.Results{}, fmt.Errorf("holdout: predictions of %d learners, of learner %d on %d folds; "+
				"give %d learners and %d folds",
				len(all), a+1, len(one.Predicted), len(p.plan.Learners), p.folds())
		}
		if p.plan.NeedsProbabilities() && len(one.Probabilities) != p.folds() {
			return results.Results{}, fmt.Errorf("holdout: probabilities of %s on %d of %d folds; compute the pieces under "+
				"a plan that needs probabilities", p.plan.Learners[a], len(one.Probabilities), p.folds())
		}
		from := 0
		for _, s := range whole.sets {
			folds := s.Set.FoldCount()
			if err := s.take(a, one, from, from+folds); err != nil {
				return results.Results{}, err
			}
			from += folds
		}
	}
	return whole.results()
}

// take adds what a learner did on all folds, which are some of a piece.
func (p *predicted) take(learner int, of Piece, from, to int) error {
	values, probabilities := of.Predicted[from:to], make([][]float64, to-from)
	if p.NeedsProbabilities() {
		probabilities = of.Probabilities[from:to]
	}
	for f, x := range values {
		if want := len(p.Set.Fold(f).Valid); len(x) != want {
			return fmt.Errorf("holdout: %d predictions of %s on fold %d of %d records", len(x), p.models[learner], f+1, want)
		}
	}
	p.values, p.notes = append(p.values, values), append(p.notes, of.Notes[from:to])
	p.probabilities = append(p.probabilities, probabilities)
	return nil
}
