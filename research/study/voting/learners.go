package voting

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// LearnerStudy compares, for a real learner, the estimates from the votes
// and from the averaged confusion matrix of an m x 2 BCV with three truths,
// measured on fresh records of the same distribution:
//
//	one model on n/2   the mean confusion of the 2m models of the BCV
//	vote of models     the votes of the m models that an m x 2 BCV trains, on n/2 records each
//	one model on n     the model trained on all records
type LearnerStudy struct {
	Config       string
	Distribution simdata.Generator // of two classes; class 1 is positive
	N            int               // records that are cross-validated
	Fresh        int               // records for the truth
	Learner      learn.Learner
	Ms           []int // replications, ascending
	Sets         int   // data sets per shard
	Shards       int   // 2 or more
	Seed         uint64
}

// learnerStudies returns stable and unstable learners on two distributions of data: 60 data
// sets, at paper scale 2,000 (400 for kNN, which is slow to prepare).
func learnerStudies(scale study.Scale, seed uint64) []LearnerStudy {
	sets := 3
	if scale == study.Paper {
		sets = 100
	}
	gaussians := simdata.Gaussians{P: 2, Shifted: 2, Shift: 0.5}
	var out []LearnerStudy
	for _, s := range []LearnerStudy{
		{Config: "two Gaussians + logistic", Distribution: gaussians, N: 600, Fresh: 1000, Learner: linear.Logistic{}},
		{Config: "two Gaussians + tree", Distribution: gaussians, N: 600, Fresh: 1000, Learner: tree.C45{}},
		{Config: "SCLA + logistic", Distribution: simdata.SCLA(20), N: 300, Fresh: 1000, Learner: linear.Logistic{}},
		{Config: "SCLA + kNN", Distribution: simdata.SCLA(20), N: 300, Fresh: 400, Learner: neighbour.KNN{}},
		{Config: "SCLA + tree", Distribution: simdata.SCLA(20), N: 300, Fresh: 1000, Learner: tree.C45{}},
	} {
		s.Ms, s.Sets, s.Shards, s.Seed = []int{3, 5, 9, 15}, sets, 20, seed
		if _, slow := s.Learner.(neighbour.KNN); slow && scale == study.Paper {
			s.Sets = 20
		}
		out = append(out, s)
	}
	return out
}

// voteTruths are the truths in the order of the cells.
var voteTruths = [...]string{"one model on n/2", "vote of models", "one model on n"}

// voteErrors accumulates the errors of one estimate against each truth.
type voteErrors struct {
	Value sim.Moments
	Truth [len(voteTruths)]sim.Moments
	Error [len(voteTruths)]sim.Moments
}

func (v *voteErrors) add(value float64, truth [len(voteTruths)]float64) {
	v.Value.Add(value)
	for t := range truth {
		v.Truth[t].Add(truth[t])
		v.Error[t].Add(value - truth[t])
	}
}

func (v *voteErrors) merge(o voteErrors) {
	v.Value.Merge(o.Value)
	for t := range v.Error {
		v.Truth[t].Merge(o.Truth[t])
		v.Error[t].Merge(o.Error[t])
	}
}

// voteTally sums what the agreement of the predictions of one class needs.
type voteTally struct {
	Records, Right, Pairs float64
	Voted                 []float64 // right votes, by m
}

// voteState is the result of a shard.
type voteState struct {
	Errors []voteErrors              // by m, metric, and average or vote
	Class  sim.Batches[[2]voteTally] // negatives, positives
}

func mergeTallies(into *[2]voteTally, from [2]voteTally) {
	for c := range into {
		into[c].Records += from[c].Records
		into[c].Right += from[c].Right
		into[c].Pairs += from[c].Pairs
		if len(into[c].Voted) < len(from[c].Voted) { // into is empty
			into[c].Voted = make([]float64, len(from[c].Voted))
		}
		for k, v := range from[c].Voted {
			into[c].Voted[k] += v
		}
	}
}

func mergeVoteStates(into *voteState, from voteState) {
	study.Elementwise((*voteErrors).merge)(&into.Errors, from.Errors)
	into.Class.Merge(from.Class)
}

// LearnerResult is the outcome of a LearnerStudy.
type LearnerResult struct {
	Rows      []LearnerRow
	Agreement []LemmaRow
}

// Run simulates the study; options as in package sim.
func (s LearnerStudy) Run(ctx context.Context, opt sim.Options) ([]LearnerRow, []LemmaRow, error) {
	r, err := s.Experiment(s.Config).Run(ctx, opt)
	return r.Rows, r.Agreement, err
}

// Experiment returns the study under the name of its logs.
func (s LearnerStudy) Experiment(name string) *study.Experiment[LearnerResult] {
	return study.New(name, sim.Experiment[voteState, struct{}]{
		Plan: sim.Plan{Name: "votes " + s.Config, Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"law": s.Distribution.String(), "n": s.N, "fresh": s.Fresh,
				"learner": s.Learner.String(), "ms": s.Ms, "sets": s.Sets}},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) (voteState, error) {
			return s.shard(ctx, rng)
		},
		Merge: mergeVoteStates,
	}, func(state voteState, _ study.Effort) (LearnerResult, error) {
		agreement, err := s.agreement(state)
		return LearnerResult{Rows: s.rows(state), Agreement: agreement}, err
	})
}

func (s LearnerStudy) shard(ctx context.Context, rng *rand.Rand) (voteState, error) {
	state := voteState{Errors: make([]voteErrors, 2*len(s.Ms)*len(posterior.Metrics()))}
	var tally [2]voteTally
	d := s.Distribution.New(s.N + s.Fresh)
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return voteState{}, err
		}
		s.Distribution.Fill(d, rng)
		if err := s.one(d, rng.Uint64(), &state, &tally); err != nil {
			return voteState{}, fmt.Errorf("%s: %w", s.Config, err)
		}
	}
	state.Class.Parts = [][2]voteTally{tally}
	return state, nil
}

// one adds one data set, whose first N records are cross-validated.
func (s LearnerStudy) one(d *dataset.Data, seed uint64, state *voteState, tally *[2]voteTally) error {
	set, err := cv.New(cv.BCV, s.N, cv.Options{M: s.Ms[len(s.Ms)-1], Seed: seed})
	if err != nil {
		return err
	}
	prepared, err := s.Learner.Prepare(context.Background(), d)
	if err != nil {
		return err
	}
	b, err := newBallots(d, s.N, prepared.NewFitter(nil))
	if err != nil {
		return err
	}
	whole, err := b.whole()
	if err != nil {
		return err
	}
	k := 0
	for m := 1; m <= set.M(); m++ {
		if err := b.replication(set, m-1); err != nil {
			return err
		}
		if m == s.Ms[k] {
			if err := s.record(b, whole, k, state, tally); err != nil {
				return err
			}
			k++
		}
	}
	mergeTallies(tally, b.agreement(len(s.Ms)))
	return nil
}

// record adds the estimates and truths after Ms[k] replications.
func (s LearnerStudy) record(b *ballots, whole posterior.Counts, k int, state *voteState, tally *[2]voteTally) error {
	voted, err := b.votes.Matrix()
	if err != nil {
		return err
	}
	var fresh posterior.Counts
	for _, v := range b.fresh {
		h, err := v.Matrix()
		if err != nil {
			return err
		}
		fresh = fresh.Add(h.Counts)
	}
	for i, metric := range posterior.Metrics() {
		truth := [...]float64{defined(b.single, metric), defined(fresh, metric), defined(whole, metric)}
		at := 2 * (k*len(posterior.Metrics()) + i)
		state.Errors[at].add(defined(b.sum, metric), truth)
		state.Errors[at+1].add(defined(voted.Counts, metric), truth)
	}
	for c, right := range [...]float64{voted.TN, voted.TP} {
		if tally[c].Voted == nil {
			tally[c].Voted = make([]float64, len(s.Ms))
		}
		tally[c].Voted[k] += right
	}
	return nil
}

// defined is the value of a metric, 0 for the precision of a model that calls no
// record positive, as a tree of one leaf may.
func defined(c posterior.Counts, metric posterior.Metric) float64 {
	if v := c.Value(metric); !math.IsNaN(v) {
		return v
	}
	return 0
}

// agreement returns the tallies of the records of one data set.
func (b *ballots) agreement(ms int) (out [2]voteTally) {
	for c, positive := range [...]bool{false, true} {
		a, m := b.votes.Agreement(positive), float64(b.votes.M())
		n := float64(a.Records)
		out[c] = voteTally{Records: n, Right: n * a.Right, Voted: make([]float64, ms)}
		for j, gold := range b.gold {
			if gold == positive {
				right := float64(b.votes.Ones(j))
				if !gold {
					right = m - right
				}
				out[c].Pairs += right * (right - 1) / (m * (m - 1))
			}
		}
	}
	return out
}
