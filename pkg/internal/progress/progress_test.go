package progress

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Where no terminal is, one line says that the work is done.
func TestPlain(t *testing.T) {
	var b bytes.Buffer
	listen := New(&b, "credibility")
	for done := range 11 {
		listen(done, 10)
	}
	if !regexp.MustCompile(`^credibility: done in \d+\.\d s\n$`).Match(b.Bytes()) {
		t.Errorf("%q", b.String())
	}
}

// The bar of a terminal names the work, shows its end, and leaves one line.
func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	listen := inTerminal(&b, "credibility")
	listen(1, 2)
	time.Sleep(interval + 50*time.Millisecond)
	listen(2, 2)
	text := b.String()
	if !strings.Contains(text, "credibility") || !strings.HasSuffix(text, " s\n") || !strings.Contains(text, "%") {
		t.Errorf("%q", text)
	}
}

// The block in a notebook shows the time left, not too often, and ends empty.
func TestNotebook(t *testing.T) {
	var blocks []string
	listen := inNotebook("<walk>", "id7", func(id, html string) {
		if id != "id7" {
			t.Errorf("block %q", id)
		}
		blocks = append(blocks, html)
	})
	for done := range 101 {
		listen(done, 100)
	}
	if len(blocks) < 2 || len(blocks) > 20 || blocks[len(blocks)-1] != "" {
		t.Fatalf("%d blocks, the last %q", len(blocks), blocks[len(blocks)-1])
	}
	if !strings.HasPrefix(blocks[0], "&lt;walk&gt; <progress value=0 max=100>") {
		t.Errorf("first block %q", blocks[0])
	}
	if got := line("walk", 25, 100, 10*time.Second); !strings.HasSuffix(got, "25 of 100, 30s left") {
		t.Errorf("line %q", got)
	}
}
