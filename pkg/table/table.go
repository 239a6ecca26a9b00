// Package table reads and writes CSV files as slices of row structs. It is
// strict: what it cannot read for certain it refuses, with the line, the
// column and advice.
//
// A field of a row struct has the tag `dataframe:"name"` and the type string,
// int, float64 or bool. The tag `table:"..."` adds words separated by commas:
//
//	optional  the file may lack the column
//	nonneg    a number from 0 on; for int a count, at most 2^53
//	blank     for float64: an empty field is NaN
//	inf       for float64: +Inf and -Inf are values
//
// Files are UTF-8 with commas between fields (RFC 4180). The first line names
// the columns, in any order. A byte order mark, CRLF line ends, blank lines and
// spaces round a field are accepted. Strings may be empty; numbers may not.
// What Write has written, Read gives back to the last bit.
package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"
)

// DefaultMaxBytes is the largest file that is read unless MaxBytes says
// otherwise: 64 MiB.
const DefaultMaxBytes int64 = 64 << 20

// Option changes what Read and ReadFile accept.
type Option func(*settings)

type settings struct {
	maxBytes int64
	ignored  []string
}

// MaxBytes refuses files of more than n bytes.
func MaxBytes(n int64) Option { return func(s *settings) { s.maxBytes = n } }

// Ignore accepts these columns beside those of the row struct, without reading
// them.
func Ignore(columns ...string) Option {
	return func(s *settings) { s.ignored = append(s.ignored, columns...) }
}

// Info says where rows came from.
type Info struct {
	File    string   // name of the file
	Columns []string // columns of the row struct that the file has, in file order
	Lines   []int    // Lines[i] is the line on which row i begins; the header is line 1
}

// Has reports whether the file has all these columns.
func (in Info) Has(columns ...string) bool {
	for _, c := range columns {
		if !slices.Contains(in.Columns, c) {
			return false
		}
	}
	return true
}

// Errorf returns an error about row i (counted from 0) and column of the file;
// an i outside the rows means the whole file, an empty column the whole row.
// Other packages use it for defects of meaning, such as correct > predicted.
func (in Info) Errorf(i int, column, format string, args ...any) *Error {
	e := &Error{File: in.File, Column: column, Problem: fmt.Sprintf(format, args...)}
	if i >= 0 && i < len(in.Lines) {
		e.Row = in.Lines[i]
	}
	return e
}

// ReadFile reads the CSV file at path; see Read.
func ReadFile[T any](path string, opts ...Option) ([]T, Info, error) {
	info := Info{File: path}
	s := newSettings(opts)
	f, err := Open(path)
	if err != nil {
		return nil, info, err
	}
	defer f.Close()
	if stat, err := f.Stat(); err == nil && stat.Mode().IsRegular() && stat.Size() > s.maxBytes {
		return nil, info, tooBig(path, s.maxBytes)
	}
	return Read[T](path, f, opts...)
}

// Read reads rows from r; errors call the file name. A file without
// any row is an error. Errors are of type *Error.
//
// Read panics if T is not a row struct (see Schema) or has a field of another
// type than string, int, float64 or bool.
func Read[T any](name string, r io.Reader, opts ...Option) ([]T, Info, error) {
	cols := Schema[T]()
	checkTypes(cols)
	info := Info{File: name}
	s := newSettings(opts)
	data, err := io.ReadAll(io.LimitReader(r, s.maxBytes+1))
	if err != nil {
		return nil, info, unreadable(name, err)
	}
	if int64(len(data)) > s.maxBytes {
		return nil, info, tooBig(name, s.maxBytes)
	}
	data, problem := checkText(name, data)
	if problem != nil {
		return nil, info, problem
	}
	in := newReader(data)
	fields, problem := in.next(name)
	if problem != nil {
		return nil, info, problem
	}
	places, problem := matchHeader(name, fields, cols, s.ignored)
	if problem != nil {
		return nil, info, problem
	}
	for _, k := range places {
		if k >= 0 {
			info.Columns = append(info.Columns, cols[k].Name)
		}
	}
	rows, problem := readRows[T](in, &info, cols, places)
	if problem != nil {
		return nil, info, problem
	}
	return rows, info, nil
}

// readRows reads the rows below the header; places[j] is the index in cols of
// the file's column j, negative for a column to ignore.
func readRows[T any](in *reader, info *Info, cols []Column, places []int) ([]T, *Error) {
	var rows []T
	for {
		fields, problem := in.next(info.File)
		if problem != nil {
			return nil, problem
		}
		if fields == nil {
			break
		}
		if len(fields) != len(places) {
			return nil, &Error{File: info.File, Row: in.line, Problem: fmt.Sprintf(
				"%s, but the header names %d columns; give one value a column", plural(len(fields), "field"), len(places))}
		}
		var row T
		v := reflect.ValueOf(&row).Elem()
		for j, k := range places {
			if k < 0 {
				continue
			}
			if p := cols[k].parse(v.FieldByIndex(cols[k].Index), strings.TrimSpace(fields[j])); p != "" {
				return nil, &Error{File: info.File, Row: in.line, Column: cols[k].Name, Problem: p}
			}
		}
		rows = append(rows, row)
		info.Lines = append(info.Lines, in.line)
	}
	if rows == nil {
		return nil, &Error{File: info.File, Problem: "has a header but no rows; add one line a row"}
	}
	return rows, nil
}

// reader is a CSV reader that knows the line of its last record.
type reader struct {
	csv  *csv.Reader
	line int
}

func newReader(data []byte) *reader {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	r.ReuseRecord = true
	return &reader{csv: r}
}

// next returns the fields of the next record, nil at the end of the file.
func (r *reader) next(file string) ([]string, *Error) {
	fields, err := r.csv.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		e := &Error{File: file, Problem: "quotation marks do not match; put a field with quotation marks between " +
			`quotation marks and double those inside, as in "say ""yes"""`, Err: err}
		if p, ok := errors.AsType[*csv.ParseError](err); ok {
			e.Row = p.StartLine
		}
		return nil, e
	}
	r.line, _ = r.csv.FieldPos(0)
	return fields, nil
}

func newSettings(opts []Option) settings {
	s := settings{maxBytes: DefaultMaxBytes}
	for _, o := range opts {
		o(&s)
	}
	return s
}

func unreadable(file string, err error) *Error {
	cause := err
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		cause = p.Err
	}
	return &Error{File: file, Problem: "cannot be read: " + plain(cause.Error()), Err: err}
}

func tooBig(file string, limit int64) *Error {
	size := fmt.Sprintf("%d bytes", limit)
	if limit >= 1<<20 && limit%(1<<20) == 0 {
		size = fmt.Sprintf("%d MiB", limit>>20)
	}
	return &Error{File: file, Problem: "is larger than " + size + "; is it the right file?"}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
