package fold

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/table"
)

// Labels is a CSV file with one line a record, read column by column: labels,
// responses and groups for partition sets. Other columns do not matter.
type Labels struct {
	File    string
	Records int
	columns map[string][]string
	header  []string
}

// ReadLabels reads a CSV file with a header. Errors are of type *table.Error.
func ReadLabels(path string) (Labels, error) {
	l := Labels{File: path, columns: map[string][]string{}}
	f, err := table.Open(path)
	if err != nil {
		return l, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	for line := 1; ; line++ {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return l, &table.Error{File: path, Row: line, Problem: "is not CSV: " + err.Error(), Err: err}
		}
		if line == 1 {
			if err := l.setHeader(fields); err != nil {
				return l, err
			}
			continue
		}
		for j, text := range fields {
			l.columns[l.header[j]] = append(l.columns[l.header[j]], strings.TrimSpace(strings.Clone(text)))
		}
		l.Records++
	}
	if l.Records == 0 {
		return l, &table.Error{File: path, Problem: "has no records; give a header and one line a record"}
	}
	return l, nil
}

func (l *Labels) setHeader(fields []string) error {
	for _, name := range fields {
		name = strings.TrimSpace(strings.TrimPrefix(strings.Clone(name), "\uFEFF"))
		if slices.Contains(l.header, name) {
			return &table.Error{File: l.File, Row: 1, Column: name, Problem: "stands twice; give every column a name of its own"}
		}
		l.header = append(l.header, name)
	}
	return nil
}

// Column returns the values of a column, one a record.
func (l Labels) Column(name string) ([]string, error) {
	values, ok := l.columns[name]
	if !ok {
		return nil, &table.Error{File: l.File, Row: 1, Column: name, Problem: "does not exist; the file has " + strings.Join(l.header, ", ")}
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
		if err != nil || v-v != 0 { // NaN and infinities too
			return nil, &table.Error{File: l.File, Row: i + 2, Column: name, Problem: fmt.Sprintf("%q is not a finite number; give a count or a measurement", text)}
		}
		out[i] = v
	}
	return out, nil
}
