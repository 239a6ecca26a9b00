package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

func (e Experiment[S, W]) worker() W {
	if e.Worker == nil {
		var zero W
		return zero
	}
	return e.Worker()
}

// one runs a shard and returns what a checkpoint file would hold of it, so that
// a resumed run cannot differ from one that was not interrupted.
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

// part runs the shards in a range that the checkpoint file does not hold.
func (e Experiment[S, W]) part(ctx context.Context, from, to int, opt Options) (t *tree[S], err error) {
	if err := e.Plan.check(); err != nil {
		return nil, err
	}
	head, err := header[S](e.Plan)
	if err != nil {
		return nil, err
	}
	t = newTree(e.Plan.Shards, e.Merge)
	c := &collector[S]{tree: t, progress: opt.Progress, total: to - from, failed: map[int]error{}}
	var report Report
	if opt.Checkpoint != "" {
		file, err := openOrRead(opt.Checkpoint, head, opt.Every, t, from, to)
		if err != nil {
			return nil, err
		}
		if file != nil {
			c.file, report.Torn = file, file.torn
		}
	}
	return t, e.rest(ctx, span(from, to), c, opt, report)
}

// span returns the numbers from, ..., to-1.
func span(from, to int) []int {
	out := make([]int, 0, to-from)
	for k := from; k < to; k++ {
		out = append(out, k)
	}
	return out
}

// rest runs those of some shards that are not in the tree of c.
func (e Experiment[S, W]) rest(ctx context.Context, wanted []int, c *collector[S], opt Options, report Report) error {
	var todo []int
	for _, k := range wanted {
		if !c.tree.holds(k, 1) {
			todo = append(todo, k)
		}
	}
	c.done = c.total - len(todo)
	report.Resumed = c.done
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	e.compute(ctx, todo, opt.Workers, c)
	err := c.finish()
	if opt.Report != nil {
		report.Ran = c.done - report.Resumed
		*opt.Report = report
	}
	if err == nil && c.done < c.total {
		err = &Interrupted{Name: e.Plan.Name, Done: c.done, Total: c.total, Checkpoint: opt.Checkpoint, Err: ctx.Err()}
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

// keeper keeps the results of shards in a file: a checkpoint file or a log.
type keeper[S any] interface {
	append(line []byte) error
	settle(t *tree[S]) error           // after each shard, for what is due now and then
	close(t *tree[S], well bool) error // well: nothing is wrong with the file
}

// collector takes the results of shards as they come.
type collector[S any] struct {
	mu          sync.Mutex
	tree        *tree[S]
	file        keeper[S] // nil for none
	progress    func(done, total int)
	done, total int
	failed      map[int]error // by shard
	broken      error         // of file or merge
}

// add keeps a result, in the file first. It returns false if that failed.
func (c *collector[S]) add(shard int, s S, text []byte) bool {
	var line []byte
	if c.file != nil {
		line = encode(shard, 1, text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil {
		return false
	}
	if c.file != nil {
		c.broken = c.file.append(line)
	}
	if c.broken == nil {
		c.broken = c.tree.add(shard, 1, &s)
	}
	if c.broken == nil && c.file != nil {
		c.broken = c.file.settle(c.tree)
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

// finish closes the file and returns the first thing that went wrong: the file,
// else the failed shard with the lowest number.
func (c *collector[S]) finish() error {
	if c.file != nil {
		err := c.file.close(c.tree, c.broken == nil)
		if c.broken == nil {
			c.broken = err
		}
	}
	if c.broken != nil {
		return c.broken
	}
	lowest := -1
	for k := range c.failed {
		if lowest < 0 || k < lowest {
			lowest = k
		}
	}
	return c.failed[lowest]
}
