package display

import (
	"fmt"
	"os"

	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/janpfeifer/gonb/gonbui"
)

// Progress returns a function that shows the progress of the titled work. It may be called from
// several goroutines, with done = 0 at the start; the work ends when done reaches total. In a
// notebook one line below the cell is updated in place; its last state holds no times, so that a
// saved notebook is the same after each run. In a terminal it is a bar on standard error. Errors
// of the notebook are ignored: they do not stop the work.
func Progress(title string) func(done, total int) {
	if !gonbui.IsNotebook {
		return progress.New(os.Stderr, title)
	}
	id := gonbui.UniqueId()
	return progress.Show(func(s progress.State) {
		html, text := progressLine(title, s)
		_ = sendText(id, html, text)
	})
}

// progressLine returns the line as HTML and as text.
func progressLine(title string, s progress.State) (html, text string) {
	if s.Done == s.Total {
		text = fmt.Sprintf("%s: %d done", title, s.Total)
		return "<p>" + escape(text) + "</p>", text
	}
	text = fmt.Sprintf("%d of %d, %s", s.Done, s.Total, s.Remaining())
	html = fmt.Sprintf("<p>%s <progress value=%d max=%d></progress> %s</p>", escape(title), s.Done, s.Total, text)
	return html, title + ": " + text
}
