package table

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reading of a large file is watched to its end, also if it is closed before; a small one is not.
func TestWatch(t *testing.T) {
	defer func() { Watch = nil }()
	var calls [][2]int
	names := ""
	Watch = func(path string) func(done, total int) {
		names += filepath.Base(path)
		return func(done, total int) { calls = append(calls, [2]int{done, total}) }
	}
	write := func(name string, size int) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(strings.Repeat("x", size)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	f, err := Open(write("large", watchedSize))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(f, make([]byte, watchedSize/4)); err != nil {
		t.Fatal(err)
	}
	f.Close()
	small, err := Open(write("small", watchedSize-1))
	if err != nil {
		t.Fatal(err)
	}
	small.Close()
	if want := [2]int{watchedSize / 4, watchedSize}; len(calls) != 2 || calls[0] != want {
		t.Errorf("got calls %v, want %v and then the end", calls, want)
	}
	if last := calls[len(calls)-1]; last[0] != watchedSize {
		t.Errorf("closed with %v, want %d done", last, watchedSize)
	}
	if names != "large" {
		t.Errorf("watched %q, want large alone", names)
	}
	// A file that grows while it is read ends at its first size.
	calls = nil
	path := write("growing", watchedSize)
	if f, err = Open(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, make([]byte, 2*watchedSize), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, c := range calls {
		if c[0] > watchedSize || c[1] != watchedSize {
			t.Fatalf("of a growing file %d of %d bytes are read, want at most its first size %d", c[0], c[1], watchedSize)
		}
	}
	if names != "largegrowing" {
		t.Errorf("watched %q, want the growing file, too", names)
	}
	// A file beyond the limit is refused before it is read.
	calls = nil
	type row struct {
		X int `dataframe:"x"`
	}
	_, _, err = ReadFile[row](write("large", 2*watchedSize), MaxBytes(watchedSize))
	var tooBig *Error
	if !errors.As(err, &tooBig) || len(calls) != 1 {
		t.Errorf("got error %v after %d calls, want one that it is too big, after none but the end", err, len(calls))
	}
}
