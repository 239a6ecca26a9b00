package importer

import (
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// openQuoted opens ARFF, or CSV that quotes as ARFF does.
func openQuoted(path string, arff bool) (*records, error) {
	in, err := table.OpenLines(path)
	if err != nil {
		return nil, err
	}
	r := &records{name: path, Closer: in}
	r.next = func() ([]string, int, error) {
		for {
			line, err := in.Next()
			if err != nil {
				return nil, in.Row, err
			}
			text := strings.TrimSpace(string(line))
			if text == "" || text[0] == '%' {
				continue
			}
			fields, problem := splitQuoted(text)
			if problem != "" {
				return nil, in.Row, in.Errorf("%s", problem)
			}
			return fields, in.Row, nil
		}
	}
	var levels [][]string
	if arff {
		levels, err = r.readAttributes(in)
	} else {
		r.header, _, err = r.next()
	}
	if err == nil {
		err = r.checkRows(in.Row, levels)
	}
	if err != nil {
		_ = in.Close() // it was only read
		return nil, err
	}
	return r, nil
}

// checkRows has later rows checked: they have a value for each column, of its levels if it has
// some. Names of columns are different.
func (r *records) checkRows(row int, levels [][]string) error {
	for k, name := range r.header {
		if slices.Contains(r.header[:k], name) {
			return r.errorf(row, name, "stands twice; give every column its own name")
		}
	}
	next, rows := r.next, 0
	r.next = func() ([]string, int, error) {
		fields, row, err := next()
		if err == io.EOF && rows == 0 {
			err = r.errorf(0, "", "has a header but no rows; add one line per row")
		}
		rows++
		if err == nil && len(fields) != len(r.header) {
			err = r.errorf(row, "", "has %d values for %d columns; give one value per column (sparse ARFF is not read)", len(fields), len(r.header))
		}
		for k := 0; err == nil && levels != nil && k < len(fields); k++ {
			if levels[k] != nil && fields[k] != "" && !slices.Contains(levels[k], fields[k]) {
				err = r.errorf(row, r.header[k], "%.40q is not one of the %d levels that its @attribute declares", fields[k], len(levels[k]))
			}
		}
		return fields, row, err
	}
	return nil
}

// readAttributes reads the head of ARFF up to @data, and returns the levels of nominal
// attributes, nil for others.
func (r *records) readAttributes(in *table.Lines) (levels [][]string, err error) {
	for {
		line, err := in.Next()
		if err == io.EOF {
			return nil, in.ErrorAt(0, "has no @data; is the file whole?")
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(string(line))
		word, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		switch strings.ToLower(word) {
		case "@attribute":
			name, kind, problem := attributeName(strings.TrimSpace(rest))
			var values []string
			if kind, nominal := strings.CutPrefix(strings.TrimSpace(kind), "{"); nominal && problem == "" {
				values, problem = splitQuoted(strings.TrimSuffix(strings.TrimSpace(kind), "}"))
			}
			if problem != "" {
				return nil, in.Errorf("%s", problem)
			}
			r.header, levels = append(r.header, name), append(levels, values)
		case "@data":
			return levels, nil
		}
	}
}

// attributeName splits an attribute's line into its name and what follows.
func attributeName(text string) (name, rest, problem string) {
	if text == "" {
		return "", "", "has an attribute without a name"
	}
	if text[0] != '\'' && text[0] != '"' {
		name, rest, _ = strings.Cut(text, " ")
		return name, rest, ""
	}
	name, rest, ok := quotedText(text)
	if !ok {
		return "", "", "has an attribute whose name has no closing quotation mark"
	}
	return name, rest, ""
}

// splitQuoted splits a row at commas outside of quotation marks, single or double.
func splitQuoted(text string) (fields []string, problem string) {
	for {
		text = strings.TrimLeft(text, " \t")
		var field string
		if text != "" && (text[0] == '\'' || text[0] == '"') {
			var ok bool
			if field, text, ok = quotedText(text); !ok {
				return nil, "has a quotation mark that is not closed"
			}
			if text = strings.TrimLeft(text, " \t"); text != "" && text[0] != ',' {
				return nil, "has text after a closing quotation mark; separate values by commas"
			}
		} else {
			n := strings.IndexByte(text, ',')
			if n < 0 {
				n = len(text)
			}
			field, text = strings.TrimRight(text[:n], " \t"), text[n:]
			if field == "?" {
				field = ""
			}
		}
		fields = append(fields, field)
		if text == "" {
			return fields, ""
		}
		text = text[1:]
	}
}

// quotedText reads what stands between quotation marks at the head of a text; a backslash
// keeps the meaning of the next character.
func quotedText(text string) (inside, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			return b.String(), text[i+1:], true
		case text[i] == '\\' && i+1 < len(text):
			i++
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}
