//go:build unix

package figure

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

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// showVariable makes the test binary a notebook cell that shows a figure.
const showVariable = "BCV_TEST_SHOW"

func TestMain(m *testing.M) {
	if os.Getenv(showVariable) == "" {
		os.Exit(m.Run())
	}
	f, err := Bars([]Bar{{"a", 1, 2}}, Labels{Value: "count"})
	for range 2 {
		if err == nil {
			err = Show(f)
		}
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// cell returns the command that shows a figure over the pipes in dir.
func cell(dir string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), showVariable+"=1",
		protocol.GONB_PIPE_ENV+"="+filepath.Join(dir, "to"), protocol.GONB_PIPE_BACK_ENV+"="+filepath.Join(dir, "from"))
	return c
}

// TestShow plays the kernel of a notebook: it reads what two calls of Show send
// and acknowledges it.
func TestShow(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"to", "from"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown := make(chan []protocol.DisplayData, 1)
	kernelErr := make(chan error, 1)
	go func() {
		got, err := kernel(dir)
		shown <- got
		kernelErr <- err
	}()
	if out, err := cell(dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := <-shown
	if err := <-kernelErr; err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%d figures arrived", len(got))
	}
	for _, d := range got {
		data, _ := d.Data[protocol.MIMEImagePNG].([]byte)
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Width != 1280 || c.Height != 560 {
			t.Errorf("image of %d x %d, %v", c.Width, c.Height, err)
		}
		size, _ := d.Metadata["image/png"].(map[string]any)
		if size["width"] != 640 || size["height"] != 280 {
			t.Errorf("size %v", d.Metadata)
		}
		if text := d.Data[protocol.MIMETextPlain]; text != "Bar chart of count by number: a" {
			t.Errorf("alternative text %q", text)
		}
	}
}

// kernel reads messages until the cell ends; it returns those to display.
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

// TestShowFails: a figure that does not arrive is an error, never silence.
func TestShowFails(t *testing.T) {
	out, err := cell(filepath.Join(t.TempDir(), "nowhere")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "figure: the notebook did not take the figure: failed opening pipe") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestShowOutside: outside a notebook Show checks the figure and is silent.
func TestShowOutside(t *testing.T) {
	f, err := Bars([]Bar{{"a", 1, 2}}, Labels{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Show(f); err != nil {
		t.Error(err)
	}
	f.Width = 0
	if err := Show(f); err == nil {
		t.Error("a figure without size is shown")
	}
}
