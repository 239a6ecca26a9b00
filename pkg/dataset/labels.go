package dataset

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Labels is a CSV file with one line per record, read column by column: labels, responses and groups for partition
// sets. Other columns do not matter.
type Labels struct {
	File    string
	Records int
	columns map[string][]string
	header  []string
	lines   []int
}

// ReadLabels reads a CSV file with a header. Errors are of type *table.Error.
func ReadLabels(path string) (Labels, error) {
	f, err := table.Open(path)
	if err != nil {
		return Labels{File: path}, err
	}
	defer f.Close()
	return parseLabels(path, f)
}

// parseLabels is ReadLabels from an open file; errors call it name.
func parseLabels(name string, r io.Reader) (Labels, error) {
	l := Labels{File: name, columns: map[string][]string{}}
	in := table.NewRecords(name, r, 0)
	for {
		fields, line, err := in.Next()
		switch {
		case err == io.EOF && l.Records == 0:
			return l, &table.Error{File: name, Problem: "has no records; give a header and one line per record"}
		case err == io.EOF:
			return l, nil
		case err != nil:
			return l, err
		case len(fields) == 1 && fields[0] == "" && len(l.header) != 1:
			continue // a line of blanks
		case l.header == nil:
			err = l.setHeader(fields, line)
		default:
			err = l.add(fields, line)
		}
		if err != nil {
			return l, err
		}
	}
}

func (l *Labels) add(fields []string, line int) error {
	if len(fields) != len(l.header) {
		return &table.Error{File: l.File, Row: line,
			Problem: fmt.Sprintf("has %d fields, the header %d; give one value per column", len(fields), len(l.header))}
	}
	for j, text := range fields {
		l.columns[l.header[j]] = append(l.columns[l.header[j]], strings.Clone(text))
	}
	l.lines = append(l.lines, line)
	l.Records++
	return nil
}

func (l *Labels) setHeader(fields []string, line int) error {
	names := false
	for _, name := range fields {
		name = strings.Clone(name)
		if slices.Contains(l.header, name) {
			return &table.Error{File: l.File, Row: line, Column: name,
				Problem: "occurs twice; give every column its own name"}
		}
		if _, err := strconv.ParseFloat(name, 64); err != nil {
			names = true
		}
		l.header = append(l.header, name)
	}
	if !names {
		return &table.Error{File: l.File, Row: line, Problem: fmt.Sprintf("the header %.40q has numbers for names; "+
			"name the columns in the first line", strings.Join(fields, ","))}
	}
	return nil
}

// Column returns the values of a column, one per record.
func (l Labels) Column(name string) ([]string, error) {
	values, ok := l.columns[name]
	if !ok {
		return nil, &table.Error{File: l.File, Row: 1, Column: name,
			Problem: "does not exist; the file has " + table.Quoted(l.header)}
	}
	return values, nil
}

// Numbers returns the values of a column as finite numbers.
func (l Labels) Numbers(name string) ([]float64, error) {
	values, err := l.Column(name)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(values))
	for i, text := range values {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v-v != 0 { // also NaN and infinities
			return nil, &table.Error{File: l.File, Row: l.lines[i], Column: name,
				Problem: fmt.Sprintf("%.40q is not a finite number; give a count or a measurement", text)}
		}
		out[i] = v
	}
	return out, nil
}
