package table

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// Records reads a text file of separated fields record by record. It is what all readers
// of tables share: text in UTF-8, a byte order mark, CRLF, blank lines, quotation marks
// as in RFC 4180, and records of at most 16 MiB.
type Records struct {
	file string
	text *textReader
	csv  *csv.Reader
	line int
}

// NewRecords returns a reader of the records of r; comma separates fields, 0 means a
// comma. Errors call the file name.
func NewRecords(name string, r io.Reader, comma rune) *Records { return newRecords(name, r, comma, 0) }

func newRecords(name string, r io.Reader, comma rune, limit int64) *Records {
	in := &Records{file: name, text: newText(name, "CSV", r, limit)}
	in.csv = csv.NewReader(in.text)
	in.csv.FieldsPerRecord = -1
	in.csv.TrimLeadingSpace = true
	in.csv.ReuseRecord = true
	if comma != 0 {
		in.csv.Comma = comma
	}
	return in
}

// Next returns the fields of the next record, without spaces at their ends, and the line
// on which it begins. The slice is overwritten by the next call. The error is io.EOF at
// the end, else an *Error.
func (r *Records) Next() (fields []string, line int, err error) {
	r.text.record = r.csv.InputOffset()
	fields, err = r.csv.Read()
	var wrong *csv.ParseError
	switch {
	case err == nil:
	case r.text.err != nil && err != io.EOF:
		return nil, 0, r.text.err // also where a cut line looks like a mistake of quotation marks
	case errors.As(err, &wrong):
		return nil, 0, &Error{File: r.file, Row: wrong.StartLine, Err: err,
			Problem: "quotation marks do not match; put a field with quotation marks between " +
				`quotation marks and double those inside, as in "say ""yes"""`}
	default:
		return nil, 0, err
	}
	for j, f := range fields {
		fields[j] = strings.TrimSpace(f)
	}
	r.line, _ = r.csv.FieldPos(0)
	return fields, r.line, nil
}
