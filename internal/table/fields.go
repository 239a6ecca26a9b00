package table

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
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
	in.separated()
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

// Rows reads a CSV file row by row, in memory that does not grow with the file. Its Info
// has no Lines.
type Rows[T any] struct {
	Info
	in     *Fields
	cols   []Column
	row    *T    // that was filled last
	fields []any // pointers to its fields, by column of the file; nil for one to ignore
	places []int // places[j] is the index in cols of the file's column j, negative for one to ignore
	others []int // indexes of the further columns in the file
	texts  []string
}

// RowsOf reads the rows that follow a header, which was read with Header. Errors call the file of in,
// are of type *Error, and are those of Read. MaxBytes has no effect. RowsOf panics if T is not a
// row struct, as Read does.
func RowsOf[T any](in *Records, header []string, opts ...Option) (*Rows[T], error) {
	s := newSettings(opts)
	rows := &Rows[T]{Info: Info{File: in.file}, in: &Fields{File: in.file, Columns: header, in: in}, cols: Schema[T]()}
	checkTypes(rows.cols)
	places, problem := matchHeader(in.file, header, rows.cols, s)
	if problem != nil {
		return nil, problem
	}
	rows.places = places
	for j, k := range places {
		switch {
		case k >= 0:
			rows.Columns = append(rows.Columns, rows.cols[k].Name)
		case s.others:
			rows.Info.Others = append(rows.Info.Others, strings.TrimSpace(header[j]))
			rows.others = append(rows.others, j)
		}
	}
	rows.texts = make([]string, len(rows.others))
	return rows, nil
}

// Next sets row to the next row of the file and returns the line on which it begins. The
// error is io.EOF after the last row, and an *Error if there is none at all.
func (r *Rows[T]) Next(row *T) (line int, err error) {
	fields, line, err := r.in.Next()
	if err != nil {
		return 0, err
	}
	if r.row != row {
		r.fill(row)
	}
	var zero T
	*row = zero
	for j, k := range r.places {
		if k < 0 {
			continue
		}
		if problem := r.cols[k].parse(r.fields[j], fields[j]); problem != "" {
			return 0, &Error{File: r.File, Row: line, Column: r.cols[k].Name, Problem: problem}
		}
	}
	for i, j := range r.others {
		r.texts[i] = fields[j]
	}
	return line, nil
}

// fill takes a row for the one that is filled.
func (r *Rows[T]) fill(row *T) {
	r.row, r.fields = row, make([]any, len(r.places))
	for j, k := range r.places {
		if k >= 0 {
			r.fields[j] = r.cols[k].pointer(reflect.ValueOf(row).Elem().FieldByIndex(r.cols[k].Index))
		}
	}
}

// Others returns the texts of the further columns in the row that was read last, in the
// order of Info.Others. The slice is overwritten by the next call of Next.
func (r *Rows[T]) Others() []string { return r.texts }
