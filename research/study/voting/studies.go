package voting

import (
	"fmt"

	"github.com/block-regularized/bcv/research/study"
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
