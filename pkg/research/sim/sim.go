// Package sim runs long simulations: an experiment is cut into shards, each a
// function of its number and a stream of random numbers of its own, and the
// results of the shards merge.
//
// The result does not depend on the number of workers or on interruptions, to
// the last bit: a shard sees nothing but its stream, and results merge along a
// fixed binary tree over the shard numbers. With a checkpoint file each shard is
// written as soon as it is done, so that a run which is killed at any moment
// loses the shards in flight and nothing else; the next run goes on from there.
// The shards of one experiment may also be run in parts, on several machines of
// one kind, and collected from their files. (Machines of different kinds may
// round sums differently: Go fuses x*y + z on arm64, not on amd64. The file names
// the kind, and is refused on another.)
package sim

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// Plan names an experiment and says all that its result depends on.
type Plan struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // of the code: raise it when the same plan gives other numbers
	Seed    uint64 `json:"seed"`
	Shards  int    `json:"shards"`
	Config  any    `json:"config"` // the settings, as JSON can write them
}

// Stream returns the random numbers of a shard: a PCG whose state is the seed
// mixed with the name (FNV-1a, 64 bits), and the shard. It stays the same
// between releases.
func (p Plan) Stream(shard int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", p.Seed, p.Name)
	return rand.New(rand.NewPCG(h.Sum64(), uint64(shard)))
}

func (p Plan) check() error {
	if p.Name == "" || p.Shards < 1 {
		return fmt.Errorf("sim: a plan called %q of %d shards; give a name and at least 1 shard", p.Name, p.Shards)
	}
	return nil
}

// Experiment is a plan with the code that carries it out. S is the result of a
// shard: it must keep all its state in exported fields that encoding/json
// writes. W is the memory of a worker, which shards use one after the other.
type Experiment[S, W any] struct {
	Plan   Plan
	Worker func() W // nil for a zero W
	// Shard computes one shard. Its result must depend on rng alone, not on what
	// w holds from before.
	Shard func(ctx context.Context, w W, shard int, rng *rand.Rand) (S, error)
	// Merge adds the results of later shards to those of earlier ones. It may
	// keep parts of from. Results are merged in the order of the shards, but not
	// one by one: neighbours first, then pairs, and so on.
	Merge func(into *S, from S)
}

// Options say how to run.
type Options struct {
	Workers    int                   // goroutines; 0 for one a processor
	Checkpoint string                // file to write and to resume from (beside it is a .lock while it is in use); "" for none
	Every      time.Duration         // between syncs of the file to the disk, at least; 0 means 5 s
	Progress   func(done, total int) // called at the start and after each shard, if not nil; never twice at a time
	Report     *Report               // filled in at the end, if not nil
}

// Report is an account of a run.
type Report struct {
	Resumed int   // shards that the checkpoint file held
	Ran     int   // shards computed
	Torn    int64 // bytes cut off the file: a shard that was being written when an earlier run was killed
}

// Run runs all shards, but for those that the checkpoint file holds, and returns
// their merged result. Errors are *ShardError for a shard that failed or
// panicked, the one with the lowest number if there are several;
// *Interrupted if ctx was cancelled; and *CheckpointError.
func (e Experiment[S, W]) Run(ctx context.Context, opt Options) (S, error) {
	t, err := e.part(ctx, 0, e.Plan.Shards, opt)
	if err != nil {
		var zero S
		return zero, err
	}
	return t.result()
}

// Part runs the shards from (inclusive) to (exclusive) into a checkpoint file,
// for Collect.
func (e Experiment[S, W]) Part(ctx context.Context, from, to int, opt Options) error {
	if opt.Checkpoint == "" {
		return errors.New("sim: a part without a checkpoint file would be lost; name one")
	}
	if from < 0 || to > e.Plan.Shards || from >= to {
		return fmt.Errorf("sim: shards %d to %d of %d; give a range within them", from, to, e.Plan.Shards)
	}
	_, err := e.part(ctx, from, to, opt)
	return err
}

// Collect merges the shards in the checkpoint files of the parts of a plan, and
// returns what Run would, to the last bit. All shards must be there; a shard in
// two files counts once.
func (e Experiment[S, W]) Collect(paths ...string) (S, error) {
	var zero S
	head, err := header[S](e.Plan)
	if err != nil {
		return zero, err
	}
	t := newTree(e.Plan.Shards, e.Merge)
	for _, path := range paths {
		if err := readCheckpoint(path, head, t); err != nil {
			return zero, err
		}
	}
	if k := t.missing(); k >= 0 {
		return zero, fmt.Errorf("sim: %d of %d shards of %s are in none of %d files, shard %d first; run the part that holds it", t.shards-t.done, t.shards, e.Plan.Name, len(paths), k)
	}
	return t.result()
}

// One runs one shard alone and returns its result.
func (e Experiment[S, W]) One(ctx context.Context, shard int) (S, error) {
	var zero S
	if err := e.Plan.check(); err != nil {
		return zero, err
	}
	if shard < 0 || shard >= e.Plan.Shards {
		return zero, fmt.Errorf("sim: shard %d of %d; give one within them", shard, e.Plan.Shards)
	}
	s, _, err := e.one(ctx, e.worker(), shard)
	return s, err
}
