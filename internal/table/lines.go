package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
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

// signatures are the first bytes of files that are often mistaken for text.
var signatures = []struct{ magic, problem string }{
	{"PK\x03\x04", "is a ZIP archive or an Excel workbook; save it as %s (UTF-8)"},
	{"\xff\xfe", "is UTF-16 text; save it as %s (UTF-8)"},
	{"\xfe\xff", "is UTF-16 text; save it as %s (UTF-8)"},
	{"%PDF", "is a PDF document; give a %s file"},
}

// maxRecord is the longest record that is read, in bytes. Without a bound a quotation mark that is
// never closed would make the rest of the file one record.
const maxRecord = 16 << 20

// maxBlank is how many blank lines may follow each other: a small packed file can hold
// thousands of millions.
const maxBlank = 1 << 20

// textReader passes on the bytes of a text file as long as they are text.
type textReader struct {
	file, kind string
	src        *bufio.Reader
	good       int   // bytes at the head of src that are text
	passed     int64 // bytes before those
	limit      int64 // largest passed + good, 0 for no limit
	record     int64 // where the record began that is being read, negative if unknown
	line       int
	carriage   bool // the last good byte is a carriage return
	blank      bool // the present line has only blanks so far
	blanks     int  // blank lines before it
	err        *Error
}

// textOf returns a reader of the text in r, unpacked if it is packed with gzip, without its
// byte order mark. It refuses anything but text in UTF-8 with line ends LF or CRLF: its errors are
// of type *Error, call the file name, and have the line. UTF-16, archives and other formats are
// recognised. The kind is the format that is wanted, such as CSV.
func textOf(name, kind string, r io.Reader) *textReader {
	t := newText(name, kind, r, 0)
	t.record = -1
	return t
}

func newText(file, kind string, r io.Reader, limit int64) *textReader {
	t := &textReader{file: file, kind: kind, limit: limit, line: 1, blank: true}
	plain, err := Unpack(file, r)
	if err != nil {
		t.err = err
		plain = bufio.NewReader(bytes.NewReader(nil))
	}
	if limit > 0 {
		plain = bufio.NewReaderSize(io.LimitReader(plain, limit+1), 1<<16)
	}
	t.src = plain
	head, _ := t.src.Peek(4)
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.magic)) {
			t.fail(0, s.problem, kind)
		}
	}
	if bytes.HasPrefix(head, []byte("\uFEFF")) {
		_, _ = t.src.Discard(len("\uFEFF")) // it was peeked
		t.passed = int64(len("\uFEFF"))
	}
	return t
}

// fail sets the error that comes after the good bytes. Only some problems name the kind.
func (t *textReader) fail(line int, format string, args ...any) {
	if !bytes.ContainsRune([]byte(format), '%') {
		args = nil
	}
	t.err = &Error{File: t.file, Row: line, Problem: fmt.Sprintf(format, args...)}
}

// Read passes on checked bytes.
func (t *textReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if t.good == 0 && t.err == nil {
		if err := t.more(); err != nil {
			return 0, err
		}
	}
	if t.good == 0 {
		return 0, t.err
	}
	n, err := t.src.Read(p[:min(len(p), t.good)])
	t.good -= n
	t.passed += int64(n)
	return n, err
}

// more checks the bytes that src has, and has it read until there are some.
func (t *textReader) more() error {
	for need := 1; t.good == 0 && t.err == nil; need++ {
		_, err := t.src.Peek(need)
		chunk, _ := t.src.Peek(t.src.Buffered())
		if t.limit > 0 && t.passed+int64(len(chunk)) > t.limit {
			return tooBig(t.file, t.limit)
		}
		if t.record >= 0 && t.passed+int64(len(chunk))-t.record > maxRecord {
			t.fail(0, "has a record of more than %d MiB; is a quotation mark missing?", maxRecord>>20)
			return t.err
		}
		t.check(chunk, err != nil)
		t.countBlank(chunk[:t.good])
		switch {
		case t.good > 0 || t.err != nil:
		case err == io.EOF:
			return err
		case err != nil:
			return unreadable(t.file, err)
		}
	}
	return nil
}

// check counts the good bytes of a chunk; end reports that it is the last one.
func (t *textReader) check(chunk []byte, end bool) {
	for i := 0; i < len(chunk); {
		if !t.carriage {
			for i < len(chunk) && (chunk[i] >= ' ' && chunk[i] < utf8.RuneSelf || chunk[i] == '\n') {
				if chunk[i] == '\n' {
					t.line++
				}
				i++
			}
			if t.good = i; i == len(chunk) {
				return
			}
		}
		c := chunk[i]
		if t.carriage && c != '\n' {
			t.fail(t.line, "a carriage return stands alone; save the file with line ends LF or CRLF")
			return
		}
		if c >= utf8.RuneSelf && !end && !utf8.FullRune(chunk[i:]) {
			return
		}
		r, size := utf8.DecodeRune(chunk[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			t.fail(t.line, "byte 0x%02x is not UTF-8 text; save the file as %s (UTF-8)", c, t.kind)
			return
		case control(r):
			t.fail(t.line, "byte 0x%02x is not text; give a %s file", c, t.kind)
			return
		case r == '\n':
			t.line++
		}
		t.carriage = r == '\r'
		i += size
		t.good = i
	}
}

// countBlank counts the blank lines that follow each other, and refuses too many.
func (t *textReader) countBlank(good []byte) {
	for len(good) > 0 {
		end := bytes.IndexByte(good, '\n')
		line := good[:end+1]
		if end < 0 {
			line = good
		}
		good = good[len(line):]
		t.blank = t.blank && line[0] <= ' ' && len(bytes.TrimLeft(line, " \t\r\n")) == 0
		switch {
		case end < 0:
		case t.blank:
			t.blanks++
		default:
			t.blank, t.blanks = true, 0
		}
	}
	if t.blanks > maxBlank && t.err == nil {
		t.fail(t.line, "more than %d blank lines in a row; is it the right file?", maxBlank)
	}
}
