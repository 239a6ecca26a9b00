package corpus

import (
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// longestToken is the limit of a token, in bytes.
const longestToken = 4096

// read opens a file and parses its lines.
func read(path string, parse func(in *table.Lines) (*Corpus, error)) (*Corpus, error) {
	in, err := table.OpenLines(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return parse(in)
}

// full refuses a text without sentences.
func (c *Corpus) full(in *table.Lines) (*Corpus, error) {
	if c.Len() == 0 {
		return nil, in.ErrorAt(0, "no sentences; is it the right file?")
	}
	return c, nil
}

// eachLine calls line with every line of a text.
func eachLine(in *table.Lines, line func(text string) error) error {
	for {
		text, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := line(string(text)); err != nil {
			return err
		}
	}
}

// eachRow reads the sentences of CoNLL-U. It calls row with the fields of each line, which are separated by tabs,
// and end after each empty line and at the end of the text. Lines that begin with # are comments.
func eachRow(in *table.Lines, row func(fields []string) error, end func() error) error {
	err := eachLine(in, func(line string) error {
		switch {
		case strings.TrimSpace(line) == "":
			return end()
		case line[0] != '#':
			return row(strings.Split(line, "\t"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return end()
}

// checkToken refuses a token that is too long.
func checkToken(in *table.Lines, token string) error {
	if len(token) > longestToken {
		return in.Errorf("a token of %d bytes; at most %d are read", len(token), longestToken)
	}
	return nil
}
