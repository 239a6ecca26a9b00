// Package progress shows how far long work has come: a bar with an estimate in a
// terminal, a line now and then elsewhere, or what a listener of Show makes of it.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	interval     = 200 * time.Millisecond // between two updates of a bar or block, at least
	lineInterval = 30 * time.Second       // between two lines, at least
)

// New returns a listener that shows progress of the named work on w. It may be
// called from several goroutines, with done = 0, or what was done before, at the
// start; the work ends when done reaches total.
func New(w io.Writer, name string) func(done, total int) {
	show, every, late := display(w, name)
	return newTracker(show, every, late, time.Now).listen
}

// NewLong returns a listener as New does for work that is mostly short: what ends before its
// first update leaves no line.
func NewLong(w io.Writer, name string) func(done, total int) {
	show, every, _ := display(w, name)
	return newTracker(onlyLong(show), every, true, time.Now).listen
}

// onlyLong shows the end of those works alone of which something was shown before.
func onlyLong(show func(State)) func(State) {
	shown := false
	return func(s State) {
		if shown = shown || s.Done != s.Total; shown {
			show(s)
		}
	}
}

// display returns what shows the progress of the named work on w, how long it waits
// between two updates, and whether it waits before the first.
func display(w io.Writer, name string) (show func(State), every time.Duration, late bool) {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return inTerminal(w, name), interval, false
	}
	return plain(w, name), lineInterval, true
}

// Show returns a listener, as New does, that calls show with what is to be seen:
// at most five times a second, and once at the end.
func Show(show func(State)) func(done, total int) {
	return newTracker(show, interval, false, time.Now).listen
}

// State is what a display shows.
type State struct {
	Done, Total int
	Spent, Left time.Duration // Left is negative while nothing is known of it
}

// Remaining says how long it will take.
func (s State) Remaining() string {
	if s.Left < 0 {
		return "..."
	}
	return s.Left.Round(time.Second).String() + " left"
}

// tracker passes updates on to a display, not too many, and once at the end.
type tracker struct {
	mu          sync.Mutex
	show        func(State)
	every       time.Duration
	now         func() time.Time
	start, last time.Time
	before      int // done at the first call, from an earlier run; -1 until then
	ended       bool
}

// newTracker begins to count time; late says that the first update waits too.
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

// inTerminal draws a bar, and a line at the end.
func inTerminal(w io.Writer, name string) func(State) {
	var bar *progressbar.ProgressBar
	end := plain(w, name)
	return func(s State) {
		if bar == nil {
			bar = progressbar.NewOptions(s.Total, progressbar.OptionSetWriter(w), progressbar.OptionSetPredictTime(false),
				progressbar.OptionSetElapsedTime(false), progressbar.OptionClearOnFinish())
		}
		if s.Done != s.Total {
			bar.Describe(name + ", " + s.Remaining())
		}
		_ = bar.Set(s.Done) // a bar that cannot be drawn is no reason to stop
		if s.Done == s.Total {
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
