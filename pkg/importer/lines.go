package importer

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// lines reads text line by line.
type lines struct {
	name string
	in   *bufio.Reader
	row  int // of the line that was read last, from 1
	long []byte
	crlf bool // what lines end with
	ends int  // how many have ended
	io.Closer
}

// openLines opens a file, plain or packed with gzip, or the standard input.
func openLines(name string) (*lines, error) {
	f, err := table.Open(name)
	if err != nil {
		return nil, err
	}
	return &lines{name: name, in: bufio.NewReaderSize(table.Text(name, "text", f), 1<<16), Closer: f}, nil
}

// longestLine bounds the memory of a line, in bytes.
const longestLine = 16 << 20

// next returns the next line without its end. It is overwritten by the next call. The
// error is io.EOF at the end, else of type *table.Error.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.rest(line)
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, l.readError(err)
	}
	l.row++
	n := len(line)
	if n == 0 || line[n-1] != '\n' {
		return line, nil
	}
	line = line[:n-1]
	crlf := n > 1 && line[n-2] == '\r'
	if crlf {
		line = line[:n-2]
	}
	if l.ends > 0 && crlf != l.crlf {
		return nil, l.errorf("ends with %s, the lines before it with %s; save the file with one kind of line end", lineEnd(crlf), lineEnd(l.crlf))
	}
	l.crlf = crlf
	l.ends++
	return line, nil
}

// rest reads the rest of a long line.
func (l *lines) rest(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	for {
		part, err := l.in.ReadSlice('\n')
		l.long = append(l.long, part...)
		switch {
		case len(l.long) > longestLine:
			l.row++
			return nil, l.errorf("has more than %d MiB; give text with one token or one sentence a line", longestLine>>20)
		case !errors.Is(err, bufio.ErrBufferFull):
			return l.long, err
		}
	}
}

func (l *lines) readError(err error) error {
	var known *table.Error
	if errors.As(err, &known) {
		return err
	}
	l.row++
	return l.errorf("cannot be read further: %v; is the file whole?", err)
}

func lineEnd(crlf bool) string {
	if crlf {
		return "CRLF"
	}
	return "LF"
}

// errorf returns an error about the line that was read last.
func (l *lines) errorf(format string, args ...any) error { return l.errorAt(l.row, format, args...) }

// errorAt returns an error about a line; 0 is the whole file.
func (l *lines) errorAt(row int, format string, args ...any) error {
	return &table.Error{File: l.name, Row: row, Problem: fmt.Sprintf(format, args...)}
}
