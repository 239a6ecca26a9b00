package learn

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Pool holds goroutines that fits may use in addition to their own: those that a run with more workers than folds
// has left. A nil pool has none.
type Pool struct {
	free atomic.Int64
	size int
}

// NewPool returns a pool for the given total number of workers; 0 means one per processor. None of them is free
// yet.
func NewPool(workers int) *Pool {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &Pool{size: workers}
}

// Free adds n goroutines that may be used from now on.
func (p *Pool) Free(n int) { p.free.Add(int64(n)) }

// Size returns the largest number of goroutines that take part in Each: 1 for a nil pool.
func (p *Pool) Size() int {
	if p == nil {
		return 1
	}
	return p.size
}

// Each calls do once for each item from 0 to items-1, on this goroutine and on all others that are free or become
// free meanwhile, and returns after the last call. Calls with the same worker, from 0 to Size()-1, are made one
// after the other, so that each worker can have its own memory. Items start in order.
func (p *Pool) Each(items int, do func(worker, item int)) {
	if p == nil || p.size == 1 || items < 2 {
		for i := range items {
			do(0, i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for helpers := 0; ; {
		for helpers < p.size-1 && int(next.Load()) < items-1 && p.take() {
			helpers++
			worker := helpers
			group.Go(func() {
				defer p.free.Add(1)
				for i := int(next.Add(1)) - 1; i < items; i = int(next.Add(1)) - 1 {
					do(worker, i)
				}
			})
		}
		i := int(next.Add(1)) - 1
		if i >= items {
			break
		}
		do(0, i)
	}
	p.free.Add(1) // for the helpers that are still working
	group.Wait()
	p.free.Add(-1)
}

// Run is Each with errors: it returns the error of the first item that fails, in the order of items, and starts no
// item after that one. When ctx ends, it starts no further items and returns the error of ctx.
func (p *Pool) Run(ctx context.Context, items int, do func(worker, item int) error) error {
	errs := make([]error, items)
	var mu sync.Mutex
	failed := items // the first item that failed
	p.Each(items, func(worker, item int) {
		mu.Lock()
		skip := item > failed || ctx.Err() != nil
		mu.Unlock()
		if skip {
			return
		}
		if errs[item] = do(worker, item); errs[item] != nil {
			mu.Lock()
			failed = min(failed, item)
			mu.Unlock()
		}
	})
	if failed < items && !errors.Is(errs[failed], ctx.Err()) {
		return errs[failed]
	}
	return ctx.Err()
}

// take reserves one free goroutine, if there is one.
func (p *Pool) take() bool {
	for n := p.free.Load(); n > 0; n = p.free.Load() {
		if p.free.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}
