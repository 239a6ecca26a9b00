package decide

import (
	"context"
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Plan says what to compare, and how to decide.
type Plan struct {
	Data *dataset.Data
	A, B learn.Learner // with different names
	Seed uint64        // of the partition set
	Rule Rule          // nil means TTest{}
	// Checkpoint is a file that is written after each replication and read at the start; ""
	// for none. It is refused if it belongs to other data, learners or seed; another rule
	// may use it.
	Checkpoint string
	// Trained is called after each replication that was trained or read, with a nil look
	// before the first one. It may be nil.
	Trained func(m int, look *sequential.Look)
}

// Words say what the numbers of an outcome are.
type Words struct {
	Rule     string // what is compared how
	Quantity string // what the differences are about
	Interval string // of what kind and level the intervals are
	Metric   string // what the differences are of
	Higher   bool   // more of the metric is better
	Level    string // at which a decision claims, as the head of a sentence
	Evidence string // what the evidence of a look is
	Known    string // how often the rule errs beyond what it says of itself; empty if it does not
}

// Outcome is what a run found.
type Outcome struct {
	ModelA, ModelB string
	Words              // of the rule
	M              int // replications used
	Decision       sequential.Decision
	Looks          []sequential.Look
	Losses         []fold.LossRow      // of all folds used
	Confusion      []fold.ConfusionRow // of all classes; empty for a response
	Set            cv.ID               // of the partition set used
	Notes          []string            // what learners say of the fits of this run, see holdout.Result.Notes
}

// Run trains replication by replication until the rule decides. Errors: those of
// holdout.NewGrowing and of the rule, *holdout.FoldError, and *CheckpointError. A
// cancelled context ends the run between two replications, or within a fit where the
// learner is a learn.Canceller.
func Run(ctx context.Context, p Plan) (*Outcome, error) {
	if p.Rule == nil {
		p.Rule = TTest{}
	}
	if p.Data == nil {
		return nil, errors.New("decide: no data; give a data set")
	}
	for _, l := range []learn.Learner{p.A, p.B} {
		if err := learn.Check(l, p.Data); err != nil {
			return nil, fmt.Errorf("decide: %w", err)
		}
	}
	if p.A.String() == p.B.String() {
		return nil, fmt.Errorf("decide: both learners are called %q; results could not be told apart", p.A)
	}
	judge, err := p.Rule.begin(p.Data)
	if err != nil {
		return nil, err
	}
	file, err := open(&p)
	if err != nil {
		return nil, err
	}
	r := runner{Plan: p, judge: judge, file: file, out: &Outcome{ModelA: p.A.String(), ModelB: p.B.String()}}
	r.out.Words = judge.Words
	err = r.run(ctx)
	if r.growing != nil {
		err = errors.Join(err, r.growing.Close())
	}
	if err != nil {
		return nil, err
	}
	return r.out, nil
}

// runner is a run in progress.
type runner struct {
	Plan
	judge   judge
	file    *checkpoint
	growing *holdout.Growing // nil while all replications come from the file
	out     *Outcome
}

func (r *runner) run(ctx context.Context) error {
	for !r.judge.done() {
		if err := ctx.Err(); err != nil {
			return err
		}
		m := r.out.M + 1
		rep, err := r.replication(ctx, m)
		if err != nil {
			return err
		}
		look, err := r.judge.add(rep)
		if err != nil {
			return err
		}
		r.out.M = m
		r.out.Losses = append(r.out.Losses, rep.Losses...)
		r.out.Confusion = append(r.out.Confusion, rep.Confusion...)
		if look != nil {
			r.out.Looks = append(r.out.Looks, *look)
			r.out.Decision = look.Decision
		}
		if r.Trained != nil {
			r.Trained(m, look)
		}
	}
	return r.name()
}

// replication reads or trains a replication.
func (r *runner) replication(ctx context.Context, m int) (replication, error) {
	if m <= len(r.file.Replications) {
		return r.file.Replications[m-1], nil
	}
	if r.growing == nil {
		g, err := holdout.NewGrowing(r.Data, r.A, r.B, cv.Set{Method: cv.BCV, N: r.Data.N(), Seed: r.Seed}, nil, nil)
		if err != nil {
			return replication{}, err
		}
		g.StopOn(ctx)
		r.growing = g
	}
	result, err := r.growing.Evaluate(m)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return replication{}, err
	}
	r.out.Notes = result.Notes()
	rep := replication{Losses: result.Losses()}
	if r.Data.Class != nil {
		if rep.Confusion, err = result.Confusion(); err != nil {
			return rep, err
		}
	}
	return rep, r.file.add(rep)
}

// name gives all rows the name of the partition set as it is at the end.
func (r *runner) name() error {
	set, err := cv.New(cv.BCV, r.Data.N(), cv.Options{M: r.out.M, Seed: r.Seed})
	if err != nil {
		return err
	}
	r.out.Set = set.ID()
	for i := range r.out.Losses {
		r.out.Losses[i].Set = r.out.Set.String()
	}
	for i := range r.out.Confusion {
		r.out.Confusion[i].Set = r.out.Set.String()
	}
	return nil
}
