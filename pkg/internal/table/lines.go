package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds the memory of a line, in bytes.
const maxLine = 16 << 20

// Lines reads text line by line.
type Lines struct {
	Name string // of the file in errors
	Row  int    // number of the line that was read last, from 1; 0 before the first
	in   *bufio.Scanner
	io.Closer
}

// OpenLines opens the file at path, plain or compressed with gzip, or the standard input if
// path is Stdin. Close it after use. Its errors are the errors of Open.
func OpenLines(path string) (*Lines, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	l := NewLines(path, "text", f)
	l.Closer = f
	return l, nil
}

// NewLines returns a reader of the lines of r, which Text reads: kind is the format that is wanted, and errors call the
// file name.
func NewLines(name, kind string, r io.Reader) *Lines {
	return linesOf(name, textOf(name, kind, r))
}

func linesOf(name string, text *textReader) *Lines {
	in := bufio.NewScanner(text)
	in.Buffer(make([]byte, 1<<16), maxLine)
	return &Lines{Name: name, in: in, Closer: io.NopCloser(nil)}
}

// Next returns the next line without its end, LF or CRLF. The next call overwrites it. The
// error is io.EOF after the last line, otherwise of type *Error.
func (l *Lines) Next() ([]byte, error) {
	more := l.in.Scan()
	if err := l.in.Err(); err != nil { // the text before it is not a line
		return nil, l.failed(err)
	}
	if !more {
		return nil, io.EOF
	}
	l.Row++
	return l.in.Bytes(), nil
}

// failed returns an error of the text as an error about the next line.
func (l *Lines) failed(err error) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	if errors.Is(err, bufio.ErrTooLong) {
		return l.ErrorAt(l.Row+1, "has more than %d MiB; is it a text file?", maxLine>>20)
	}
	return l.ErrorAt(l.Row+1, "cannot be read further: %v; is the file whole?", err)
}

// Errorf returns an error about the line that was read last.
func (l *Lines) Errorf(format string, args ...any) *Error { return l.ErrorAt(l.Row, format, args...) }

// ErrorAt returns an error about a line; row 0 is the whole file.
func (l *Lines) ErrorAt(row int, format string, args ...any) *Error {
	return &Error{File: l.Name, Row: row, Problem: fmt.Sprintf(format, args...)}
}
