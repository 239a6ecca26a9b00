package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// beat is the longest silence. It is longer than lineInterval, so that work with lines of its own does
// not need it.
const beat = 35 * time.Second

// Reporter shows the progress of one piece of work after another, each as New does, and reports after
// a long silence that the last one is still running. Stop it at the end.
type Reporter struct {
	w    io.Writer
	now  func() time.Time
	done chan struct{}
	wait sync.WaitGroup

	mu          sync.Mutex
	name        string // of the latest work, empty before the first
	start, last time.Time
}

// NewReporter returns a reporter that writes to w.
func NewReporter(w io.Writer) *Reporter {
	r := newReporter(w, time.Now)
	r.wait.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-r.done:
				return
			case <-tick.C:
				r.beat()
			}
		}
	})
	return r
}

func newReporter(w io.Writer, now func() time.Time) *Reporter {
	return &Reporter{w: w, now: now, done: make(chan struct{})}
}

// Listener starts the named work and returns the listener of its progress.
func (r *Reporter) Listener(name string) func(done, total int) {
	r.mu.Lock()
	r.name, r.start, r.last = name, r.now(), r.now()
	r.mu.Unlock()
	show, every, late := display(r.w, name)
	return newTracker(func(s State) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.last = r.now()
		show(s)
	}, every, late, r.now).listen
}

// beat writes a line after a long silence.
func (r *Reporter) beat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if r.name == "" || now.Sub(r.last) < beat {
		return
	}
	r.last = now
	fmt.Fprintf(r.w, "%s: still at it after %s\n", r.name, now.Sub(r.start).Round(time.Second))
}

// Stop ends the lines.
func (r *Reporter) Stop() {
	close(r.done)
	r.wait.Wait()
}
