// Package progress shows how far long work has come: a bar with an estimate in a
// terminal, a line below the cell in a GoNB notebook, a line at the end
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

// interval is the shortest time between two updates.
const interval = 200 * time.Millisecond

// New returns a listener that shows progress of the named work on w. It may be
// called from several goroutines. The work ends when done reaches total. In a
// notebook, one line is updated in place and disappears at the end, so that a
// saved notebook holds no times.
func New(w io.Writer, name string) func(done, total int) {
	if gonbui.IsNotebook {
		return inNotebook(name, gonbui.UniqueID(), gonbui.UpdateHTML)
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return inTerminal(w, name)
	}
	return atEnd(w, name)
}

// inTerminal draws a bar.
func inTerminal(w io.Writer, name string) func(done, total int) {
	var mu sync.Mutex
	var bar *progressbar.ProgressBar
	end := atEnd(w, name)
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if bar == nil {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(name),
				progressbar.OptionThrottle(interval), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
		}
		_ = bar.Set(done) // a bar that cannot be drawn is no reason to stop
		end(done, total)
	}
}

// atEnd writes one line when the work is done.
func atEnd(w io.Writer, name string) func(done, total int) {
	start := time.Now()
	return func(done, total int) {
		if done == total {
			fmt.Fprintf(w, "%s: done in %.1f s\n", name, time.Since(start).Seconds())
		}
	}
}

// inNotebook updates a block of HTML.
func inNotebook(name, id string, update func(id, html string)) func(done, total int) {
	var mu sync.Mutex
	start := time.Now()
	var last time.Time
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done == total {
			update(id, "")
			return
		}
		if now := time.Now(); now.Sub(last) >= interval {
			last = now
			update(id, line(name, done, total, now.Sub(start)))
		}
	}
}

// line is what a notebook shows: a bar and an estimate of the time left.
func line(name string, done, total int, spent time.Duration) string {
	left := "..."
	if done > 0 {
		left = (spent * time.Duration(total-done) / time.Duration(done)).Round(time.Second).String()
	}
	return fmt.Sprintf("%s <progress value=%d max=%d></progress> %d of %d, %s left", html.EscapeString(name), done, total, done, total, left)
}
