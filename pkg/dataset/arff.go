package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// readARFF reads the format of Weka: attributes with their levels or as numbers,
// then records. Names and values may stand in quotation marks; a comment goes
// from % at the beginning of a line, or after a blank, to its end.
func readARFF(name string, r io.Reader) (*rawTable, error) {
	t := &rawTable{file: name, arff: true}
	s := newLines(r)
	inData := false
	for s.Scan() {
		text := strings.TrimSpace(cutComment(s.Text()))
		if text == "" {
			continue
		}
		var problem error
		switch word, rest := cutWord(text); {
		case inData:
			problem = t.addARFF(text, place{name, s.line})
		case strings.EqualFold(word, "@attribute"):
			problem = t.addAttribute(rest)
		case strings.EqualFold(word, "@data"):
			inData = true
		case !strings.EqualFold(word, "@relation"):
			problem = fmt.Errorf("%.40q is none of @relation, @attribute and @data", word)
		}
		if problem != nil {
			return nil, &table.Error{File: name, Row: s.line, Problem: problem.Error()}
		}
	}
	if err := s.end(name); err != io.EOF {
		return nil, err
	}
	if !inData {
		return nil, &table.Error{File: name, Problem: "there is no @data line; give an ARFF file"}
	}
	return t, nil
}

// cutComment takes off a comment.
func cutComment(text string) string {
	var quote byte
	for i := 0; i < len(text); i++ {
		before := byte(' ')
		if i > 0 {
			before = text[i-1]
		}
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"') && strings.IndexByte(" \t,{", before) >= 0:
			quote = c
		case quote == 0 && c == '%' && (before == ' ' || before == '\t'):
			return text[:i]
		}
	}
	return text
}

// cutWord returns the first word of a text, without quotation marks, and the
// rest. An opening brace ends a word.
func cutWord(text string) (word, rest string) {
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		if word, rest, ok := cutQuoted(text); ok {
			return word, strings.TrimSpace(rest)
		}
	}
	if i := strings.IndexAny(text, " \t{"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// addAttribute adds a column.
func (t *rawTable) addAttribute(text string) error {
	name, kind := cutWord(text)
	c := rawColumn{name: name, kind: nominal}
	word, _ := cutWord(kind)
	is := func(names ...string) bool {
		return slices.ContainsFunc(names, func(k string) bool { return strings.EqualFold(k, word) })
	}
	switch list, braces := strings.CutPrefix(kind, "{"); {
	case name == "" || kind == "":
		return errors.New("an attribute needs a name and a type; write @attribute NAME numeric, or @attribute NAME {LEVEL,...}")
	case braces:
		var err error
		if c.levels, err = levelList(list); err != nil {
			return fmt.Errorf("attribute %.40q: %w", name, err)
		}
	case is("numeric", "real", "integer"):
		c.kind = numeric
	case !is("string"):
		return fmt.Errorf("attribute %.40q is of type %.40q; numbers, levels in braces and strings can be read", name, kind)
	}
	t.columns = append(t.columns, c)
	return nil
}

// levelList reads the list after an opening brace.
func levelList(text string) ([]string, error) {
	text, ok := strings.CutSuffix(strings.TrimSpace(text), "}")
	if !ok {
		return nil, errors.New("the list of levels has no closing brace; end it on this line")
	}
	levels, err := splitARFF(text)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool, len(levels))
	for _, level := range levels {
		if seen[level] {
			return nil, fmt.Errorf("level %.40q is listed twice; list it once", level)
		}
		seen[level] = true
	}
	return levels, nil
}

// addARFF adds a record.
func (t *rawTable) addARFF(text string, at place) error {
	if text[0] == '{' {
		return errors.New("sparse records cannot be read; write all values")
	}
	row, err := splitARFF(text)
	if err != nil {
		return err
	}
	if len(row) != len(t.columns) {
		return fmt.Errorf("%d values for %d attributes; separate values by commas, and enclose texts with commas in quotation marks", len(row), len(t.columns))
	}
	t.rows, t.places = append(t.rows, row), append(t.places, at)
	return nil
}

// splitARFF splits at commas outside quotation marks, which it takes off.
func splitARFF(text string) ([]string, error) {
	var out []string
	for {
		text = strings.TrimLeft(text, " \t")
		if text == "" || (text[0] != '\'' && text[0] != '"') {
			value, rest, more := strings.Cut(text, ",")
			out = append(out, strings.TrimSpace(value))
			if !more {
				return out, nil
			}
			text = rest
			continue
		}
		value, rest, ok := cutQuoted(text)
		rest = strings.TrimLeft(rest, " \t")
		switch {
		case !ok:
			return nil, fmt.Errorf("the quotation mark before %.20q is never closed; close it on the same line", text[1:])
		case rest != "" && rest[0] != ',':
			return nil, fmt.Errorf("text after the quotation marks round %.20q; put a comma between values", value)
		}
		out = append(out, strings.TrimSpace(value))
		if rest == "" {
			return out, nil
		}
		text = rest[1:]
	}
}

// cutQuoted returns the value that text begins with in quotation marks, and what
// follows. A backslash stands before a character that is meant as it is.
func cutQuoted(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case text[i] == text[0]:
			return b.String(), text[i+1:], true
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}
