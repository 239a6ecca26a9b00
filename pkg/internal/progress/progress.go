// Package progress shows how far long work has come: a bar with an estimate in a
// terminal, a block below the cell in a GoNB notebook, a line now and then
// elsewhere.
package progress

import (
	"fmt"
	"html"
	"io"
	"os"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	interval     = 200 * time.Millisecond // between two updates of a bar or block, at least
	lineInterval = time.Minute            // between two lines, at least
)

// New returns a listener that shows progress of the named work on w. It may be
// called from several goroutines, with done = 0, or what was done before, at the
// start; the work ends when done reaches total. In a notebook a block is updated
// in place and disappears at the end, and one line stays that names the work and
// its size and holds no times: a saved notebook is the same after each run.
func New(w io.Writer, name string) func(done, total int) {
	if gonbui.IsNotebook {
		show := inNotebook(name, gonbui.UniqueId(), gonbui.UpdateHTML, gonbui.DisplayHTML)
		return newTracker(show, interval, false, time.Now).listen
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return newTracker(inTerminal(w, name), interval, false, time.Now).listen
	}
	return newTracker(plain(w, name), lineInterval, true, time.Now).listen
}

// state is what a display shows.
type state struct {
	done, total int
	spent, left time.Duration // left is negative while nothing is known of it
}

// remaining says how long it will take.
func (s state) remaining() string {
	if s.left < 0 {
		return "..."
	}
	return s.left.Round(time.Second).String() + " left"
}

// tracker passes updates on to a display, not too many, and once at the end.
type tracker struct {
	mu          sync.Mutex
	show        func(state)
	every       time.Duration
	now         func() time.Time
	start, last time.Time
	before      int // done at the first call, from an earlier run; -1 until then
	ended       bool
}

// newTracker begins to count time; late says that the first update waits too.
func newTracker(show func(state), every time.Duration, late bool, now func() time.Time) *tracker {
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
	s := state{done: done, total: total, spent: now.Sub(t.start), left: -1}
	if ran := done - t.before; ran > 0 && total >= done {
		s.left = time.Duration(float64(s.spent) / float64(ran) * float64(total-done))
	}
	t.show(s)
}

// inTerminal draws a bar, and a line at the end.
func inTerminal(w io.Writer, name string) func(state) {
	var bar *progressbar.ProgressBar
	end := plain(w, name)
	return func(s state) {
		if bar == nil {
			bar = progressbar.NewOptions(s.total, progressbar.OptionSetWriter(w), progressbar.OptionSetPredictTime(false),
				progressbar.OptionSetElapsedTime(false), progressbar.OptionClearOnFinish())
		}
		if s.done != s.total {
			bar.Describe(name + ", " + s.remaining())
		}
		_ = bar.Set(s.done) // a bar that cannot be drawn is no reason to stop
		if s.done == s.total {
			end(s)
		}
	}
}

// plain writes lines.
func plain(w io.Writer, name string) func(state) {
	return func(s state) {
		if s.done != s.total {
			fmt.Fprintf(w, "%s: %d of %d, %s\n", name, s.done, s.total, s.remaining())
		} else {
			fmt.Fprintf(w, "%s: done in %.1f s\n", name, s.spent.Seconds())
		}
	}
}

// inNotebook updates a block of HTML; at the end it is emptied, and a line
// displayed.
func inNotebook(name, id string, update func(id, html string), display func(html string)) func(state) {
	name = html.EscapeString(name)
	return func(s state) {
		if s.done != s.total {
			update(id, fmt.Sprintf("%s <progress value=%d max=%d></progress> %d of %d, %s", name, s.done, s.total, s.done, s.total, s.remaining()))
			return
		}
		update(id, "")
		display(fmt.Sprintf("%s: %d done", name, s.total))
	}
}
