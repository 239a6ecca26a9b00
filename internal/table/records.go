package table

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Records reads a text file of separated fields record by record. It is what all readers
// of tables share: text in UTF-8, a byte order mark, CRLF, blank lines, quotation marks
// as in RFC 4180, and records of at most 16 MiB.
type Records struct {
	file  string
	text  *textReader
	comma rune
	csv   *csv.Reader // reads all from the first record on that is hard to divide; nil before
	base  [2]int64    // bytes and lines before that record

	rest   string // text that was read and not divided
	end    error  // why there is no text after rest; nil if there may be
	block  []byte
	fields []string
	lines  int64 // lines that were divided

	headerLine int

	separator string                                        // what seems to separate the fields in place of a comma, or empty
	source    func() (fields []string, line int, err error) // of records that are divided elsewhere; nil for text
}

// blockBytes is how much text is read at a time. The fields of a record are parts of one block.
const blockBytes = 1 << 16

// NewRecords returns a reader of the records of r; comma separates fields, 0 means a
// comma. Errors call the file name.
func NewRecords(name string, r io.Reader, comma rune) *Records { return newRecords(name, r, comma, 0) }

func newRecords(name string, r io.Reader, comma rune, limit int64) *Records {
	in := &Records{file: name, text: newText(name, "CSV", r, limit), comma: cmp.Or(comma, ','),
		block: make([]byte, blockBytes)}
	if in.comma == ',' {
		in.separator = separatorOf(in.head())
	}
	return in
}

// AnyRecords returns a reader of the records of r, which separates fields by commas, semicolons, tabs or bars, or has an
// object of JSON in every line. What it is follows from the first line.
func AnyRecords(name string, r io.Reader) *Records {
	in := NewRecords(name, r, 0)
	if strings.HasPrefix(strings.TrimLeft(in.head(), " \t\r\n"), "{") {
		in.source = (&objects{lines: linesOf(name, in.text)}).next
		in.separator = ""
	}
	in.separated()
	return in
}

// separated takes the sign that seems to separate the fields.
func (r *Records) separated() {
	for _, s := range separators {
		if s.name == r.separator {
			r.comma, r.separator = rune(s.sep[0]), ""
		}
	}
}

// Plain reports whether fields are separated by commas or tabs, or are those of objects.
func (r *Records) Plain() bool { return r.comma == ',' || r.comma == '\t' }

// RecordsOf returns a reader of records that next divides, the first of which is the header. Errors call the file name.
func RecordsOf(name string, next func() (fields []string, line int, err error)) *Records {
	return &Records{file: name, source: next}
}

// head returns the beginning of the text.
func (r *Records) head() string {
	head, _ := r.text.src.Peek(headBytes)
	return string(head)
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
		fields, line, err := r.Next()
		switch {
		case err == io.EOF:
			return nil, &Error{File: r.file, Problem: "is empty; give a CSV file with a header and rows"}
		case err != nil:
			return nil, err
		case len(fields) > 1 || fields[0] != "":
			r.headerLine = line
			return slices.Clone(fields), nil
		}
	}
}

// Next returns the fields of the next record, without spaces at their ends, and the line
// on which it begins. The slice is overwritten by the next call. The error is io.EOF at
// the end, else an *Error.
func (r *Records) Next() (fields []string, line int, err error) {
	if r.source != nil {
		return r.source()
	}
	if r.csv == nil {
		if r.quick() {
			return r.fields, int(r.lines), nil
		}
		text, err := r.nextLine()
		switch {
		case err != nil:
			return nil, 0, err
		case r.divide(text):
			return r.fields, int(r.lines), nil
		}
		r.csv = csv.NewReader(io.MultiReader(strings.NewReader(text+"\n"+r.rest), r.text))
		r.csv.Comma, r.csv.FieldsPerRecord, r.csv.ReuseRecord = r.comma, -1, true
		r.csv.TrimLeadingSpace = !unicode.IsSpace(r.comma)
		r.base = [2]int64{r.text.passed - int64(len(text)+1+len(r.rest)), r.lines - 1}
	}
	r.text.record = r.base[0] + r.csv.InputOffset()
	fields, err = r.csv.Read()
	var wrong *csv.ParseError
	switch {
	case err == nil:
	case r.text.err != nil && err != io.EOF:
		return nil, 0, r.text.err // also where a cut line looks like a mistake of quotation marks
	case errors.As(err, &wrong) && r.separator != "":
		return nil, 0, r.Unseparated()
	case errors.As(err, &wrong):
		return nil, 0, &Error{File: r.file, Row: int(r.base[1]) + wrong.StartLine, Err: err,
			Problem: "quotation marks do not match; put a field with quotation marks between " +
				`quotation marks and double those inside, as in "say ""yes"""`}
	default:
		return nil, 0, err
	}
	for j, f := range fields {
		fields[j] = strings.TrimSpace(f)
	}
	line, _ = r.csv.FieldPos(0)
	return fields, int(r.base[1]) + line, nil
}

// quick divides the next line, which is whole in rest, has no quotation marks but two around a field without any, and
// is not empty. Of others it reports false, and leaves them to nextLine and divide.
func (r *Records) quick() bool {
	text, fields := r.rest, r.fields[:0]
	if text == "" || text[0] == '\n' || text[0] == '\r' || r.comma >= utf8.RuneSelf {
		return false
	}
	comma, from := byte(r.comma), 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c > '"' && c != comma {
			continue
		}
		switch c {
		case '"':
			end := i
			if i == from {
				end = closed(text, i+1, comma)
			}
			if end == i {
				return false
			}
			fields = append(fields, trim(text[i+1:end]))
			i = end + 1
			c, from = text[i], i+1
			for c == '\r' {
				i++
				c = text[i]
			}
		case comma, '\n':
			fields = append(fields, trim(text[from:i]))
			from = i + 1
		}
		if c == '\n' {
			r.rest, r.fields = text[i+1:], fields
			r.lines++
			return true
		}
	}
	return false
}

// closed returns where the text of a field ends whose text begins at a place, with the quotation mark before the next
// comma or line end; the place before for others.
func closed(text string, from int, comma byte) int {
	n := strings.IndexByte(text[from:], '"')
	end := from + n
	switch {
	case n < 0 || strings.IndexByte(text[from:end], '\n') >= 0:
	case strings.HasPrefix(text[end+1:], "\n"), strings.HasPrefix(text[end+1:], "\r\n"),
		end+1 < len(text) && text[end+1] == comma:
		return end
	}
	return from - 1
}

// trim removes spaces at both ends.
func trim(field string) string {
	if n := len(field); n == 0 || field[0] > ' ' && field[0] < utf8.RuneSelf && field[n-1] > ' ' && field[n-1] < utf8.RuneSelf {
		return field
	}
	return strings.TrimSpace(field)
}

// nextLine returns the next line that is not empty, without its end.
func (r *Records) nextLine() (string, error) {
	for {
		i := strings.IndexByte(r.rest, '\n')
		switch {
		case i >= 0:
		case r.end == nil:
			var n int
			r.text.record = r.text.passed - int64(len(r.rest))
			n, r.end = r.text.Read(r.block)
			r.rest += string(r.block[:n])
			continue
		case r.end != io.EOF || r.rest == "":
			return "", r.end
		default:
			i = len(r.rest)
		}
		line := r.rest[:i]
		r.rest = r.rest[min(i+1, len(r.rest)):]
		r.lines++
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			return line, nil
		}
	}
}

// divide divides a line into fields. It reports false for a line with other quotation marks than two around a
// field without any.
func (r *Records) divide(line string) bool {
	r.fields = r.fields[:0]
	marks := strings.IndexByte(line, '"') >= 0
	for {
		field, rest, more := line, "", false
		if i := strings.IndexRune(line, r.comma); i >= 0 {
			field, rest, more = line[:i], line[i+utf8.RuneLen(r.comma):], true
		}
		if marks && strings.IndexByte(field, '"') >= 0 {
			open := strings.TrimLeftFunc(line, unicode.IsSpace)
			inside, after, closed := strings.Cut(open[1:], `"`)
			rest, more = strings.CutPrefix(after, string(r.comma))
			if open[0] != '"' || !closed || !more && after != "" {
				return false
			}
			field = inside
		}
		r.fields = append(r.fields, strings.TrimSpace(field))
		if line = rest; !more {
			return true
		}
	}
}
