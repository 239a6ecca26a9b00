package dataset

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/block-regularized/bcv/internal/table"
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

// timeLayouts are how dates may be written; those without a zone are in UTC.
var timeLayouts = []string{time.RFC3339, time.DateOnly, time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05"}

// parseTimes reads the texts of a column as times: finite numbers as they are, or dates as microseconds since 1970. A
// problem is about the text in that place.
func parseTimes(texts []string) (times []float64, at int, problem string) {
	for i, text := range texts {
		v, number := finite(text)
		if !number {
			date := parseDate(text)
			if date.IsZero() {
				return nil, i, fmt.Sprintf("%.40q is not a time; give a number, or a date such as 2006-01-02, 2006-01-02 15:04:05 "+
					"or 2006-01-02T15:04:05Z (RFC 3339)", text)
			}
			v = float64(date.UnixMicro())
		}
		if _, first := finite(texts[0]); number != first {
			return nil, i, fmt.Sprintf("%.40q is beside %.40q; give only numbers, or only dates", text, texts[0])
		}
		times = append(times, v)
	}
	return times, 0, ""
}

// parseDate returns the date that a text is, the zero time for none.
func parseDate(text string) time.Time {
	for _, layout := range timeLayouts {
		if date, err := time.Parse(layout, text); err == nil {
			return date
		}
	}
	return time.Time{}
}

// finite returns a finite number that is written with digits.
func finite(text string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && v-v == 0 && decimalText(text)
}

// Times returns the values of a column as times, of which only the order matters: numbers, or dates as in
// Options.Time.
func (l Labels) Times(name string) ([]float64, error) {
	texts, err := l.Column(name)
	if err != nil {
		return nil, err
	}
	times, at, problem := parseTimes(texts)
	if problem != "" {
		return nil, &table.Error{File: l.File, Row: l.lines[at], Column: name, Problem: problem}
	}
	return times, nil
}
