package levels

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Set is what a test sees of one simulated data set.
type Set struct {
	Cell   int // from 1
	Number int // from 1, over all cells
	// A and B are the mean losses of two learners by replication and fold, of which less is better; of items, the scores
	// of two models in A[0] and B[0], of which more is better.
	A, B         [][]float64
	Train, Valid [][]int // records of each fold; nil of items

	different bool
	truth     float64 // expected value of B minus that of A
}

// Answer is what a test says of a set; the zero value is no answer.
type Answer struct {
	P           float64        // two-sided, that A and B are equal
	Interval    infer.Interval // of 95%, of the expected value of B minus that of A
	HasP        bool
	HasInterval bool
}

// claims reports whether the answer is that A and B differ: by its p where it has one.
func (a Answer) claims() bool {
	if a.HasP {
		return a.P <= level
	}
	return a.HasInterval && (a.Interval.Low > 0 || a.Interval.High < 0)
}

// level is the nominal error of all tests.
const level = 0.05

// Test answers sets, in their order.
type Test func(ctx context.Context, sets []Set) ([]Answer, error)

// Each returns the Test that answers one set after the other.
func Each(answer func(Set) (Answer, error)) Test {
	return func(ctx context.Context, sets []Set) ([]Answer, error) {
		out := make([]Answer, len(sets))
		for i, s := range sets {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var err error
			if out[i], err = answer(s); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// draw draws sets of a cell: as many with equal as with different learners, in one random order, in half of which A and
// B are exchanged.
func (c Cell) draw(ctx context.Context, opt Options, progress func(done, total int)) ([]Set, error) {
	plan := sim.Plan{Name: Name + ", " + c.Name, Version: 1, Seed: opt.Seed, Shards: opt.Sets}
	drawn, err := sim.Experiment[[]drawn, drawer]{Plan: plan, Worker: c.drawer,
		Shard: func(_ context.Context, draw drawer, _ int, rng *rand.Rand) (both []drawn, err error) {
			for _, different := range []bool{false, true} {
				s, err := draw(different, rng)
				if err != nil {
					return nil, err
				}
				s.Exchanged = rng.IntN(2) == 1
				both = append(both, s)
			}
			return both, nil
		},
		Merge: study.Append[drawn],
	}.Run(ctx, sim.Options{Workers: opt.Workers, Progress: progress})
	if failed := (*sim.ShardError)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return nil, err
	}
	plan.Name += ", order"
	out := make([]Set, 0, 2*opt.Sets)
	for i, k := range plan.Stream(0).Perm(2 * opt.Sets) {
		s := drawn[k].set(c, k%2 == 1)
		s.Number = (c.Number-1)*2*opt.Sets + i + 1
		out = append(out, s)
	}
	return out, nil
}

// drawer draws one data set after the other.
type drawer = func(different bool, rng *rand.Rand) (drawn, error)

// drawn is a Set as sim takes it.
type drawn struct {
	A, B         [][]float64
	Train, Valid [][]int
	Exchanged    bool
}

// set returns the set of a cell, without its number.
func (d drawn) set(c Cell, different bool) Set {
	s := Set{Cell: c.Number, A: d.A, B: d.B, Train: d.Train, Valid: d.Valid, different: different}
	if different {
		s.truth = c.Difference
	}
	if d.Exchanged {
		s.A, s.B, s.truth = s.B, s.A, -s.truth
	}
	return s
}

// mean returns the mean of B minus A.
func (s Set) mean() (sum float64) {
	for j, a := range s.A {
		sum += (stat.Mean(s.B[j], nil) - stat.Mean(a, nil)) / float64(len(s.A))
	}
	return sum
}

// trainings returns how often each learner was trained.
func (s Set) trainings() (n int) {
	for _, r := range s.Train {
		n += len(r)
	}
	return n
}
