package table

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// The standard input can be read more than once: a pipe of any length, and a file from
// where it stands.
func TestSpool(t *testing.T) {
	for _, size := range []int{0, 10, maxKept, maxKept + 10} {
		text := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, _ = w.Write(text)
			w.Close()
		}()
		var s spool
		s.fill(r)
		for range 2 {
			got, err := io.ReadAll(io.NewSectionReader(s.from, s.at, s.size))
			if s.err != nil || err != nil || !bytes.Equal(got, text) {
				t.Errorf("%d bytes: %d are read, %v, %v", size, len(got), s.err, err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("first,second"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(6, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var s spool
	s.fill(f)
	if got, err := io.ReadAll(io.NewSectionReader(s.from, s.at, s.size)); err != nil || string(got) != "second" {
		t.Errorf("%q, %v", got, err)
	}
}
