package decide

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
)

// Plan says what to compare, and how to decide.
type Plan struct {
	Data *dataset.Data // with Groups the folds keep them whole
	// Learners have different names: two, A and B, for TTest and Bayes, and two or more for Race.
	Learners []learn.Learner
	Seed     uint64 // of the partition set
	Rule     Rule   // nil means TTest{}
	// Conditions are distributions to keep alike in training and validation sets, see cv.Options.
	Conditions []cv.Condition
	// Checkpoint is a file that is written after each replication and read at the start; ""
	// for none. It is refused if it belongs to other data, learners, conditions or seed; another rule
	// may use it, but no other race.
	Checkpoint string
	// Inner is the number of inner replications in both halves of each of Halves half-splits (cv.Nest), whose results
	// Outcome.Losses and Counts have too; 0 for none. They are trained first, and decide nothing.
	Inner, Halves int
	// Runs is the number of runs of learners that draw random numbers, see holdout.Plan; 0 for one. With several,
	// TTest and Race compare means over runs, Outcome.Counts are empty, and there are no inner replications.
	Runs int
	// Progress is called before the first replication, with M = 0, and after each one that was trained or read, with
	// the outcome so far: M, the looks, of which there may be none yet, and Trainings. It may be nil.
	Progress func(*Outcome)
}

// Words say what the numbers of an outcome are.
type Words struct {
	Rule     string // what is compared how
	Quantity string // what the differences are about
	Interval string // of what kind and level the intervals are
	Metric   string // what the differences are of
	Name     string // of the metric in files
	Higher   bool   // more of the metric is better
	Level    string // at which a decision claims, as the head of a sentence
	Evidence string // what the evidence of a look is
	Fitted   bool   // the differences are about the fitted models, not about the algorithms
	Known    string // how often the rule errs beyond what it says of itself; empty if it does not
}

// Outcome is what a run found.
type Outcome struct {
	Models    []string // in the order of the plan: A and B, or those of a race
	Words              // of the rule
	M         int      // replications used
	Decision  sequential.Decision
	Looks     []sequential.Look // of a test of two
	Race      []race.Look       // of a race; with more of the metric for the better the means are those of the metric
	Trainings int               // fits on a fold, those of replications that were read included
	Most      int               // trainings if no rule had stopped any
	Values    [][][2]float64    // of a race: by model the metric on both folds of each replication that it was trained in
	Losses    results.Results   // on all folds used, with the metric of the rule beside them; of a race, of those left
	Counts    []results.Results // of each class, and of the models that Losses have; empty for a response
	Set       cv.ID             // of the partition set used
	Notes     []string          // what learners say of the fits of this run, see holdout.Run
}

// Run trains replication by replication until the rule decides. Errors: those of
// holdout.NewGrowing and of the rule, *holdout.FoldError, and *CheckpointError. A
// cancelled context ends the run between two replications, or within a fit where the
// learner looks at the context.
func Run(ctx context.Context, p Plan) (*Outcome, error) {
	if p.Rule == nil {
		p.Rule = TTest{}
	}
	if p.Data == nil {
		return nil, errors.New("decide: no data; give a data set")
	}
	models, err := p.check()
	if err != nil {
		return nil, err
	}
	judge, err := p.Rule.begin(p.Data, len(models))
	if err == nil {
		err = p.checkLearners(judge)
	}
	if err != nil {
		return nil, err
	}
	file, err := open(&p, judge)
	if err != nil {
		return nil, err
	}
	r := runner{Plan: p, judge: judge, file: file, out: &Outcome{Models: models, Words: judge.Words}}
	r.out.Most = len(p.places(1, models)) * judge.last
	if err := r.trainInner(ctx); err != nil {
		return nil, err
	}
	err = r.run(ctx)
	if r.growing != nil {
		err = errors.Join(err, r.growing.Close())
	}
	if err != nil {
		return nil, err
	}
	return r.out, nil
}

// check returns the names of the learners, or what is wrong with what is asked of them.
func (p *Plan) check() (models []string, err error) {
	for _, l := range p.Learners {
		models = append(models, l.String())
	}
	_, bayes := p.Rule.(Bayes)
	_, raced := p.Rule.(Race)
	switch {
	case p.Runs > 1 && (bayes || p.Inner > 0):
		return nil, errors.New("decide: several runs with Bayes or with inner replications; use TTest, and holdout for " +
			"inner folds")
	case raced && p.Inner > 0:
		return nil, errors.New("decide: inner replications of a race; use holdout for inner folds")
	case !raced && len(models) != 2:
		return nil, fmt.Errorf("decide: %d learners; this rule compares two, Race compares more", len(models))
	}
	return models, nil
}

// method returns the method of the partition set.
func (p *Plan) method() cv.Method {
	if p.Data.Groups != nil {
		return cv.Grouped
	}
	return cv.BCV
}

// options returns those of the partition set of m replications.
func (p *Plan) options(m int) cv.Options {
	return cv.Options{M: m, Seed: p.Seed, Groups: p.Data.Groups, Conditions: p.Conditions}
}

// set returns the partition set of m replications, which begins with those of fewer.
func (p *Plan) set(m int) (cv.Set, error) { return cv.New(p.method(), p.Data.N(), p.options(m)) }

// conditions returns a text that differs between conditions; empty for none.
func (p *Plan) conditions() string {
	if len(p.Conditions) == 0 {
		return ""
	}
	h := sha256.New()
	for _, c := range p.Conditions {
		fmt.Fprintf(h, "%q%v", c.Name, c.Of)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// checkLearners returns an error if the learners do not fit the data, or if none of them could have a value of the
// metric in the first replication.
func (p *Plan) checkLearners(j judge) error {
	first, err := p.set(1)
	if err == nil {
		_, err = holdout.NewPieces(holdout.Plan{Data: p.Data, Learners: p.Learners, Set: first,
			Metrics: j.metrics, Positive: j.positive})
	}
	return err
}

// runner is a run in progress.
type runner struct {
	Plan
	judge   judge
	file    *checkpoint
	inner   *results.Results // on the inner folds; nil for none
	growing *holdout.Growing // nil while all replications come from the file
	used    []replication
	out     *Outcome
}

func (r *runner) run(ctx context.Context) error {
	for ; ; r.out.M++ {
		left := r.left()
		if err := r.prepare(ctx, left); err != nil {
			return err
		}
		if r.Progress != nil {
			r.Progress(r.out)
		}
		if r.judge.done() {
			return r.complete()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rep, err := r.replication(ctx, r.out.M+1, left)
		if err != nil {
			return err
		}
		if err := r.judge.add(rep, r.out); err != nil {
			return err
		}
		r.out.Trainings += len(rep.Losses)
		r.used = append(r.used, rep)
		if err := r.drop(left); err != nil {
			return err
		}
	}
}

// left returns the names of the learners that are left.
func (r *runner) left() (out []string) {
	for i, name := range r.out.Models {
		if r.judge.left == nil || r.judge.left(i) {
			out = append(out, name)
		}
	}
	return out
}

// drop ends the training of those that were left before and are not any more.
func (r *runner) drop(before []string) (err error) {
	left := r.left()
	for _, name := range before {
		if r.growing != nil && !slices.Contains(left, name) {
			err = errors.Join(err, r.growing.Drop(name))
		}
	}
	return err
}

// prepare prepares the learners that are left, once, when the next replication is to be trained.
func (r *runner) prepare(ctx context.Context, left []string) (err error) {
	if r.growing != nil || r.judge.done() || r.out.M < len(r.file.Replications) {
		return nil
	}
	learners := slices.DeleteFunc(slices.Clone(r.Learners), func(l learn.Learner) bool {
		return !slices.Contains(left, l.String())
	})
	r.growing, err = holdout.NewGrowing(ctx, holdout.Plan{Data: r.Data, Learners: learners, Runs: r.Runs,
		Set: cv.Set{Method: r.method(), N: r.Data.N(), Seed: r.Seed}, Metrics: r.judge.metrics,
		Positive: r.judge.positive}, func(_ cv.Set, m int) (cv.Set, error) { return r.set(m) })
	return err
}

// replication reads or trains replication m of the learners that are left.
func (r *runner) replication(ctx context.Context, m int, left []string) (replication, error) {
	if m <= len(r.file.Replications) {
		return r.file.replication(m, &r.Plan, left)
	}
	result, err := r.growing.Evaluate(m)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return replication{}, err
	}
	r.out.Notes = result.Notes
	rep, err := replicationOf(result, r.Data.Classes, m)
	if err != nil {
		return rep, err
	}
	return rep, r.file.add(rep)
}

// complete gives the outcome the partition set as it is at the end, and the results on it.
func (r *runner) complete() error {
	set, err := r.set(r.out.M)
	if err != nil {
		return err
	}
	r.out.Set = set.ID()
	left := r.left()
	if r.out.Losses, err = r.losses(set, left); err != nil {
		return err
	}
	counts := make([]results.Grid[posterior.Counts], len(r.used[0].Confusion)/(2*len(r.out.Models)))
	for i := range counts {
		counts[i] = results.NewGrid[posterior.Counts](len(left), len(r.used), 2)
	}
	for j, rep := range r.used {
		for _, n := range rep.Confusion {
			if a := slices.Index(left, n.Model); a >= 0 {
				*counts[slices.Index(r.Data.Classes, n.Task)].At(a, j, n.Fold-1) = posterior.Counts{TP: float64(n.TP),
					FP: float64(n.FP), FN: float64(n.FN)}
			}
		}
	}
	for i, g := range counts {
		one := results.New(set)
		one.Key.Task = r.Data.Classes[i]
		one.SetCounts(left, g)
		r.out.Counts = append(r.out.Counts, *one)
	}
	if r.inner == nil {
		return nil
	}
	return r.addInner(set)
}

// losses returns the losses of the models on all replications, joined over runs.
func (r *runner) losses(set cv.Set, of []string) (results.Results, error) {
	var runs []results.Results
	var names []string
	measured := []metric.Metric{metric.Loss}
	for _, m := range r.judge.metrics {
		measured = append(measured, m.Metric)
	}
	for _, rep := range r.used {
		for _, l := range rep.Losses {
			if !slices.Contains(of, l.Model) {
				continue
			}
			if l.Run == len(runs) {
				runs, names = append(runs, *results.New(set, measured...)), append(names, strconv.Itoa(l.Run+1))
			}
			values := []float64{l.Loss, l.Value}[:len(measured)]
			fold := set.Fold(2*(l.Replication-1) + l.Fold - 1)
			if err := cmp.Or(runs[l.Run].Add(fold, l.Model, values...),
				runs[l.Run].SetChoice(fold, l.Model, l.Chosen)); err != nil {
				return results.Results{}, err
			}
		}
	}
	return results.JoinRuns(names, runs)
}

// trainInner trains both learners on the inner folds, which are those of a set of any number of replications.
func (r *runner) trainInner(ctx context.Context) error {
	if r.Inner == 0 {
		return nil
	}
	first, err := r.set(1)
	if err != nil {
		return err
	}
	nested, err := cv.Nest(first, r.Halves, r.Plan.Inner, r.options(0))
	if err != nil {
		return err
	}
	inner, err := holdout.Inner(ctx, holdout.Plan{Data: r.Data, Learners: r.Learners, Set: first,
		Inner: &nested, Metrics: r.judge.metrics, Positive: r.judge.positive})
	r.inner = &inner
	return err
}

// addInner adds the results on the inner folds to losses and counts on a set.
func (r *runner) addInner(set cv.Set) error {
	nested, err := cv.Nest(set, r.Halves, r.Plan.Inner, r.options(0))
	if err != nil {
		return err
	}
	for i, of := range r.out.Counts {
		counts, err := r.inner.ByClass(of.Key.Task)
		if err != nil {
			return err
		}
		if r.out.Counts[i], err = of.WithInner(counts[0], nested); err != nil {
			return err
		}
	}
	r.out.Notes = append(r.out.Notes, r.inner.Notes...)
	losses := *r.inner
	losses.Metrics, losses.Units = r.out.Losses.Metrics, nil
	r.out.Losses, err = r.out.Losses.WithInner(losses, nested)
	return err
}
