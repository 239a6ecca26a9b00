package corpus

import (
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/text"
)

// Columns describes the columns of a file of tagged tokens.
type Columns struct {
	Scheme text.Scheme // of the tags
	Tag    int         // column of the tag, from 1; 0 means the last column
	Fields []int       // columns that taggers see, from 1; nil means all except the tag
}

// Read reads the file at path, plain or compressed with gzip; table.Stdin ("-") is the standard input. See Parse.
func (o Columns) Read(path string) (*Corpus, error) { return read(path, o.parse) }

// Parse reads text: one token per line with its columns separated by blanks, and an empty line between sentences.
// Lines before a sentence that begin with # and a blank are comments, and lines that begin with -DOCSTART- are
// markers. All tokens have the same number of columns. Errors call the text name; tags that the scheme does not
// have, and sequences of tags that it does not allow, are errors.
func (o Columns) Parse(name string, r io.Reader) (*Corpus, error) {
	return o.parse(table.NewLines(name, "text", r))
}

func (o Columns) parse(in *table.Lines) (*Corpus, error) {
	c := &Corpus{}
	p := columnParser{Columns: o, in: in, corpus: c}
	if err := eachLine(in, p.line); err != nil {
		return nil, err
	}
	if err := p.flush(); err != nil {
		return nil, err
	}
	return c.full(in)
}

type columnParser struct {
	Columns
	in     *table.Lines
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
		return p.in.Errorf("%d columns, %d in the first token; give each token the same number", len(fields), p.width)
	}
	tag, err := p.Scheme.Tag(fields[p.Tag-1])
	if err != nil {
		return p.in.Errorf("%s", strings.TrimPrefix(err.Error(), "text: "))
	}
	token := make([]string, len(p.Fields))
	for k, column := range p.Fields {
		token[k] = strings.Clone(fields[column-1])
		if err := checkToken(p.in, token[k]); err != nil {
			return err
		}
	}
	if len(p.tokens) == 0 {
		p.first = p.in.Row
	}
	p.tokens, p.tags = append(p.tokens, token), append(p.tags, tag)
	return nil
}

// comment reports whether a line is a comment and not a token #: it is before a sentence, and is an assignment or
// does not have the columns of a token.
func (p *columnParser) comment(fields []string) bool {
	return fields[0] == "#" && len(p.tokens) == 0 && (len(fields) != p.width || slices.Contains(fields, "="))
}

// check sets default columns and returns an error for columns that do not exist.
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
			return p.in.Errorf("column %d; the first token has %d columns", column, p.width)
		}
	}
	switch {
	case slices.Contains(p.Fields, p.Tag):
		return p.in.Errorf("column %d is the tag, and a tagger must not see it; name other columns", p.Tag)
	case len(p.Fields) == 0:
		return p.in.Errorf("one column; a token and its tag take two")
	}
	return nil
}

// flush ends a sentence.
func (p *columnParser) flush() error {
	if len(p.tokens) == 0 {
		return nil
	}
	if faults, at := p.Scheme.Faults(p.tags); faults > 0 {
		return p.in.ErrorAt(p.first+at, "%s cannot stand here in scheme %s; name the scheme of the file, or correct the tags",
			p.Scheme.Text(p.tags[at]), p.Scheme)
	}
	p.corpus.Tokens = append(p.corpus.Tokens, p.tokens)
	p.corpus.Chunks = append(p.corpus.Chunks, p.Scheme.Chunks(p.tags, text.Strict))
	p.tokens, p.tags = nil, p.tags[:0]
	return nil
}
