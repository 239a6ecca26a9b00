package learn

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// Each item is done once, by workers that do one item at a time, also when
// goroutines become free in between and several fits share them.
func TestPool(t *testing.T) {
	for _, size := range []int{0, 1, 2, 5} {
		var p *Pool
		if size > 0 {
			p = NewPool(size)
			p.Free(size / 2)
		}
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				for items := range 40 {
					done, busy := make([]atomic.Int32, items), make([]atomic.Int32, p.Size())
					p.Each(items, func(worker, item int) {
						if busy[worker].Add(1) != 1 {
							t.Errorf("size %d: worker %d does two items at a time", size, worker)
						}
						done[item].Add(1)
						if item == items/2 && p != nil {
							p.Free(1)
							p.take()
						}
						busy[worker].Add(-1)
					})
					for i := range done {
						if n := done[i].Load(); n != 1 {
							t.Errorf("size %d: item %d of %d was done %d times", size, i, items, n)
						}
					}
				}
			})
		}
		group.Wait()
	}
	if NewPool(0).Size() < 1 {
		t.Error("a pool for no worker")
	}
}

// What is free is used: two items that wait for each other end.
func TestPoolHelps(t *testing.T) {
	p := NewPool(2)
	p.Free(1)
	var both sync.WaitGroup
	both.Add(2)
	p.Each(2, func(int, int) {
		both.Done()
		both.Wait()
	})
	if n := p.free.Load(); n != 1 {
		t.Errorf("%d goroutines are free after use, want 1", n)
	}
}

// Run returns the error of the first item that fails, whichever fails first in time, and begins
// no item after it.
func TestPoolErrors(t *testing.T) {
	for _, size := range []int{1, 2, 5} {
		p := NewPool(size)
		p.Free(size - 1)
		var begun [100]atomic.Bool
		err := p.Run(t.Context(), len(begun), func(_, item int) error {
			begun[item].Store(true)
			if item == 3 || item == 5 {
				return fmt.Errorf("item %d", item)
			}
			return nil
		})
		if err == nil || err.Error() != "item 3" {
			t.Errorf("size %d: got error %v, want the error of item 3", size, err)
		}
		if size == 1 && begun[4].Load() {
			t.Errorf("size %d: item 4 was begun after item 3 failed", size)
		}
		if n := p.free.Load(); n != int64(size-1) {
			t.Errorf("size %d: %d goroutines are free after use, want %d", size, n, size-1)
		}
	}
}

// After the end of the context no item is begun, and its error is returned.
func TestPoolCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	last := -1
	err := NewPool(1).Run(ctx, 9, func(_, item int) error {
		last = item
		if item == 2 {
			cancel()
			return fmt.Errorf("stopped: %w", ctx.Err())
		}
		return nil
	})
	if err != ctx.Err() {
		t.Errorf("got error %v, want %v", err, ctx.Err())
	}
	if last != 2 {
		t.Errorf("the last item that was begun is %d, want 2", last)
	}
}
