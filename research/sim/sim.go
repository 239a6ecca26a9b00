// Package sim runs long simulations: an experiment is cut into shards, each a
// function of its number and a stream of random numbers of its own, and the
// results of the shards merge.
//
// The result does not depend on the number of workers or on interruptions, to
// the last bit: a shard sees nothing but its stream, and results merge along a
// fixed binary tree over the shard numbers. With a log each shard is written as
// soon as it is done, so that a run that is killed at any moment loses the shards
// in flight and nothing else; the next run resumes from there. The shards of one
// experiment may also be run in parts, on several machines of one kind, and
// collected from their logs. (Machines of different kinds may round sums
// differently: Go fuses x*y + z on arm64, not on amd64. The log names the kind,
// and is refused on another.)
package sim

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
)

// Plan names an experiment and holds everything that its result depends on.
type Plan struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // of the code: raise it when the same plan gives different numbers
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
	// Merge adds the results of later shards to the results of earlier ones. It may
	// keep parts of from. Results are merged in the order of the shards, but not
	// one by one: neighbours first, then pairs, and so on.
	Merge func(into *S, from S)
}

// Options are the options of a run.
type Options struct {
	Workers int // goroutines; 0 for one per processor
	// Log is how the names of the logs of the run begin, such as results/name: finished
	// shards that are in a file LOG.*.log are not run again, and those that are run are
	// added to a new one. A file LOG.ckpt of an earlier version is read as well. Empty for
	// no logs.
	Log      string
	Progress func(done, total int) // called at the start and after each shard, if not nil; never twice at a time
}

// Run runs all shards, except for those that the logs hold, and returns their merged
// result. Errors are *ShardError for a shard that failed or panicked, the one with the
// lowest number if there are several; *Interrupted if ctx was cancelled; and *LogError.
func (e Experiment[S, W]) Run(ctx context.Context, opt Options) (result S, err error) {
	there, err := e.Gather()
	if err != nil {
		return result, err
	}
	var log *Log
	if opt.Log != "" {
		paths, err := logsOf(opt.Log)
		if err != nil {
			return result, err
		}
		if _, _, err := ReadLogs(paths, false, there); err != nil {
			return result, err
		}
		log = NewLog(opt.Log)
	}
	if err := errors.Join(e.Fill(ctx, span(e.Plan.Shards), there, log, opt), log.Close()); err != nil {
		return result, err
	}
	return there.Result()
}

// span returns the numbers 0, ..., n-1.
func span(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = k
	}
	return out
}
