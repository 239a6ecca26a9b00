package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

const (
	longestToken = 4096    // bytes
	longestLine  = 1 << 20 // bytes
)

// lines reads a text line by line.
type lines struct {
	name    string
	scanner *bufio.Scanner
	line    int // from 1
}

func newLines(name string, r io.Reader) *lines {
	s := bufio.NewScanner(table.Text(name, "text", r))
	s.Buffer(make([]byte, 1<<16), longestLine)
	return &lines{name: name, scanner: s}
}

// next returns the next line; what stands before a fault of the text is not a line.
func (l *lines) next() (string, bool) {
	if !l.scanner.Scan() || l.scanner.Err() != nil {
		return "", false
	}
	l.line++
	return l.scanner.Text(), true
}

// err returns what ended the text too early.
func (l *lines) err() error {
	switch err := l.scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.line++
		return l.errorf("a line of more than 1 MiB; it is no text of sentences")
	case errors.As(err, new(*table.Error)):
		return err
	case err != nil:
		l.line++
		return l.errorf("%w; is the file whole?", err)
	}
	return nil
}

// sentences calls row with the fields of each line, which tabs separate, and end after each
// empty line and at the end of the text. Lines that begin with # are comments.
func (l *lines) sentences(row func(fields []string) error, end func() error) error {
	for line, ok := l.next(); ok; line, ok = l.next() {
		var err error
		switch {
		case strings.TrimSpace(line) == "":
			err = end()
		case line[0] != '#':
			err = row(strings.Split(line, "\t"))
		}
		if err != nil {
			return err
		}
	}
	if err := l.err(); err != nil {
		return err
	}
	return end()
}

// errorf returns an error of the present line.
func (l *lines) errorf(format string, args ...any) error {
	return fmt.Errorf("corpus: %s: line %d: %w", l.name, l.line, fmt.Errorf(format, args...))
}

// token checks a field and returns a copy that does not hold on to the line.
func (l *lines) token(field string) (string, error) {
	if len(field) > longestToken {
		return "", l.errorf("a token of %d bytes; at most %d are read", len(field), longestToken)
	}
	return strings.Clone(field), nil
}

// file calls read on a file, "-" being the standard input, and refuses an empty corpus.
func file(path string, read func(name string, r io.Reader) (*Corpus, error)) (*Corpus, error) {
	f, err := table.Open(path)
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	defer f.Close()
	if path == table.Stdin {
		path = "standard input"
	}
	return read(path, f)
}

// full refuses a text without sentences.
func (c *Corpus) full(name string) (*Corpus, error) {
	if c.Len() == 0 {
		return nil, fmt.Errorf("corpus: %s: no sentences", name)
	}
	return c, nil
}
