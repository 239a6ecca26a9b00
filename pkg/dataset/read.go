package dataset

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
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

// column finds a column by name, by number from 1, or "last".
func (t *rawTable) column(name string) (int, error) {
	if name == "" || name == "last" {
		return len(t.columns) - 1, nil
	}
	var names []string
	for j, c := range t.columns {
		if c.name == name {
			return j, nil
		}
		names = append(names, c.name)
	}
	if k, err := strconv.Atoi(name); err == nil && k >= 1 && k <= len(t.columns) {
		return k - 1, nil
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return 0, t.errorf(-1, -1, "there is no column %q; the columns are %s", name, strings.Join(names, ", "))
}

// data turns texts into a data set.
func (t *rawTable) data(name string, opt Options) (*Data, error) {
	if len(t.rows) == 0 {
		return nil, t.errorf(-1, -1, "no records; give at least one")
	}
	target, err := t.column(opt.Target)
	if err != nil {
		return nil, err
	}
	role := make([]bool, len(t.columns)) // whether a column is a feature
	for j := range role {
		role[j] = j != target
	}
	for _, d := range opt.Drop {
		j, err := t.column(d)
		if err != nil {
			return nil, err
		}
		role[j] = false
	}
	for _, d := range opt.Nominal {
		j, err := t.column(d)
		if err != nil {
			return nil, err
		}
		t.columns[j].numeric = false
		if t.columns[j].levels == nil {
			t.columns[j].levels = []string{}
		}
	}
	if err := t.incomplete(role, target, opt); err != nil {
		return nil, err
	}
	out := &Data{Name: name}
	var values [][]float64
	for j, feature := range role {
		if !feature {
			continue
		}
		f, column := t.feature(j, opt)
		out.Features, values = append(out.Features, f), append(values, column)
	}
	if len(values) == 0 {
		return nil, t.errorf(-1, -1, "no features besides the target; keep at least one")
	}
	out.X = mat.NewDense(len(t.rows), len(values), nil)
	for j, column := range values {
		out.X.SetCol(j, column)
	}
	return out, t.target(out, target, opt)
}

func (o Options) missing(text string) bool {
	if o.Missing == nil {
		return text == "" || text == "?" || text == "NA"
	}
	return slices.Contains(o.Missing, text)
}

// incomplete refuses or drops incomplete records, unless they are to be kept. A
// record without a target is never kept.
func (t *rawTable) incomplete(role []bool, target int, opt Options) error {
	var bad []int
	column := make(map[int]int)
	for i, row := range t.rows {
		for j, text := range row {
			if (j == target || (role[j] && !opt.Keep)) && opt.missing(text) {
				bad = append(bad, i)
				column[i] = j
				break
			}
		}
	}
	if len(bad) == 0 {
		return nil
	}
	if !opt.DropRows {
		return t.errorf(bad[0], column[bad[0]], "a value is missing (%d of %d records are incomplete); drop these records, or keep them if the learner can use them", len(bad), len(t.rows))
	}
	rows, lines := t.rows[:0], t.lines[:0]
	for i, row := range t.rows {
		if _, drop := column[i]; !drop {
			rows, lines = append(rows, row), append(lines, t.lines[i])
		}
	}
	t.rows, t.lines = rows, lines
	if len(rows) == 0 {
		return t.errorf(-1, -1, "every record is incomplete")
	}
	return nil
}

// feature turns a column into numbers, or numbers of levels.
func (t *rawTable) feature(j int, opt Options) (Feature, []float64) {
	c := t.columns[j]
	out := make([]float64, len(t.rows))
	if c.levels == nil {
		numeric := true
		for i, row := range t.rows {
			v, err := strconv.ParseFloat(row[j], 64)
			switch {
			case opt.missing(row[j]):
				v = math.NaN()
			case err != nil || math.IsInf(v, 0) || math.IsNaN(v):
				numeric = false
			}
			out[i] = v
		}
		if numeric {
			return Feature{Name: c.name}, out
		}
	}
	levels := c.levels
	if len(levels) == 0 {
		levels = t.distinct(j, opt)
	}
	for i, row := range t.rows {
		out[i] = float64(slices.Index(levels, row[j]))
		if opt.missing(row[j]) {
			out[i] = math.NaN()
		}
	}
	return Feature{Name: c.name, Levels: levels}, out
}

// distinct returns the values of a column, sorted: by number if all are numbers.
func (t *rawTable) distinct(j int, opt Options) []string {
	seen := map[string]bool{}
	var out []string
	numeric := true
	for _, row := range t.rows {
		if !seen[row[j]] && !opt.missing(row[j]) {
			seen[row[j]] = true
			out = append(out, row[j])
			_, err := strconv.ParseFloat(row[j], 64)
			numeric = numeric && err == nil
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if numeric {
			x, _ := strconv.ParseFloat(a, 64)
			y, _ := strconv.ParseFloat(b, 64)
			if x != y {
				if x < y {
					return -1
				}
				return 1
			}
		}
		return strings.Compare(a, b)
	})
	return out
}

// target sets the response or the classes of out.
func (t *rawTable) target(out *Data, j int, opt Options) error {
	if !opt.Response {
		out.Classes = t.columns[j].levels
		if len(out.Classes) == 0 {
			out.Classes = t.distinct(j, opt)
		}
		number := map[string]int32{}
		for c, name := range out.Classes {
			number[name] = int32(c)
		}
		for i, row := range t.rows {
			c, ok := number[row[j]]
			if !ok {
				return t.errorf(i, j, "%q is none of the levels", row[j])
			}
			out.Class = append(out.Class, c)
		}
		return nil
	}
	for i, row := range t.rows {
		v, err := strconv.ParseFloat(row[j], 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return t.errorf(i, j, "the response %q is no finite number; name another target, or read its values as classes", row[j])
		}
		out.Response = append(out.Response, v)
	}
	return nil
}
