package counter

import (
	"sync"
	"testing"
)

func TestNew(t *testing.T) {
	var seen []int
	one := New(func(done, total int) {
		if total != 50 {
			t.Errorf("got a total of %d, want 50", total)
		}
		seen = append(seen, done)
	}, 50)
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(one)
	}
	wait.Wait()
	for i, done := range seen {
		if done != i+1 {
			t.Fatalf("reported %v", seen)
		}
	}
	if len(seen) != 50 {
		t.Errorf("reported %d times, want 50", len(seen))
	}
	New(nil, 3)()
}
