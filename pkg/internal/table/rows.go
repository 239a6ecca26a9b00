package table

import (
	"reflect"
	"strings"
)

// Rows reads a CSV file row by row, in memory that does not grow with the file. Its Info
// has no Lines.
type Rows[T any] struct {
	Info
	in     *Fields
	cols   []Column
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
	v := reflect.ValueOf(row).Elem()
	v.SetZero()
	for j, k := range r.places {
		if k < 0 {
			continue
		}
		if problem := r.cols[k].parse(v.FieldByIndex(r.cols[k].Index), fields[j]); problem != "" {
			return 0, &Error{File: r.File, Row: line, Column: r.cols[k].Name, Problem: problem}
		}
	}
	for i, j := range r.others {
		r.texts[i] = fields[j]
	}
	return line, nil
}

// Others returns the texts of the further columns in the row that was read last, in the
// order of Info.Others. The slice is overwritten by the next call of Next.
func (r *Rows[T]) Others() []string { return r.texts }
