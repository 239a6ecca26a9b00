package experiment

import (
	"context"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/table"
)

// LookStudies returns the studies of the sequential Bayes test: modelled counts
// of 300 records over a grid of differences and correlations, and logistic
// regressions on 300 records. 1,000 data sets each (400 for the learners), at
// paper scale 10,000 (4,000).
func LookStudies(scale Scale, seed uint64) []LookStudy {
	factor := 1
	if scale == Paper {
		factor = 10
	}
	study := func(source CountSource, sets int) LookStudy {
		return LookStudy{Source: source, Start: 3, Max: 15, Gammas: []float64{0.05, 0.025, 0.01}, Sets: sets * factor, Shards: 20, Seed: seed}
	}
	var out []LookStudy
	for _, spread := range [...][2]float64{{0, 0.5}, {0, 1}, {0.003, 0.7}, {0.01, 0.7}} {
		for _, difference := range []float64{0, 0.02, 0.04, 0.06, 0.1} {
			out = append(out, study(CorrelatedCounts{N: 300, Right: 0.8, Difference: difference, Set: spread[0], Record: spread[1]}, 50))
		}
	}
	for _, f := range [...][3]int{{2, 1, 1}, {2, 1, 2}, {2, 1, 3}, {2, 1, 5}, {0, 2, 2}, {0, 2, 3}, {0, 2, 5}} {
		out = append(out, study(RivalLearners{N: 300, Shift: 0.5, Shared: f[0], OwnA: f[1], OwnB: f[2]}, 20))
	}
	return out
}

// VotingRun is the account of one file of results.
type VotingRun struct {
	File       string  `dataframe:"file"`
	Command    string  `dataframe:"command"`
	Scale      string  `dataframe:"scale"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the studies behind the file; about 0 if they are those of the file before
}

// VotingWriter runs the studies of votes and of the sequential Bayes test at one
// scale and writes their tables.
type VotingWriter struct {
	Scale   Scale
	Seed    uint64
	Command string                                                 // for the account
	Write   func(name string, write func(w io.Writer) error) error // makes or replaces a file
	Log     func(line string)                                      // is told what is done; nil for silence
	before  float64                                                // CPU seconds spent before the current study
	runs    []VotingRun
}

// Run writes all tables, and voting_runs.csv, which says what made them.
func (w *VotingWriter) Run(ctx context.Context) error {
	w.before, w.runs = cpuSeconds(), nil
	for _, step := range []func(context.Context) error{w.scenarios, w.learners, w.looks} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return writeVoting(w, "voting_runs.csv", w.runs)
}

func (w *VotingWriter) scenarios(ctx context.Context) error {
	rows, err := DefaultVoteStudy(w.Scale, w.Seed).Run(ctx, sim.Options{})
	if err != nil {
		return err
	}
	return writeVoting(w, "voting_scenarios.csv", rows)
}

func (w *VotingWriter) learners(ctx context.Context) error {
	var rows []VoteLearnerRow
	var agreement []VoteAgreementRow
	for _, s := range VoteLearnerStudies(w.Scale, w.Seed) {
		r, a, err := s.Run(ctx, sim.Options{})
		if err != nil {
			return err
		}
		w.log(s.Config)
		rows, agreement = append(rows, r...), append(agreement, a...)
	}
	if err := writeVoting(w, "voting_learners.csv", rows); err != nil {
		return err
	}
	return writeVoting(w, "voting_agreement.csv", agreement)
}

func (w *VotingWriter) looks(ctx context.Context) error {
	var rows []LookRow
	var bounds []LookBoundRow
	for _, s := range LookStudies(w.Scale, w.Seed) {
		r, b, err := s.Run(ctx, sim.Options{})
		if err != nil {
			return err
		}
		w.log(s.Source.String())
		rows, bounds = append(rows, r...), append(bounds, b...)
	}
	if err := writeVoting(w, "bayes_sequential.csv", rows); err != nil {
		return err
	}
	return writeVoting(w, "bayes_sequential_bounds.csv", bounds)
}

func (w *VotingWriter) log(line string) {
	if w.Log != nil {
		w.Log(line)
	}
}

// writeVoting writes one table and notes what it cost.
func writeVoting[T any](w *VotingWriter, name string, rows []T) error {
	now := cpuSeconds()
	w.runs = append(w.runs, VotingRun{name, w.Command, string(w.Scale), int(w.Seed), now - w.before})
	w.before = now
	w.log(fmt.Sprintf("%s: %d rows", name, len(rows)))
	return w.Write(name, func(out io.Writer) error { return table.Write(out, rows) })
}
