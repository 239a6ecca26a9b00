package importer

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// records reads a table of other tools row by row: CSV with commas, semicolons or tabs,
// or ARFF.
type records struct {
	name   string
	header []string
	next   func() (fields []string, row int, err error)
	io.Closer
}

// openRecords opens a table. Quotation marks are single ones in ARFF and in the CSV files
// of Weka.
func openRecords(path string, single bool) (*records, error) {
	head, err := firstLine(path)
	if err != nil {
		return nil, err
	}
	arff := bytes.HasPrefix(bytes.ToLower(head), []byte("@relation"))
	if arff || single {
		return openQuoted(path, arff)
	}
	f, err := table.Open(path)
	if err != nil {
		return nil, err
	}
	in, err := table.NewFields(path, f)
	if err != nil {
		_ = f.Close() // it was only read
		return nil, err
	}
	return &records{name: path, header: in.Columns, next: in.Next, Closer: f}, nil
}

// firstLine returns the first line that is neither blank nor a comment of ARFF.
func firstLine(path string) ([]byte, error) {
	in, err := table.OpenLines(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for {
		line, err := in.Next()
		if err == io.EOF {
			return nil, in.ErrorAt(0, "is empty; give a table with a header")
		}
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
			return bytes.Clone(line), nil
		}
	}
}

func (r *records) errorf(row int, column, format string, args ...any) error {
	return place{file: r.name, row: row}.errorf(column, format, args...)
}

// column returns the place of the first of these columns that there is, or -1.
func (r *records) column(names ...string) int {
	for _, name := range names {
		if k := slices.Index(r.header, name); k >= 0 {
			return k
		}
	}
	return -1
}

// need returns the place of a column, or an error that says what to do.
func (r *records) need(what string, names ...string) (int, error) {
	if k := r.column(names...); k >= 0 {
		return k, nil
	}
	return -1, r.errorf(0, names[0], "is missing, the columns are %s; %s", cut(strings.Join(r.header, ", ")), what)
}

func cut(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "..."
	}
	return s
}
