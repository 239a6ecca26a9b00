package display

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/pkg/figure"
)

// syncTimeout is how long a cell waits for the notebook to take an output.
const syncTimeout = 30 * time.Second

// registerOnce lets gob encode the size of images. Without it the figure would be lost and the pipe
// to the notebook closed.
var registerOnce = sync.OnceFunc(func() { gob.Register(map[string]any{}) })

// send gives d to the notebook and waits until it has arrived. Otherwise a program that ends could
// lose its last output, and its next output could overtake this one.
func send(d *protocol.DisplayData) error {
	registerOnce()
	gonbui.SendData(d)
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not accept the output: %w", err)
	}
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(syncTimeout):
		return errors.New("display: the notebook does not answer; restart its kernel")
	}
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not accept the output: %w", err)
	}
	return nil
}

// sendText gives the notebook HTML and its text version. With an id, a later call with the same id
// replaces them.
func sendText(id, html, text string) error {
	return send(&protocol.DisplayData{
		Data:      map[protocol.MIMEType]any{protocol.MIMETextHTML: html, protocol.MIMETextPlain: text},
		DisplayID: id,
	})
}

// fileName matches names of columns of files, such as standard_error.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// wholeNames are the headings of columns that are not made from the words of their names.
var wholeNames = map[string]string{"p_value": "p-value", "p_better": "P(B better)",
	"times_bcv-t": "power / power of bcv-t", "n_components": "components", "dof": "degrees of freedom"}

// hypotheses begin the names of columns of their probability.
var hypotheses = regexp.MustCompile(`^p_h([01])`)

// shortWords are the abbreviations in names of columns as papers write them; MEAN and STD are
// names of gota.
var shortWords = map[string]string{"se": "s.e.", "sd": "s.d.", "pct": "%", "fpa": "FPA", "f1": "F1", "h0": "H0",
	"h1": "H1", "ci": "interval", "snr": "SNR", "cpu": "CPU", "MEAN": "mean", "STD": "s.d."}

// heading returns the heading of a column from its name.
func heading(name string) string {
	if whole, ok := wholeNames[name]; ok || !fileName.MatchString(name) {
		return cmp.Or(whole, name)
	}
	words := strings.Split(hypotheses.ReplaceAllString(name, "P(H$1)"), "_")
	for i, w := range words {
		words[i] = cmp.Or(shortWords[w], w)
	}
	return strings.Join(words, " ")
}

// inWords replaces names of numbers, such as A/n_components, by words.
func inWords(cells []string) {
	for i, cell := range cells {
		parts := strings.Split(cell, "/")
		for k, part := range parts {
			parts[k] = heading(part)
		}
		cells[i] = strings.Join(parts, ", ")
	}
}

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

// Figure shows f below the running cell at its natural size, with f.Alt as the text, in lines of
// at most 100 columns, for readers who see no images. Outside a notebook it only checks that f
// can be drawn. The arguments are the results of a function that makes a figure:
//
//	display.Figure(figure.Comparison(v))
//
// Figure ends the program as Check does if err is not nil, if f cannot be drawn, or if the
// notebook does not accept it.
func Figure(f *figure.Figure, err error) {
	Check(err)
	Check(showFigure(f))
}

func showFigure(f *figure.Figure) error {
	if f == nil {
		return errors.New("display: no figure; was the error of the function that makes it checked?")
	}
	var png bytes.Buffer
	if err := figure.Write(&png, f, "figure.png"); err != nil || !gonbui.IsNotebook {
		return err
	}
	return send(&protocol.DisplayData{
		Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG:  png.Bytes(),
			protocol.MIMETextPlain: wrapText(f.Alt, maxWidth),
		},
		Metadata: map[string]any{
			string(protocol.MIMEImagePNG): map[string]any{"width": f.Width, "height": f.Height},
		},
	})
}
