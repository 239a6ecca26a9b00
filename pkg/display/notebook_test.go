//go:build unix

package display

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// cellVariable makes the test binary a notebook cell that shows what it names.
const cellVariable = "BCV_TEST_CELL"

func TestMain(m *testing.M) {
	switch os.Getenv(cellVariable) {
	case "":
		os.Exit(m.Run())
	case "figures":
		Figure(dots())
		long, err := dots()
		long.Alt = strings.Repeat("nine char ", 11) + "end"
		Figure(long, err)
	case "text":
		Table([]pair{{"a < b", 0.5}}, Caption("two %s", "columns"))
		Note("p = %.2f & more", 0.25)
		listen := Progress("work")
		listen(0, 2)
		listen(2, 2)
	}
	os.Exit(0)
}

func dots() (*figure.Figure, error) {
	return figure.Curves([]figure.Point{{X: 1, Y: 2, Series: "a"}}, figure.Labels{Y: "count"})
}

// cell returns the command that shows something over the pipes in dir.
func cell(what, dir string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), cellVariable+"="+what,
		protocol.GONB_PIPE_ENV+"="+filepath.Join(dir, "to"), protocol.GONB_PIPE_BACK_ENV+"="+filepath.Join(dir, "from"))
	return c
}

// shown plays the kernel of a notebook: it runs the cell and returns what it sent.
func shown(t *testing.T, what string) []protocol.DisplayData {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"to", "from"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	answers := make(chan []protocol.DisplayData, 1)
	kernelErr := make(chan error, 1)
	go func() {
		got, err := kernel(dir)
		answers <- got
		kernelErr <- err
	}()
	if out, err := cell(what, dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	got := <-answers
	if err := <-kernelErr; err != nil {
		t.Fatal(err)
	}
	return got
}

// kernel reads messages until the cell ends and acknowledges them; it returns
// those to display.
func kernel(dir string) ([]protocol.DisplayData, error) {
	registerOnce()
	in, err := os.Open(filepath.Join(dir, "to"))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	out, err := os.OpenFile(filepath.Join(dir, "from"), os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	decoder, encoder := gob.NewDecoder(in), gob.NewEncoder(out)
	var shown []protocol.DisplayData
	for {
		var d protocol.DisplayData
		if err := decoder.Decode(&d); err != nil {
			return shown, nil // the cell has ended
		}
		request, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue)
		if !ok {
			shown = append(shown, d)
			continue
		}
		ack := protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: request.Value}
		if err := encoder.Encode(&ack); err != nil {
			return shown, err
		}
	}
}

func TestFigureInNotebook(t *testing.T) {
	got := shown(t, "figures")
	if len(got) != 2 {
		t.Fatalf("%d figures arrived", len(got))
	}
	texts := []string{"count against x: a", strings.TrimSpace(strings.Repeat("nine char ", 10)) + "\nnine char end"}
	for i, d := range got {
		data, _ := d.Data[protocol.MIMEImagePNG].([]byte)
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Width != 1280 || c.Height != 660 {
			t.Errorf("image of %d x %d, %v", c.Width, c.Height, err)
		}
		size, _ := d.Metadata["image/png"].(map[string]any)
		if size["width"] != 640 || size["height"] != 330 {
			t.Errorf("size %v", d.Metadata)
		}
		if text := d.Data[protocol.MIMETextPlain]; text != texts[i] {
			t.Errorf("alternative text %q", text)
		}
	}
}

// TestTextInNotebook: tables, notes and progress carry HTML and text in one
// message; the progress is one output, whose last state holds no time.
func TestTextInNotebook(t *testing.T) {
	got := shown(t, "text")
	if len(got) != 4 {
		t.Fatalf("%d outputs arrived", len(got))
	}
	for i, want := range []struct{ html, text string }{
		{"<td align=\"left\">a &lt; b</td>", "a < b"},
		{"<p>p = 0.25 &amp; more</p>", "p = 0.25 & more"},
		{"<progress value=0 max=2>", "work: 0 of 2, ..."},
		{"<p>work: 2 done</p>", "work: 2 done"},
	} {
		html, text := fmt.Sprint(got[i].Data[protocol.MIMETextHTML]), fmt.Sprint(got[i].Data[protocol.MIMETextPlain])
		if !strings.Contains(html, want.html) || !strings.Contains(text, want.text) || len(got[i].Data) != 2 {
			t.Errorf("output %d: %s\n%s", i, html, text)
		}
	}
	if got[0].DisplayID != "" || got[2].DisplayID == "" || got[2].DisplayID != got[3].DisplayID {
		t.Errorf("ids %q, %q, %q", got[0].DisplayID, got[2].DisplayID, got[3].DisplayID)
	}
}

// TestLost: an output that does not arrive is an error, never silence.
func TestLost(t *testing.T) {
	for _, what := range []string{"figures", "text"} {
		out, err := cell(what, filepath.Join(t.TempDir(), "nowhere")).CombinedOutput()
		want := "display: the notebook did not accept the output: failed opening pipe"
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: got %v: %s, want %q", what, err, out, want)
		}
	}
}

// TestFigureOutside: outside a notebook Figure checks the figure and is silent.
func TestFigureOutside(t *testing.T) {
	f, err := dots()
	Figure(f, err)
	f.Width = 0
	if showFigure(f) == nil {
		t.Error("a figure without size is shown")
	}
	if showFigure(nil) == nil {
		t.Error("no figure is shown")
	}
}
