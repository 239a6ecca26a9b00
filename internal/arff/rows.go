package arff

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// Rows are the records of a text of ARFF, or of CSV that quotes values as ARFF does, such as that of Weka.
type Rows struct {
	Header []string // names of columns, all different
	in     *table.Lines
	arff   bool
	levels [][]string // of nominal attributes; nil for others
	first  bool       // no record was read so far
}

// NewRows reads what stands above the records. Errors are of type *table.Error.
func NewRows(in *table.Lines) (*Rows, error) {
	r := &Rows{in: in, first: true}
	line, err := r.line()
	if err == io.EOF {
		return nil, in.ErrorAt(0, "is empty; give a table with a header")
	}
	if err != nil {
		return nil, err
	}
	if r.arff = len(line) >= 9 && strings.EqualFold(line[:9], "@relation"); r.arff {
		err = r.attributes()
	} else {
		r.Header, err = r.split(line)
	}
	if err != nil {
		return nil, err
	}
	for k, name := range r.Header {
		if slices.Contains(r.Header[:k], name) {
			return nil, &table.Error{File: in.Name, Row: in.Row, Column: name, Problem: "stands twice; give every column its own name"}
		}
	}
	return r, nil
}

// line returns the next line that is neither blank nor a comment.
func (r *Rows) line() (string, error) {
	for {
		line, err := r.in.Next()
		text := strings.TrimSpace(string(line))
		if err == nil && (text == "" || text[0] == '%') {
			continue
		}
		return text, err
	}
}

func (r *Rows) split(line string) ([]string, error) {
	if r.arff {
		line = CutComment(line)
	}
	fields, err := Split(line, "")
	if err != nil {
		return nil, r.in.Errorf("%v", err)
	}
	return fields, nil
}

// attributes reads those up to @data.
func (r *Rows) attributes() error {
	for {
		line, err := r.line()
		if err == io.EOF {
			return r.in.ErrorAt(0, "has no @data; is the file whole?")
		}
		if err != nil {
			return err
		}
		word, rest := CutWord(CutComment(line))
		switch strings.ToLower(word) {
		case "@attribute":
			a, err := ParseAttribute(rest)
			if err != nil {
				return r.in.Errorf("%v", err)
			}
			r.Header, r.levels = append(r.Header, a.Name), append(r.levels, a.Levels)
		case "@data":
			return nil
		}
	}
}

// Next returns the values of the next record, one for each column and of its levels if it has some, and the number of
// its line. The error is io.EOF after the last one, otherwise of type *table.Error.
func (r *Rows) Next() (fields []string, row int, err error) {
	line, err := r.line()
	if err == io.EOF && r.first {
		err = r.in.ErrorAt(0, "has a header but no rows; add one line per row")
	}
	if err != nil {
		return nil, r.in.Row, err
	}
	r.first = false
	if fields, err = r.split(line); err != nil {
		return nil, r.in.Row, err
	}
	if len(fields) != len(r.Header) {
		return nil, r.in.Row, r.in.Errorf("has %d values for %d columns; give one value per column (sparse ARFF is not read)",
			len(fields), len(r.Header))
	}
	for k, levels := range r.levels {
		if levels != nil && fields[k] != "" && !slices.Contains(levels, fields[k]) {
			return nil, r.in.Row, &table.Error{File: r.in.Name, Row: r.in.Row, Column: r.Header[k], Problem: fmt.Sprintf(
				"%.40q is not one of the %d levels that its @attribute declares", fields[k], len(levels))}
		}
	}
	return fields, r.in.Row, nil
}
