package table

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Stdin is the path that stands for the standard input wherever a file is read.
const Stdin = "-"

// Open opens the file at path for reading, or the standard input if path is Stdin. Its
// errors are of type *Error: there is no such file, it is a directory, or it cannot be
// read, for instance without permission. errors.Is finds the cause, such as fs.ErrNotExist.
//
// Text from the standard input, a pipe or a device is kept, so that it can be opened again although
// it can be read only once. Files that are packed with gzip are unpacked by the
// readers of this package, not here.
func Open(path string) (io.ReadCloser, error) {
	if path == Stdin {
		return openStdin()
	}
	stat, err := os.Stat(path) // before opening, which waits if path is a pipe nobody writes to
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Error{File: path, Problem: "no such file; check the name", Err: err}
	case err != nil:
		return nil, unreadable(path, err)
	case stat.IsDir():
		return nil, &Error{File: path, Problem: "is a directory; name a file"}
	}
	open := func() (*os.File, error) { return os.Open(path) }
	var f io.ReadCloser
	if stat.Mode().IsRegular() {
		f, err = open()
	} else {
		f, err = openSpool(stat, open)
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	if file, ok := f.(*os.File); ok && Watch != nil && stat.Size() >= watchedSize {
		return &watched{file, stat.Size(), 0, Watch(path)}, nil
	}
	return f, nil
}

// Watch, which a program may set before it opens a file, returns the listener of how many bytes of a large file were
// read, and of how many.
var Watch func(path string) func(done, total int)

// watchedSize is the size in bytes from which a file is large.
const watchedSize = 1 << 20

// watched is a file whose reading is watched.
type watched struct {
	*os.File
	size, done int64
	listen     func(done, total int)
}

// Read reads and says how far it is.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.File.Read(p)
	w.done = min(w.done+int64(n), w.size) // the file may grow meanwhile
	w.listen(int(w.done), int(w.size))
	return n, err
}

// Close ends the progress also of a file that is not read to its end.
func (w *watched) Close() error {
	w.listen(int(w.size), int(w.size))
	return w.File.Close()
}

// EscapeGlob returns a pattern of filepath.Glob that matches a text as it is.
func EscapeGlob(text string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(text)
}

// SameFile reports whether two paths name one file, also through links.
func SameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(first, second)
}

// ReadText returns the text of the file at path, or of the standard input if path is Stdin,
// as textOf reads it. A file of more than limit bytes is refused before more than these are in
// memory. Errors are of type *Error.
func ReadText(path, kind string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := newText(path, kind, f, limit)
	t.record = -1
	return io.ReadAll(t)
}

// Unpack returns the content of a file, decompressed if it is compressed with gzip, whatever its name.
func Unpack(name string, r io.Reader) (*bufio.Reader, *Error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); string(magic) != "\x1f\x8b" {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, Damaged(name, err)
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}

// Damaged returns the error of a file that is cut off, or whose compression is broken.
func Damaged(name string, err error) *Error {
	return &Error{File: name, Problem: fmt.Sprintf("cannot be read to its end: %v; is the file whole?", err), Err: err}
}
