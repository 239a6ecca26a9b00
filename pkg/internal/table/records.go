package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
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

	separator string // what seems to separate the fields in place of a comma, or empty
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
	if in.csv.Comma == ',' {
		head, _ := in.text.src.Peek(headBytes)
		in.separator = separatorOf(string(head))
	}
	return in
}

// headBytes is how much of a file is looked at for the sign that separates its fields.
const headBytes = 2048

// separatorOf names the sign that separates the fields of the first line where that is no
// comma; empty if there is none.
func separatorOf(head string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(head, "\r\n"), "\n")
	quoted, count := false, map[rune]int{}
	for _, c := range strings.TrimSpace(line) {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			count[c]++
		}
	}
	best, name := 0, ""
	for _, s := range separators {
		if n := count[rune(s.sep[0])]; n > best && count[','] == 0 {
			best, name = n, s.name
		}
	}
	return name
}

// separators are signs that stand in place of commas.
var separators = []struct{ sep, name string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}}

// Unseparated returns an error that says which sign separates the fields of the file,
// where the first line has no comma but others that could; else nil.
func (r *Records) Unseparated() error {
	if r.separator == "" {
		return nil
	}
	return unseparated(r.file, r.separator)
}

func unseparated(file, sign string) *Error {
	return &Error{File: file, Row: 1, Problem: fmt.Sprintf("fields are separated by %s; save the file with commas, "+
		"and numbers with a decimal point", sign)}
}

// Header returns the fields of the first record that is not blank. A file without one is an error.
func (r *Records) Header() ([]string, error) {
	for {
		fields, _, err := r.Next()
		switch {
		case err == io.EOF:
			return nil, &Error{File: r.file, Problem: "is empty; give a CSV file with a header and rows"}
		case err != nil:
			return nil, err
		case len(fields) > 1 || fields[0] != "":
			return slices.Clone(fields), nil
		}
	}
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
	case errors.As(err, &wrong) && r.separator != "":
		return nil, 0, r.Unseparated()
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
