package table

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// What can be read only once is kept: a pipe of any length, for readers in turn and at once.
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
		s := &spool{src: r}
		got := [3][]byte{}
		var errs [3]error
		var both sync.WaitGroup
		for i := range 2 {
			both.Go(func() { got[i], errs[i] = io.ReadAll(&spooled{spool: s}) })
		}
		both.Wait()
		got[2], errs[2] = io.ReadAll(&spooled{spool: s})
		for i := range got {
			if errs[i] != nil || !bytes.Equal(got[i], text) {
				t.Errorf("reader %d of %d bytes: got %d bytes and error %v", i, size, len(got[i]), errs[i])
			}
		}
	}
}

// No more is read than somebody asks for: an endless pipe costs what is read of it.
func TestSpoolEndless(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Write(make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	s := &spool{src: r}
	for range 2 {
		if n, err := io.ReadFull(&spooled{spool: s}, make([]byte, 1000)); err != nil {
			t.Errorf("got %d bytes and error %v, want 1000 bytes", n, err)
		}
	}
}

// A standard input that is a file is read from where it stands.
func TestStdinFile(t *testing.T) {
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
	defer func(in *os.File) { os.Stdin = in }(os.Stdin)
	os.Stdin = f
	for range 2 {
		in, err := Open(Stdin)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(in); err != nil || string(got) != "second" {
			t.Errorf("got %q and error %v, want %q", got, err, "second")
		}
	}
}
