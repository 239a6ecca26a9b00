package table

import (
	"fmt"
	"io"
	"slices"
)

// Fields reads a table whose columns are not known in advance: a header, then rows of as many
// texts.
type Fields struct {
	File    string   // name in errors
	Columns []string // names in the header
	in      *Records
	any     bool // a row was read
}

// NewFields reads the header of r, whose fields are separated by commas or, where the first
// line has none, by semicolons, tabs or bars. Errors are of type *Error and call the file name.
func NewFields(name string, r io.Reader) (*Fields, error) {
	in := NewRecords(name, r, 0)
	for _, s := range separators {
		if s.name == in.separator {
			in.comma, in.separator = rune(s.sep[0]), ""
		}
	}
	header, err := in.Header()
	if err != nil {
		return nil, err
	}
	return in.Fields(header)
}

// Fields returns a reader of the rows that follow a header, which was read with Header.
func (r *Records) Fields(header []string) (*Fields, error) {
	for j, c := range header {
		if slices.Contains(header[:j], c) {
			return nil, &Error{File: r.file, Row: r.headerLine, Column: c,
				Problem: "stands twice; give every column its own name"}
		}
	}
	return &Fields{File: r.file, Columns: header, in: r}, nil
}

// Next returns the texts of the next row and the line on which it begins. The next call
// overwrites the slice. The error is io.EOF after the last row, and an *Error if there is
// none at all or one has too few or too many fields.
func (f *Fields) Next() (fields []string, line int, err error) {
	for blank := true; blank; {
		fields, line, err = f.in.Next()
		switch {
		case err == io.EOF && !f.any:
			return nil, 0, f.Errorf(0, "", "has a header but no rows; add one line per row")
		case err != nil:
			return nil, 0, err
		}
		blank = len(fields) == 1 && fields[0] == "" && len(f.Columns) > 1
	}
	if len(fields) != len(f.Columns) {
		return nil, 0, f.Errorf(line, "", "%s, but the header names %d columns; give one value per column",
			plural(len(fields), "field"), len(f.Columns))
	}
	f.any = true
	return fields, line, nil
}

// Errorf returns an error about a line and column of the file; line 0 is the whole file, an
// empty column the whole line.
func (f *Fields) Errorf(line int, column, format string, args ...any) *Error {
	return &Error{File: f.File, Row: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}
