//go:build unix

package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	folder := t.TempDir()
	kept, fresh := filepath.Join(folder, "kept"), filepath.Join(folder, "fresh")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{kept: 0o600, fresh: 0o640} {
		if err := Replace(path, text("x")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

// The files of two batches are not mixed: a batch waits while another replaces files in a folder.
func TestBatchesAreNotMixed(t *testing.T) {
	folder := t.TempDir()
	paths := []string{filepath.Join(folder, "losses"), filepath.Join(folder, "predictions")}
	var b Batch
	defer b.Discard()
	for _, path := range paths {
		if err := errors.Join(b.Create("", path), b.Write(path, text("mine"))); err != nil {
			t.Fatal(err)
		}
	}
	unlock := lockFolder(folder)
	committed := make(chan error, 1)
	go func() { committed <- b.Commit() }()
	select {
	case err := <-committed:
		t.Fatalf("the batch did not wait for the other one: error %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	unlock()
	if err := <-committed; err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if got, err := os.ReadFile(path); string(got) != "mine" {
			t.Errorf("%s: got %q and error %v, want %q", path, got, err, "mine")
		}
	}
}

// A batch whose files are in one folder by several names does not wait for itself.
func TestOneFolderByManyNames(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.Symlink(folder, "link"); err != nil {
		t.Fatal(err)
	}
	var b Batch
	defer b.Discard()
	for _, path := range []string{"a", filepath.Join(folder, "b"), filepath.Join("link", "c")} {
		if err := errors.Join(b.Create("", path), b.Write(path, text("mine"))); err != nil {
			t.Fatal(err)
		}
	}
	committed := make(chan error, 1)
	go func() { committed <- b.Commit() }()
	select {
	case err := <-committed:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the batch waits for itself: want the folder locked once")
	}
}

func TestLinks(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := os.Mkdir(at("sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"old": "sub/old.csv", "second": "old", "new": "sub/new.csv",
		"loop": "loop", "lost": "no/x"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("sub/old.csv"), []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, file := range map[string]string{"second": "sub/old.csv", "new": "sub/new.csv"} {
		if err := Replace(at(link), text(link)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(at(file)); string(got) != link {
			t.Errorf("%s holds %q, %v", file, got, err)
		}
		if info, err := os.Lstat(at(link)); err != nil || info.Mode().Type() != os.ModeSymlink {
			t.Errorf("%s is not a link any more: %v, %v", link, info, err)
		}
	}
	for _, link := range []string{"loop", "lost"} {
		if err := Replace(at(link), text("x")); !errors.Is(err, ErrCreate) {
			t.Errorf("%s: %v", link, err)
		}
	}
}

func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		b, _ := os.ReadFile(pipe)
		got <- string(b)
	}()
	if err := Replace(pipe, text("through")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("the pipe became %v, %v", info, err)
	}
	if s := <-got; s != "through" {
		t.Errorf("read %q", s)
	}
	if err := Replace(os.DevNull, text("away")); err != nil {
		t.Error(err)
	}
}

// Several files take their places together, or none does.
func TestBatch(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	var b Batch
	for _, name := range []string{"a", "b"} {
		if err := b.Create("--"+name, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Write(at("a"), text("x")); err != nil {
		t.Fatal(err)
	}
	if err := b.Write(at("b"), func(io.Writer) error { return io.ErrShortWrite }); !errors.Is(err, io.ErrShortWrite) ||
		!strings.HasPrefix(err.Error(), "--b: writing ") {
		t.Errorf("error %v", err)
	}
	if err := b.Commit(); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v of Commit, want that of Write", err)
	}
	b.Discard()
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.WriteFile(at("in"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(at("in"), at("other")); err != nil {
		t.Fatal(err)
	}
	b = Batch{}
	b.Reads("--data", at("in"))
	if err := b.Create("--x", at("out")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(folder, ".", "out"), "it is the output --x too; name two files"},
		{at("other"), "it is the input --data too; name another file"},
		{folder, "it is a directory; name a file"},
		{at("no/x"), "there is no directory " + at("no") + "; make it first"},
		{at("in/x"), "not a directory"},
	} {
		failing := b
		err := failing.Create("--x", c.path)
		want := "--x: cannot write " + c.path + ": " + c.want
		if err == nil || err.Error() != want || !errors.Is(err, ErrCreate) {
			t.Errorf("error %v, want %s", err, want)
		}
		if again := failing.Create("--y", at("y")); again != err {
			t.Errorf("another output after that: error %v, want the first one, %v", again, err)
		}
		if len(failing.outputs) != 1 {
			t.Errorf("%d outputs are open, want 1", len(failing.outputs))
		}
	}
	b.Discard()
}

// What a process left that was killed is removed by the next output in the folder, and nothing else: no file that a
// process writes, of another machine, or of another name.
func TestLeftFiles(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	var running Batch
	defer running.Discard()
	if err := running.Create("", at("running.csv")); err != nil {
		t.Fatal(err)
	}
	left := []string{".bcv-" + host() + "0123456789abcdef", ".bcv-" + host() + "fedcba9876543210"}
	others := []string{".bcv-00000000-0123456789abcdef", ".bcv-0123456789abcdef", "bcv-" + host()}
	for _, name := range slices.Concat(left, others) {
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Replace(at("new.csv"), text("x")); err != nil {
		t.Fatal(err)
	}
	for _, name := range left {
		if _, err := os.Stat(at(name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is there (error %v), want it removed", name, err)
		}
	}
	for _, name := range others {
		if _, err := os.Stat(at(name)); err != nil {
			t.Errorf("%s: error %v, want it kept", name, err)
		}
	}
	if err := errors.Join(running.Write(at("running.csv"), text("mine")), running.Commit()); err != nil {
		t.Errorf("the file of the running batch: error %v", err)
	}
}
