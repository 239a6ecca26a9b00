package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
)

func (e Experiment[S, W]) worker() W {
	if e.Worker == nil {
		var zero W
		return zero
	}
	return e.Worker()
}

// one runs a shard and returns what a log would hold of it, so that a resumed run
// cannot differ from one that was not interrupted.
func (e Experiment[S, W]) one(ctx context.Context, w W, shard int) (s S, text []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil && ctx.Err() == nil {
			err = e.failure(shard, err)
		}
	}()
	fresh, err := e.Shard(ctx, w, shard, e.Plan.Stream(shard))
	if err != nil {
		return s, nil, err
	}
	if text, err = json.Marshal(fresh); err != nil {
		return s, nil, fmt.Errorf("the result cannot be kept: %w", err)
	}
	return s, text, json.Unmarshal(text, &s)
}

func (e Experiment[S, W]) failure(shard int, err error) error {
	return &ShardError{Name: e.Plan.Name, Shard: shard, Seed: e.Plan.Seed, Err: err}
}

// rest runs the wanted shards that are not in the tree of c.
func (e Experiment[S, W]) rest(ctx context.Context, wanted []int, c *collector[S], opt Options) error {
	var todo []int
	for _, k := range wanted {
		if !c.tree.holds(k, 1) {
			todo = append(todo, k)
		}
	}
	c.total = len(wanted)
	c.done = c.total - len(todo)
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	e.compute(ctx, todo, opt.Workers, c)
	err := c.problem()
	if err == nil && c.done < c.total {
		err = &Interrupted{Name: e.Plan.Name, Done: c.done, Total: c.total, Log: c.log.name(), Err: ctx.Err()}
	}
	return err
}

// compute hands out shards in their order until one fails or ctx is cancelled.
// Shards that were handed out are finished, so that the failed shard with the
// lowest number is the same for any number of workers.
func (e Experiment[S, W]) compute(ctx context.Context, todo []int, workers int, c *collector[S]) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	handOut, stop := context.WithCancel(ctx)
	defer stop()
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(todo)) {
		group.Go(func() { e.work(ctx, next, stop, c) })
	}
	for _, k := range todo {
		if handOut.Err() != nil {
			break
		}
		select {
		case next <- k:
		case <-handOut.Done():
		}
	}
	close(next)
	group.Wait()
}

// work runs shards, one after the other, until there are no more or one fails;
// then it calls stop.
func (e Experiment[S, W]) work(ctx context.Context, next <-chan int, stop func(), c *collector[S]) {
	current := -1
	defer func() {
		if current >= 0 { // left by runtime.Goexit, as of testing.T.Fatal
			c.fail(current, e.failure(current, errors.New("the shard ended its goroutine; return an error instead")))
		}
		stop()
	}()
	w := e.worker()
	for k := range next {
		current = k
		s, text, err := e.one(ctx, w, k)
		current = -1
		if err != nil {
			if ctx.Err() == nil {
				c.fail(k, err)
			}
			return
		}
		if !c.add(k, s, text) {
			return
		}
	}
}

// collector takes the results of shards as they come.
type collector[S any] struct {
	mu          sync.Mutex
	tree        *tree[S]
	log         *Log // nil for none
	head        []byte
	progress    func(done, total int)
	done, total int
	failed      map[int]error // by shard
	broken      error         // of log or merge
}

// add keeps a result, in the log first. It returns false if that failed.
func (c *collector[S]) add(shard int, s S, text []byte) bool {
	var line []byte
	if c.log != nil {
		line = encode(shard, text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return false
	}
	if c.log != nil {
		c.broken = c.log.write(c.head, line)
	}
	if c.broken == nil {
		c.broken = c.tree.add(shard, 1, &s)
	}
	if c.broken != nil {
		return false
	}
	c.done++
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return true
}

func (c *collector[S]) fail(shard int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed[shard] = err
}

// problem returns the first thing that went wrong: log or merge, else the failed shard with
// the lowest number.
func (c *collector[S]) problem() error {
	if c.broken != nil || len(c.failed) == 0 {
		return c.broken
	}
	return c.failed[slices.Min(slices.Collect(maps.Keys(c.failed)))]
}
