package voting

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Votes is the study of the estimates from votes in scenarios where the theory of the
// voting paper holds, and where it does not.
var Votes = study.Study{Name: "votes",
	Title: "precision, recall and F1 from votes and from averages, in five scenarios", Seconds: 8,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e, err := DefaultStudy(cfg.Scale, cfg.Seed).Experiment("votes")
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("voting_scenarios", e.Result())}
		}, e), err
	}}

// LearnerVotes is the study of the votes of learners.
var LearnerVotes = study.Study{Name: "learner-votes",
	Title: "errors of the estimates from votes and from averages, of stable and unstable learners", Seconds: 35,
	Plan: func(cfg study.Config) (study.Plan, error) {
		var e []*study.Experiment[LearnerResult]
		for i, s := range learnerStudies(cfg.Scale, cfg.Seed) {
			e = append(e, s.Experiment(fmt.Sprintf("votes-%d", i+1)))
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{
				study.NewTable("voting_learners", study.Rows(e, func(r LearnerResult) []LearnerRow { return r.Rows })),
				study.NewTable("voting_agreement",
					study.Rows(e, func(r LearnerResult) []LemmaRow { return r.Agreement })),
			}
		}, e...), nil
	}}

// Looks is the study of the sequential Bayes test.
var Looks = study.Study{Name: "bayes-sequential", Title: "decisions and stopping times of the sequential Bayes test",
	Seconds: 40,
	Plan: func(cfg study.Config) (study.Plan, error) {
		var e []*study.Experiment[LookResult]
		for i, s := range lookStudies(cfg.Scale, cfg.Seed) {
			one, err := s.Experiment(fmt.Sprintf("looks-%d", i+1))
			if err != nil {
				return study.Plan{}, err
			}
			e = append(e, one)
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{
				study.NewTable("bayes_sequential", study.Rows(e, func(r LookResult) []LookRow { return r.Rows })),
				study.NewTable("bayes_sequential_bounds",
					study.Rows(e, func(r LookResult) []LookBoundRow { return r.Bounds })),
			}
		}, e...), nil
	}}

// lookStudies returns the studies of the sequential Bayes test: modelled counts
// of 300 records over a grid of differences and correlations, 1,000 data sets
// each, at paper scale 5,000; and logistic regressions on 300 records, 400 data
// sets each, at paper scale 1,000 of the equal ones.
func lookStudies(scale study.Scale, seed uint64) []LookStudy {
	modelled, equal := 50, 20
	if scale == study.Paper {
		modelled, equal = 250, 50
	}
	look := func(source CountSource, sets int) LookStudy {
		return LookStudy{Source: source, Start: 3, Max: 15, Gammas: []float64{0.05, 0.025, 0.01}, Sets: sets,
			Shards: 20, Seed: seed}
	}
	var out []LookStudy
	for _, spread := range [...][2]float64{{0, 0.5}, {0, 1}, {0.003, 0.7}, {0.01, 0.7}} {
		for _, difference := range []float64{0, 0.02, 0.04, 0.06, 0.1} {
			out = append(out, look(CorrelatedCounts{N: 300, Right: 0.8, Difference: difference, Set: spread[0],
				Record: spread[1]}, modelled))
		}
	}
	for _, f := range [...][3]int{{2, 1, 1}, {0, 2, 2}} {
		out = append(out, look(RivalLearners{N: 300, Shift: 0.5, Shared: f[0], OwnA: f[1], OwnB: f[2]}, equal))
	}
	for _, f := range [...][3]int{{2, 1, 2}, {2, 1, 3}, {2, 1, 5}, {0, 2, 3}, {0, 2, 5}} {
		out = append(out, look(RivalLearners{N: 300, Shift: 0.5, Shared: f[0], OwnA: f[1], OwnB: f[2]}, 20))
	}
	return out
}

// GrowingBCV trains two learners on a block-regularized m x 2 CV that grows by
// one replication at a time, so that each split is trained once. Make it with
// NewGrowingBCV; Replication is what sequential.Bayes asks for.
type GrowingBCV struct {
	data       *dataset.Data
	positive   int32 // number of the class that counts as positive
	set        cv.Set
	evaluators [2]*holdout.Evaluator
}

// NewGrowingBCV prepares learners A and B on d; positive is the number of the
// positive class, and seed makes the partition set. Close the result after use.
func NewGrowingBCV(d *dataset.Data, a, b learn.Learner, positive int32, seed uint64) (*GrowingBCV, error) {
	if positive < 0 || int(positive) >= d.K() {
		return nil, fmt.Errorf("voting: class %d of a data set with %d classes; give the number of the positive "+
			"class, from 0", positive, d.K())
	}
	g := &GrowingBCV{data: d, positive: positive, set: cv.Set{Method: cv.BCV, N: d.N(), Seed: seed}}
	for k, l := range []learn.Learner{a, b} {
		prepared, err := l.Prepare(d)
		if err != nil {
			return nil, fmt.Errorf("voting: %s: %w", l, err)
		}
		g.evaluators[k] = holdout.NewEvaluator(l.String(), prepared, d)
	}
	return g, nil
}

// Set returns the partition set so far: the set of cv.BCV with as many
// replications.
func (g *GrowingBCV) Set() cv.Set { return g.set }

// Replication grows the set to m replications, trains both learners on the two
// folds of replication m and returns their confusion counts. m must be one more
// than the set has.
func (g *GrowingBCV) Replication(m int) (sequential.PairCounts, error) {
	var c sequential.PairCounts
	if m != g.set.M()+1 {
		return c, fmt.Errorf("voting: replication %d of a set with %d; ask for one after the other", m, g.set.M())
	}
	grown, err := cv.Grow(g.set, m)
	if err != nil {
		return c, err
	}
	g.set = grown
	for k, e := range g.evaluators {
		if err := e.Open(g.set); err != nil {
			return c, err
		}
		for f := range 2 {
			at := 2*(m-1) + f
			predicted, err := e.Fold(at)
			if err != nil {
				return c, err
			}
			counts := [...]*[2]posterior.Counts{&c.A, &c.B}[k]
			counts[f] = study.Confusion(predicted, g.data, g.set.Fold(at).Valid, g.positive)
		}
	}
	return c, nil
}

// Close frees what the learners hold besides memory.
func (g *GrowingBCV) Close() error {
	var first error
	for _, e := range g.evaluators {
		if err := e.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}
