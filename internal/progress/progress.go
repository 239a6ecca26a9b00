// Package progress shows how far long work has come: a bar with an estimate in a terminal, a line now
// and then elsewhere, or whatever the caller of Show does with it.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

const (
	interval     = 200 * time.Millisecond // between two updates of a bar or block, at least
	lineInterval = 30 * time.Second       // between two lines, at least
)

// New returns a listener that shows the progress of the named work on w. Several goroutines may call
// it. Call it at the start with done = 0, or with what an earlier run did; the work ends when done
// reaches total.
func New(w io.Writer, name string) func(done, total int) {
	show, every, late := display(w, name)
	return newTracker(show, every, late, time.Now).listen
}

// NewLong is New for work that is mostly short: work that ends before its first update, after a second at the
// earliest, leaves no line.
func NewLong(w io.Writer, name string) func(done, total int) {
	show, every, _ := display(w, name)
	return newLong(show, every, time.Now).listen
}

func newLong(show func(State), every time.Duration, now func() time.Time) *tracker {
	t := newTracker(onlyLong(show), every, true, now)
	t.last = t.start.Add(max(0, time.Second-every))
	return t
}

// onlyLong shows the end of work only if an update was shown before.
func onlyLong(show func(State)) func(State) {
	shown := false
	return func(s State) {
		if shown = shown || s.Done != s.Total; shown {
			show(s)
		}
	}
}

// display returns the function that shows the progress of the named work on w, the time between two
// updates, and whether the first update waits as well.
func display(w io.Writer, name string) (show func(State), every time.Duration, late bool) {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return inTerminal(w, name), interval, false
	}
	return plain(w, name), lineInterval, true
}

// Show returns a listener, as New does, that calls show at most five times a second, and once at the
// end.
func Show(show func(State)) func(done, total int) {
	return newTracker(show, interval, false, time.Now).listen
}

// State is what a display shows.
type State struct {
	Done, Total int
	Spent, Left time.Duration // Left is negative while it is unknown
}

// Remaining describes the time left, such as "20s left".
func (s State) Remaining() string {
	if s.Left < 0 {
		return "..."
	}
	return s.Left.Round(time.Second).String() + " left"
}

// tracker passes some updates on to a display, and the end once.
type tracker struct {
	mu          sync.Mutex
	show        func(State)
	every       time.Duration
	now         func() time.Time
	start, last time.Time
	before      int // done at the first call, from an earlier run; -1 until then
	ended       bool
}

// newTracker starts the clock; if late, the first update waits as well.
func newTracker(show func(State), every time.Duration, late bool, now func() time.Time) *tracker {
	t := &tracker{show: show, every: every, now: now, start: now(), before: -1}
	if late {
		t.last = t.start
	}
	return t
}

func (t *tracker) listen(done, total int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if t.before < 0 {
		t.before = done
	}
	if t.ended || done != total && now.Sub(t.last) < t.every {
		return
	}
	t.last, t.ended = now, done == total
	s := State{Done: done, Total: total, Spent: now.Sub(t.start), Left: -1}
	if ran := done - t.before; ran > 0 && total >= done {
		s.Left = time.Duration(float64(s.Spent) / float64(ran) * float64(total-done))
	}
	t.show(s)
}

// barWidth is the width of a bar in a terminal, in characters.
const barWidth = 30

// inTerminal draws a bar, which is erased at the end in favour of a line.
func inTerminal(w io.Writer, name string) func(State) {
	end, width := plain(w, name), 0
	return func(s State) {
		line := ""
		if s.Done != s.Total {
			full := barWidth * s.Done / max(1, s.Total)
			line = fmt.Sprintf("%s, %s |%-*s| %d%%", name, s.Remaining(), barWidth,
				strings.Repeat("=", full), 100*s.Done/max(1, s.Total))
		}
		fmt.Fprintf(w, "\r%-*s\r%s", width, "", line)
		width = len(line)
		if line == "" {
			end(s)
		}
	}
}

// plain writes lines.
func plain(w io.Writer, name string) func(State) {
	return func(s State) {
		if s.Done != s.Total {
			fmt.Fprintf(w, "%s: %d of %d, %s\n", name, s.Done, s.Total, s.Remaining())
		} else {
			fmt.Fprintf(w, "%s: done in %.1f s\n", name, s.Spent.Seconds())
		}
	}
}

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
