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
//	line      for string: without line ends, such as a name that is printed
//
// Files are UTF-8 with commas between fields (RFC 4180), packed with gzip or not. The
// first line names the columns, in any order. A byte order mark, CRLF line ends, blank lines and
// spaces round a field are accepted. Strings may be empty; numbers may not.
// Read takes a file into memory, Rows one row at a time.
// What Write has written, Read gives back to the last bit.
package table

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// DefaultMaxBytes is the largest file that Read and ReadFile take into memory unless
// MaxBytes says otherwise: 64 MiB.
const DefaultMaxBytes int64 = 64 << 20

// Option changes what Read, ReadFile and RowsOf accept.
type Option func(*settings)

type settings struct {
	maxBytes int64
	ignored  []string
	others   bool
}

// MaxBytes refuses files of more than n bytes.
func MaxBytes(n int64) Option { return func(s *settings) { s.maxBytes = n } }

// Ignore accepts these columns beside those of the row struct, without reading
// them.
func Ignore(columns ...string) Option {
	return func(s *settings) { s.ignored = append(s.ignored, columns...) }
}

// Others accepts any columns beside those of the row struct; Info.Others names them, and
// Rows.Others has their texts.
func Others() Option { return func(s *settings) { s.others = true } }

// Info says where rows came from.
type Info struct {
	File    string   // name of the file
	Columns []string // columns of the row struct that the file has, in file order
	Others  []string // further columns, if Others accepts them, in file order
	Lines   []int    // Lines[i] is the line on which row i begins; the header is line 1. Rows leave it empty
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

// ReadFile reads the CSV file at path, or the standard input if it is Stdin; see Read.
func ReadFile[T any](path string, opts ...Option) ([]T, Info, error) {
	info := Info{File: path}
	s := newSettings(append([]Option{MaxBytes(DefaultMaxBytes)}, opts...))
	f, err := Open(path)
	if err != nil {
		return nil, info, err
	}
	defer f.Close()
	if f, ok := f.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if stat, err := f.Stat(); err == nil && stat.Mode().IsRegular() && stat.Size() > s.maxBytes {
			return nil, info, tooBig(path, s.maxBytes)
		}
	}
	return Read[T](path, f, opts...)
}

// Read reads rows from r; errors call the file name. A file without
// any row is an error. Errors are of type *Error.
//
// Read panics if T is not a row struct (see Schema) or has a field of another
// type than string, int, float64 or bool.
func Read[T any](name string, r io.Reader, opts ...Option) ([]T, Info, error) {
	opts = append([]Option{MaxBytes(DefaultMaxBytes)}, opts...)
	records := newRecords(name, r, 0, newSettings(opts).maxBytes)
	header, err := records.Header()
	if err != nil {
		return nil, Info{File: name}, err
	}
	in, err := RowsOf[T](records, header, opts...)
	if err != nil {
		return nil, Info{File: name}, err
	}
	var rows []T
	var row T
	for {
		line, err := in.Next(&row)
		if err == io.EOF {
			return rows, in.Info, nil
		}
		if err != nil {
			return nil, in.Info, err
		}
		rows, in.Lines = append(rows, row), append(in.Lines, line)
	}
}

func newSettings(opts []Option) settings {
	var s settings
	for _, o := range opts {
		o(&s)
	}
	return s
}

func unreadable(file string, err error) *Error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) {
		return Damaged(file, err)
	}
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
