package dataset

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Options say how to read a table. The zero value reads a CSV file with a
// header, whose last column is the target and whose missing values are refused.
type Options struct {
	Comma    rune     // separator of CSV; 0 means a comma, ' ' any run of blanks and tabs
	NoHeader bool     // the first line is a record; columns are called x1, x2, ...
	Target   string   // name of the target, or its number from 1, or "last"; empty means last
	Drop     []string // names or numbers from 1 of columns to leave out
	Missing  []string // texts of missing values; nil means "?", "NA" and nothing at all
	Keep     bool     // keep incomplete records: their values are NaN
	DropRows bool     // leave incomplete records out
	Nominal  []string // columns to read as levels although all values are numbers
	Response bool     // the target is a number to predict; otherwise its values are classes
}

// ReadError says where a file cannot be read.
type ReadError struct {
	File    string
	Line    int    // from 1; 0 for the whole file
	Column  string // name, or empty
	Problem string // what is wrong and what to do
}

// Error returns file, line, column and problem.
func (e *ReadError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
	}
	if e.Column != "" {
		s += ": column " + e.Column
	}
	return s + ": " + e.Problem
}

// Read reads a data set from a file: ARFF if its name ends in .arff, else CSV;
// unpacked if the name ends in .gz. Features whose values are all numbers are
// numeric, others have levels, sorted by their text; so are classes, by number
// if all are numbers. Errors are *ReadError.
func Read(path string, opt Options) (*Data, error) {
	t, err := readRaw(path, opt)
	if err != nil {
		return nil, err
	}
	return t.data(stem(path), opt)
}

// Parse is Read on text that is already open; name stands for the file in
// errors, and its ending tells the format.
func Parse(name string, r io.Reader, opt Options) (*Data, error) {
	t, err := parseRaw(name, r, opt)
	if err != nil {
		return nil, err
	}
	return t.data(stem(name), opt)
}

// stem returns the name of a file without folder and endings.
func stem(path string) string {
	base := filepath.Base(strings.TrimSuffix(path, ".gz"))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func readRaw(path string, opt Options) (*rawTable, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &ReadError{File: path, Problem: errors.Unwrap(err).Error() + "; name an existing file"}
	}
	defer f.Close()
	return parseRaw(path, f, opt)
}

func parseRaw(name string, r io.Reader, opt Options) (*rawTable, error) {
	base, packed := strings.CutSuffix(name, ".gz")
	if packed {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, &ReadError{File: name, Problem: "it is not packed with gzip; unpack it or rename it"}
		}
		r = z
	}
	if strings.HasSuffix(base, ".arff") {
		return readARFF(name, r)
	}
	return readCSV(name, r, opt)
}

// rawTable is a table of texts.
type rawTable struct {
	file    string
	columns []rawColumn
	rows    [][]string
	lines   []int // of the rows
}

// rawColumn is a column; ARFF says its levels, and whether it is a number.
type rawColumn struct {
	name    string
	levels  []string
	numeric bool
}

func (t *rawTable) errorf(row, column int, format string, args ...any) error {
	e := &ReadError{File: t.file, Problem: fmt.Sprintf(format, args...)}
	if row >= 0 {
		e.Line = t.lines[row]
	}
	if column >= 0 {
		e.Column = t.columns[column].name
	}
	return e
}

// readCSV reads records of equal length.
func readCSV(name string, r io.Reader, opt Options) (*rawTable, error) {
	t := &rawTable{file: name}
	var next func() ([]string, int, error)
	if opt.Comma == ' ' {
		next = blankFields(r)
	} else {
		c := csv.NewReader(r)
		c.FieldsPerRecord, c.TrimLeadingSpace, c.LazyQuotes = -1, true, true
		if opt.Comma != 0 {
			c.Comma = opt.Comma
		}
		next = func() ([]string, int, error) {
			fields, err := c.Read()
			line := 0
			if len(fields) > 0 {
				line, _ = c.FieldPos(0)
			}
			return fields, line, err
		}
	}
	for {
		fields, line, err := next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &ReadError{File: name, Problem: err.Error()}
		}
		for j, f := range fields {
			fields[j] = strings.TrimSpace(f)
		}
		if t.columns == nil {
			t.columns = headerColumns(fields, opt.NoHeader)
			if !opt.NoHeader {
				continue
			}
		}
		if len(fields) != len(t.columns) {
			return nil, &ReadError{File: name, Line: line, Problem: fmt.Sprintf("%d fields, %d in the first line; give each line as many", len(fields), len(t.columns))}
		}
		t.rows, t.lines = append(t.rows, fields), append(t.lines, line)
	}
	return t, nil
}

func headerColumns(fields []string, noHeader bool) []rawColumn {
	out := make([]rawColumn, len(fields))
	for j, f := range fields {
		if noHeader || f == "" {
			f = "x" + strconv.Itoa(j+1)
		}
		out[j].name = f
	}
	return out
}

// blankFields splits lines at runs of blanks and skips empty lines.
func blankFields(r io.Reader) func() ([]string, int, error) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	line := 0
	return func() ([]string, int, error) {
		for s.Scan() {
			line++
			if fields := strings.Fields(s.Text()); len(fields) > 0 {
				return fields, line, nil
			}
		}
		if err := s.Err(); err != nil {
			return nil, line, err
		}
		return nil, line, io.EOF
	}
}
