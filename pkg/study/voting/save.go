package voting

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/block-regularized/bcv/pkg/study"
)

// LookStudies returns the studies of the sequential Bayes test: modelled counts
// of 300 records over a grid of differences and correlations, 1,000 data sets
// each, at paper scale 5,000; and logistic regressions on 300 records, 400 data
// sets each, at paper scale 1,000 of those that are equal.
func LookStudies(scale study.Scale, seed uint64) []LookStudy {
	modelled, equal := 50, 20
	if scale == study.Paper {
		modelled, equal = 250, 50
	}
	study := func(source CountSource, sets int) LookStudy {
		return LookStudy{Source: source, Start: 3, Max: 15, Gammas: []float64{0.05, 0.025, 0.01}, Sets: sets, Shards: 20, Seed: seed}
	}
	var out []LookStudy
	for _, spread := range [...][2]float64{{0, 0.5}, {0, 1}, {0.003, 0.7}, {0.01, 0.7}} {
		for _, difference := range []float64{0, 0.02, 0.04, 0.06, 0.1} {
			out = append(out, study(CorrelatedCounts{N: 300, Right: 0.8, Difference: difference, Set: spread[0], Record: spread[1]}, modelled))
		}
	}
	for _, f := range [...][3]int{{2, 1, 1}, {0, 2, 2}} {
		out = append(out, study(RivalLearners{N: 300, Shift: 0.5, Shared: f[0], OwnA: f[1], OwnB: f[2]}, equal))
	}
	for _, f := range [...][3]int{{2, 1, 2}, {2, 1, 3}, {2, 1, 5}, {0, 2, 3}, {0, 2, 5}} {
		out = append(out, study(RivalLearners{N: 300, Shift: 0.5, Shared: f[0], OwnA: f[1], OwnB: f[2]}, 20))
	}
	return out
}

// VotingRun says what made a table of the voting and sequential studies.
type VotingRun struct {
	Table      string  `dataframe:"table"`
	Command    string  `dataframe:"command"`
	Date       string  `dataframe:"date"`
	DataSets   int     `dataframe:"data_sets"`                 // most of any study in the table
	CPUSeconds float64 `dataframe:"cpu_seconds" table:"blank"` // blank for a run with checkpoints, which may have taken shards from an earlier one
}

// VotingStudies runs the studies of votes and of the sequential Bayes test and
// writes their tables to the directory of results.
func VotingStudies(ctx context.Context, cfg study.Config) error {
	var runs []VotingRun
	for _, s := range []struct {
		table string
		run   func(context.Context, study.Config) (dataSets int, err error)
	}{{"voting_scenarios", saveScenarios}, {"voting_learners and voting_agreement", saveLearnerVotes}, {"bayes_sequential and bayes_sequential_bounds", saveLooks}} {
		start := study.CPUSeconds()
		sets, err := s.run(ctx, cfg)
		if err != nil {
			return err
		}
		cost := math.Round(study.CPUSeconds() - start)
		if cfg.Checkpoints != "" {
			cost = math.NaN()
		}
		runs = append(runs, VotingRun{Table: s.table, Date: time.Now().UTC().Format(time.DateOnly), DataSets: sets, CPUSeconds: cost,
			Command: fmt.Sprintf("bcv reproduce --only voting_appendix:table-2 --scale %s --seed %d --results data/results", cfg.Scale, cfg.Seed)})
	}
	return study.Save(cfg, "voting_runs", runs)
}

func saveScenarios(ctx context.Context, cfg study.Config) (int, error) {
	s := DefaultVoteStudy(cfg.Scale, cfg.Seed)
	rows, err := s.Run(ctx, cfg.Checkpointed("votes"))
	if err != nil {
		return 0, err
	}
	return s.Sets * s.Shards, study.Save(cfg, "voting_scenarios", rows)
}

func saveLearnerVotes(ctx context.Context, cfg study.Config) (sets int, err error) {
	var rows []VoteLearnerRow
	var agreement []VoteAgreementRow
	for i, s := range VoteLearnerStudies(cfg.Scale, cfg.Seed) {
		r, a, err := s.Run(ctx, cfg.Checkpointed(fmt.Sprintf("votes-%d", i+1)))
		if err != nil {
			return 0, err
		}
		rows, agreement = append(rows, r...), append(agreement, a...)
		sets = max(sets, s.Sets*s.Shards)
	}
	if err := study.Save(cfg, "voting_learners", rows); err != nil {
		return 0, err
	}
	return sets, study.Save(cfg, "voting_agreement", agreement)
}

func saveLooks(ctx context.Context, cfg study.Config) (sets int, err error) {
	var rows []LookRow
	var bounds []LookBoundRow
	studies := LookStudies(cfg.Scale, cfg.Seed)
	for i, s := range studies {
		r, b, err := s.Run(ctx, cfg.Checkpointed(fmt.Sprintf("looks-%d", i+1)))
		if err != nil {
			return 0, err
		}
		rows, bounds = append(rows, r...), append(bounds, b...)
		sets = max(sets, s.Sets*s.Shards)
		cfg.Report(i+1, len(studies))
	}
	if err := study.Save(cfg, "bayes_sequential", rows); err != nil {
		return 0, err
	}
	return sets, study.Save(cfg, "bayes_sequential_bounds", bounds)
}
