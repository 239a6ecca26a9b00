package learn

import (
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
