package corpus

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/text"
)

// Columns says what the columns of a file of tagged tokens are.
type Columns struct {
	Scheme text.Scheme // of the tags
	Tag    int         // column of the tag, from 1; 0 is the last one
	Fields []int       // columns that taggers see, from 1; nil for all but the tag
}

// Read reads a file, which may be packed with gzip; "-" is the standard input.
func (o Columns) Read(path string) (*Corpus, error) { return file(path, o.Parse) }

// Parse reads text: one token a line with its columns separated by blanks, an empty line
// between sentences. Lines before a sentence that begin with # and a blank are comments, and -DOCSTART- lines
// are markers. All tokens have equally many columns. Tags that the scheme does not have,
// and transitions between tags that it does not have, are errors.
func (o Columns) Parse(name string, r io.Reader) (*Corpus, error) {
	c := &Corpus{}
	in := newLines(name, r)
	p := columnParser{Columns: o, in: in, corpus: c}
	for line, ok := in.next(); ok; line, ok = in.next() {
		if err := p.line(line); err != nil {
			return nil, err
		}
	}
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := p.flush(); err != nil {
		return nil, err
	}
	return c.full(name)
}

type columnParser struct {
	Columns
	in     *lines
	corpus *Corpus
	width  int // columns of each token
	first  int // line of the first token of the sentence
	tokens [][]string
	tags   []text.Tag
}

func (p *columnParser) line(line string) error {
	fields := strings.Fields(line)
	switch {
	case len(fields) == 0 || fields[0] == "-DOCSTART-":
		return p.flush()
	case p.comment(fields):
		return nil
	}
	if p.width == 0 {
		p.width = len(fields)
		if err := p.check(); err != nil {
			return err
		}
	}
	if len(fields) != p.width {
		return p.in.errorf("%d columns, %d in the first token; give each token as many", len(fields), p.width)
	}
	tag, err := p.Scheme.Tag(fields[p.Tag-1])
	if err != nil {
		return p.in.errorf("%w", err)
	}
	token := make([]string, len(p.Fields))
	for k, column := range p.Fields {
		if token[k], err = p.in.token(fields[column-1]); err != nil {
			return err
		}
	}
	if len(p.tokens) == 0 {
		p.first = p.in.line
	}
	p.tokens, p.tags = append(p.tokens, token), append(p.tags, tag)
	return nil
}

// comment reports whether a line is a comment and not a token #: it stands before a
// sentence, and is an assignment or has not the columns of a token.
func (p *columnParser) comment(fields []string) bool {
	return fields[0] == "#" && len(p.tokens) == 0 && (len(fields) != p.width || slices.Contains(fields, "="))
}

// check fills in the columns and returns an error for those that are not there.
func (p *columnParser) check() error {
	if p.Tag == 0 {
		p.Tag = p.width
	}
	if p.Fields == nil {
		for column := 1; column <= p.width; column++ {
			if column != p.Tag {
				p.Fields = append(p.Fields, column)
			}
		}
	}
	for _, column := range append(slices.Clone(p.Fields), p.Tag) {
		if column < 1 || column > p.width {
			return p.in.errorf("column %d; the first token has %d columns", column, p.width)
		}
	}
	switch {
	case slices.Contains(p.Fields, p.Tag):
		return p.in.errorf("column %d is the tag, and a tagger must not see it; name other columns", p.Tag)
	case len(p.Fields) == 0:
		return p.in.errorf("one column; a token and its tag take two")
	}
	return nil
}

// flush ends a sentence.
func (p *columnParser) flush() error {
	if len(p.tokens) == 0 {
		return nil
	}
	if faults, at := p.Scheme.Faults(p.tags); faults > 0 {
		return fmt.Errorf("corpus: %s: line %d: %s cannot stand here in scheme %s; name the scheme of the file, or mend the tags", p.in.name, p.first+at, p.Scheme.Text(p.tags[at]), p.Scheme)
	}
	p.corpus.Tokens = append(p.corpus.Tokens, p.tokens)
	p.corpus.Chunks = append(p.corpus.Chunks, p.Scheme.Chunks(p.tags, text.Strict))
	p.tokens, p.tags = nil, p.tags[:0]
	return nil
}
