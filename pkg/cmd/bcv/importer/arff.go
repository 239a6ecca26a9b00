package importer

import (
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/arff"
	"github.com/block-regularized/bcv/internal/table"
)

// openQuoted opens ARFF, or CSV that quotes as ARFF does.
func openQuoted(path string, attributes bool) (*records, error) {
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
			if attributes {
				text = arff.CutComment(text)
			}
			if text == "" || text[0] == '%' {
				continue
			}
			fields, err := arff.Split(text, "")
			if err != nil {
				return nil, in.Row, in.Errorf("%v", err)
			}
			return fields, in.Row, nil
		}
	}
	var levels [][]string
	if attributes {
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
			err = r.errorf(row, "",
				"has %d values for %d columns; give one value per column (sparse ARFF is not read)", len(fields),
				len(r.header))
		}
		for k := 0; err == nil && levels != nil && k < len(fields); k++ {
			if levels[k] != nil && fields[k] != "" && !slices.Contains(levels[k], fields[k]) {
				err = r.errorf(row, r.header[k], "%.40q is not one of the %d levels that its @attribute declares",
					fields[k], len(levels[k]))
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
		word, rest := arff.CutWord(arff.CutComment(string(line)))
		switch strings.ToLower(word) {
		case "@attribute":
			a, err := arff.ParseAttribute(rest)
			if err != nil {
				return nil, in.Errorf("%v", err)
			}
			r.header, levels = append(r.header, a.Name), append(levels, a.Levels)
		case "@data":
			return levels, nil
		}
	}
}
