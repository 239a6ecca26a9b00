// Package tally counts what several goroutines have done, for a listener.
package tally

import "sync"

// New returns a function that tells progress, unless it is nil, of one more done of total.
// It may be called from several goroutines, and calls progress from one at a time.
func New(progress func(done, total int), total int) func() {
	if progress == nil {
		return func() {}
	}
	var mu sync.Mutex
	done := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		progress(done, total)
	}
}
