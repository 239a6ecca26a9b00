// Package counter counts what several goroutines have done and reports it.
package counter

import "sync"

// New returns a function that counts one more of total, and reports it to progress unless that
// is nil. Several goroutines may call it; it calls progress from one at a time.
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
