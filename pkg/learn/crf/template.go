package crf

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reach is the largest distance of a field from the position, as in CRF++.
const reach = 8

const (
	maxTemplates = 1000
	maxColumns   = 1000
)

// Templates define the attributes of each position of a sentence.
type Templates struct {
	unigram, bigram []template
	columns         int
}

// template is text with fields of tokens.
type template struct {
	source string
	pieces []piece
}

// piece is text, followed by the field in column col of the token row positions later; col -1 means no field.
type piece struct {
	text     string
	row, col int
}

// ParseTemplates reads templates in the language of CRF++, one per line:
//
//	U02:%x[0,0]            the field in column 0 of the token itself
//	U05:%x[-1,0]/%x[0,0]   the field of the previous token, then its own
//	B                      no field: only the two tags
//
// A line that begins with U makes unigram attributes, a line that begins with B bigram attributes; the whole
// expanded line is the name of the attribute. Rows are -8 to 8, columns count from 0. Empty lines and lines that
// begin with # are ignored. Control characters, including tabs, are refused. The error names the line.
func ParseTemplates(text string) (*Templates, error) {
	t := new(Templates)
	for k, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		if len(line) > maxField {
			return nil, fmt.Errorf("crf: templates: line %d: %d bytes; at most %d are read", k+1, len(line), maxField)
		}
		if strings.IndexFunc(line, unicode.IsControl) >= 0 || !utf8.ValidString(line) {
			return nil, fmt.Errorf("crf: templates: line %d: %.40q has a control character or is not UTF-8 text; remove what "+
				"is not text", k+1, line)
		}
		parsed, err := parseTemplate(line)
		if err != nil {
			return nil, fmt.Errorf("crf: templates: line %d: %w", k+1, err)
		}
		switch line[0] {
		case 'U':
			t.unigram = append(t.unigram, parsed)
		case 'B':
			t.bigram = append(t.bigram, parsed)
		default:
			return nil, fmt.Errorf("crf: templates: line %d: %.40q begins neither with U nor with B; write U00:%%x[0,0] or B",
				k+1, line)
		}
		for _, p := range parsed.pieces {
			t.columns = max(t.columns, p.col+1)
		}
	}
	switch n := len(t.unigram) + len(t.bigram); {
	case n == 0:
		return nil, fmt.Errorf("crf: templates: there are none; write one per line, as U00:%%x[0,0]")
	case n > maxTemplates:
		return nil, fmt.Errorf("crf: templates: %d of them; at most %d are read", n, maxTemplates)
	}
	return t, nil
}

func parseTemplate(line string) (t template, err error) {
	t.source = line
	rest := line
	for {
		text, field, found := strings.Cut(rest, "%")
		if !found {
			t.pieces = append(t.pieces, piece{text: rest, col: -1})
			return t, nil
		}
		inside, after, closed := strings.Cut(field, "]")
		inside, opened := strings.CutPrefix(inside, "x[")
		row, col, comma := strings.Cut(inside, ",")
		if !opened || !closed || !comma {
			return t, fmt.Errorf("%.40q: write x[row,column] after %%, as %%x[-1,0]", line)
		}
		p := piece{text: text}
		if p.row, err = parseNumber(row, reach); err != nil {
			return t, fmt.Errorf("%.40q: row %.20q is not a number from -%d to %d", line, row, reach, reach)
		}
		if p.col, err = parseNumber(col, maxColumns-1); err != nil || p.col < 0 || col[0] == '-' {
			return t, fmt.Errorf("%.40q: column %.20q is not a number from 0 to %d", line, col, maxColumns-1)
		}
		t.pieces = append(t.pieces, p)
		rest = after
	}
}

// parseNumber reads a whole number of at most limit in size.
func parseNumber(s string, limit int) (int, error) {
	n, err := strconv.Atoi(s)
	if err == nil && (s[0] == '+' || n > limit || n < -limit) {
		err = strconv.ErrRange
	}
	return n, err
}

// Columns returns the least number of fields of a token.
func (t *Templates) Columns() int { return t.columns }

// String returns the templates, one per line, unigrams first.
func (t *Templates) String() string {
	var b strings.Builder
	for _, list := range [][]template{t.unigram, t.bigram} {
		for _, one := range list {
			b.WriteString(one.source)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// expand appends the attribute at a position of a sentence to name. Beyond the ends are the markers of CRF++: _B-1
// before the first token, _B+1 after the last.
func (t *template) expand(name []byte, sentence [][]string, position int) []byte {
	for _, p := range t.pieces {
		name = append(name, p.text...)
		if p.col < 0 {
			continue
		}
		switch i := position + p.row; {
		case i < 0:
			name = append(append(name, "_B-"...), byte('0'-i))
		case i >= len(sentence):
			name = append(append(name, "_B+"...), byte('1'+i-len(sentence)))
		default:
			name = append(name, sentence[i][p.col]...)
		}
	}
	return name
}
