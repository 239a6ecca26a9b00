// Package sim runs long simulations: an experiment is cut into shards, each a
// function of its number and a stream of random numbers of its own, and the
// results of the shards merge.
//
// The result does not depend on the number of workers or on interruptions, to
// the last bit: a shard sees nothing but its stream, and the results are merged
// in the order of the shards. With a checkpoint file each shard is written as
// soon as it is done, so that a run which is killed at any moment loses the
// shards in flight and nothing else; the next run goes on from there. The
// shards of one experiment may also be run in parts, on several machines, and
// collected from their files.
package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/errgroup"
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
// shard: it must keep all its state in fields that encoding/json writes. W is
// the memory of a worker, which shards use one after the other.
type Experiment[S, W any] struct {
	Plan   Plan
	Worker func() W // nil for a zero W
	// Shard computes one shard. Its result must depend on rng alone, not on what
	// w holds from before.
	Shard func(ctx context.Context, w W, shard int, rng *rand.Rand) (S, error)
	// Merge adds the result of the next shard to that of all before it. The first
	// is merged into a zero S.
	Merge func(into *S, from S)
}

// Options say how to run.
type Options struct {
	Workers    int                   // goroutines; 0 for one a processor
	Checkpoint string                // file to write and to resume from; "" for none
	Progress   func(done, total int) // called after each shard, if not nil; never twice at a time
}

// ShardError says which shard failed; Experiment.One runs it alone.
type ShardError struct {
	Name  string
	Shard int
	Seed  uint64
	Err   error
}

// Error names experiment, shard and seed.
func (e *ShardError) Error() string {
	return fmt.Sprintf("sim: %s, shard %d (seed %d): %v", e.Name, e.Shard, e.Seed, e.Err)
}

// Unwrap returns the error of the shard.
func (e *ShardError) Unwrap() error { return e.Err }

// Interrupted says that a cancelled run did not finish.
type Interrupted struct {
	Name        string
	Done, Total int    // shards
	Checkpoint  string // "" if nothing was kept
	Err         error  // of the context
}

// Error says how far the run got, and how to go on.
func (e *Interrupted) Error() string {
	where := "nothing was kept, as no checkpoint file was given"
	if e.Checkpoint != "" {
		where = "run again with the checkpoint " + e.Checkpoint + " to go on"
	}
	return fmt.Sprintf("sim: %s was interrupted after %d of %d shards; %s", e.Name, e.Done, e.Total, where)
}

// Unwrap returns the error of the context.
func (e *Interrupted) Unwrap() error { return e.Err }

// Run runs all shards, but for those that the checkpoint file holds, and returns
// their merged result. Errors are *ShardError for a shard that failed or
// panicked, the one with the lowest number if there are several;
// *Interrupted if ctx was cancelled; and *CheckpointError.
func (e Experiment[S, W]) Run(ctx context.Context, opt Options) (S, error) {
	states, err := e.part(ctx, 0, e.Plan.Shards, opt)
	if err != nil {
		var zero S
		return zero, err
	}
	return e.merge(states), nil
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

// Collect merges the shards in the checkpoint files of the parts of a plan. All
// shards must be there; a shard in two files counts once.
func (e Experiment[S, W]) Collect(paths ...string) (S, error) {
	var zero S
	states := make([]*S, e.Plan.Shards)
	for _, path := range paths {
		if err := readCheckpoint(path, e.Plan, states); err != nil {
			return zero, err
		}
	}
	for k, s := range states {
		if s == nil {
			return zero, fmt.Errorf("sim: shard %d of %s is in none of %d files; run the part that holds it", k, e.Plan.Name, len(paths))
		}
	}
	return e.merge(states), nil
}

// One runs one shard alone and returns its result.
func (e Experiment[S, W]) One(ctx context.Context, shard int) (S, error) {
	return e.one(ctx, e.worker(), shard)
}

func (e Experiment[S, W]) worker() W {
	if e.Worker == nil {
		var zero W
		return zero
	}
	return e.Worker()
}

// one runs a shard and returns what a checkpoint file would hold of it, so that
// a resumed run cannot differ from one that was not interrupted.
func (e Experiment[S, W]) one(ctx context.Context, w W, shard int) (s S, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil && ctx.Err() == nil {
			err = &ShardError{e.Plan.Name, shard, e.Plan.Seed, err}
		}
	}()
	fresh, err := e.Shard(ctx, w, shard, e.Plan.Stream(shard))
	if err != nil {
		return s, err
	}
	text, err := json.Marshal(fresh)
	if err != nil {
		return s, fmt.Errorf("the result cannot be kept: %w", err)
	}
	return s, json.Unmarshal(text, &s)
}

func (e Experiment[S, W]) merge(states []*S) S {
	var out S
	for _, s := range states {
		e.Merge(&out, *s)
	}
	return out
}

// part runs the shards in a range that no checkpoint holds.
func (e Experiment[S, W]) part(ctx context.Context, from, to int, opt Options) (states []*S, err error) {
	if err := e.Plan.check(); err != nil {
		return nil, err
	}
	states = make([]*S, e.Plan.Shards)
	var file *checkpoint
	if opt.Checkpoint != "" {
		if file, err = openCheckpoint(opt.Checkpoint, e.Plan, states); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, file.close()) }()
	}
	var todo []int
	for k := from; k < to; k++ {
		if states[k] == nil {
			todo = append(todo, k)
		}
	}
	c := &collector[S]{states: states, file: file, progress: opt.Progress, total: to - from, done: to - from - len(todo), errs: map[int]error{}}
	if err := e.compute(ctx, todo, opt.Workers, c); err != nil {
		return nil, err
	}
	if err := c.err(); err != nil {
		return nil, err
	}
	if c.done < c.total {
		return nil, &Interrupted{e.Plan.Name, c.done, c.total, opt.Checkpoint, ctx.Err()}
	}
	return states, nil
}

// compute runs shards until one fails or ctx is cancelled.
func (e Experiment[S, W]) compute(ctx context.Context, todo []int, workers int, c *collector[S]) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	group, stop := errgroup.WithContext(ctx) // cancelled by ctx, or when the file cannot be written
	group.Go(func() error {
		defer close(next)
		for _, k := range todo {
			if c.failed() {
				return nil
			}
			select {
			case next <- k:
			case <-stop.Done():
				return nil
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			w := e.worker()
			for k := range next {
				s, err := e.one(ctx, w, k)
				if err := c.add(ctx, k, s, err); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// collector takes the results of shards as they come.
type collector[S any] struct {
	mu          sync.Mutex
	states      []*S
	file        *checkpoint
	progress    func(done, total int)
	done, total int
	errs        map[int]error
}

// add takes one result, or its error. The error it returns is of the file.
func (c *collector[S]) add(ctx context.Context, k int, s S, err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		if ctx.Err() == nil {
			c.errs[k] = err
		}
		return nil
	}
	if c.file != nil {
		if err := c.file.append(k, s); err != nil {
			return err
		}
	}
	c.states[k] = &s
	c.done++
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return nil
}

func (c *collector[S]) failed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.errs) > 0
}

// err returns the error of the lowest shard that failed.
func (c *collector[S]) err() error {
	lowest := -1
	for k := range c.errs {
		if lowest < 0 || k < lowest {
			lowest = k
		}
	}
	return c.errs[lowest]
}
