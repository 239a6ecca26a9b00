package sheet

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/thedatashed/xlsxreader"

	"github.com/block-regularized/bcv/internal/arff"
	"github.com/block-regularized/bcv/internal/table"
)

// sampled is how many rows are looked at before it is decided how a table is read.
const sampled = 1000

// largestDocument is the largest JSON document or workbook that is read, in bytes: both are taken into memory.
const largestDocument = 64 << 20

// source is a table of texts: a header, and rows one after the other.
type source struct {
	name    string
	header  []string
	line    int // of the header
	next    func() (fields []string, line int, err error)
	records *table.Records // of text that is passed on as it is

	sample  [][]string // first rows, which next gives again
	lines   []int
	whole   bool   // sample has all rows
	numbers bool   // there was no header: all rows are numbers
	plain   bool   // commas or tabs, or lines of JSON, as the canonical forms are written
	unit    Role   // what a document of a tool says that its rows are; empty for nothing
	tool    string // that wrote the document; empty if unknown

	left   []string // rows above the table, and those of units
	levels bool     // names of columns stood in two rows
	blanks bool     // blanks divide fields

	percents []bool   // by column
	units    []string // by column, where a row of them stands under the header
}

// open finds out how a text divides into fields.
func open(name string, text io.Reader) (*source, error) {
	b, problem := table.Unpack(name, text)
	if problem != nil {
		return nil, problem
	}
	head, _ := b.Peek(1 << 14)
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	switch {
	case relation.Match(head):
		rows, err := arff.NewRows(table.NewLines(name, "ARFF", b))
		if err != nil {
			return nil, err
		}
		return &source{name: name, header: rows.Header, next: rows.Next}, nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return workbook(name, b)
	case bytes.HasPrefix(trimmed, []byte("[")) || bytes.HasPrefix(trimmed, []byte("{")) && !jsonLines(b):
		return document(name, b)
	}
	s := &source{name: name}
	text, first, line := s.begin(b)
	in := table.AnyRecords(name, text)
	if s.blanks {
		in = table.RecordsOf(name, byBlanks(table.NewLines(name, "text", text)))
	}
	header, err := in.Header()
	if err != nil {
		return nil, err
	}
	s.plain, s.header, s.line, s.next, s.records = !s.blanks && in.Plain(), header, line, in.Next, in
	if n := len(header); strings.HasPrefix(first, "|") && n > 2 && header[0] == "" && header[n-1] == "" {
		s.header, s.next = header[1:n-1], bars(in.Next)
	}
	if bare := strings.TrimLeft(header[0], "# "); bare != "" && header[0][0] == '#' {
		s.header[0] = bare
	}
	return s, nil
}

// relation is how ARFF begins, behind comments.
var relation = regexp.MustCompile(`^(?:\x{FEFF})?(?:\s*%[^\n]*\n)*\s*(?i:@relation)\s`)

// bars reads the rows of a table in Markdown: there is a bar at either end, and a rule below the header.
func bars(next func() ([]string, int, error)) func() ([]string, int, error) {
	return func() ([]string, int, error) {
		for {
			fields, line, err := next()
			if n := len(fields); err == nil && n > 2 && fields[0] == "" && fields[n-1] == "" {
				fields = fields[1 : n-1]
			}
			if err != nil || slices.ContainsFunc(fields, func(f string) bool { return !rule.MatchString(f) }) {
				return fields, line, err
			}
		}
	}
}

var rule = regexp.MustCompile(`^:?-+:?$`)

// jsonLines reports whether the first line is an object by itself, without lists and objects within.
func jsonLines(b *bufio.Reader) bool {
	head, err := b.Peek(1 << 16)
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	line, _, more := bytes.Cut(head, []byte("\n"))
	if !more && err == nil {
		return true // a long line: let the reader of lines say what is wrong
	}
	v, rest := parse(line)
	o, ok := v.(*object)
	return ok && len(bytes.TrimSpace(rest)) == 0 && o.flat() || !ok && !bytes.Contains(line, []byte("[")) &&
		bytes.ContainsRune(line, ':') && bytes.HasSuffix(bytes.TrimSpace(line), []byte("}"))
}

// rowsOf is a table that is in memory.
func rowsOf(name string, header []string, rows [][]string, first int) *source {
	s := &source{name: name, header: header, line: first}
	k := 0
	s.next = func() ([]string, int, error) {
		if k == len(rows) {
			return nil, 0, io.EOF
		}
		k++
		return rows[k-1], first + k, nil
	}
	return s
}

// workbook reads a sheet of an Excel workbook: the one whose name stands behind a colon in the name of the file, or the
// first.
func workbook(name string, in io.Reader) (*source, error) {
	refuse := func(format string, args ...any) (*source, error) {
		return nil, &table.Error{File: name, Problem: fmt.Sprintf(format, args...)}
	}
	content, err := io.ReadAll(io.LimitReader(in, largestDocument+1))
	if err != nil {
		return nil, table.Damaged(name, err)
	}
	if len(content) > largestDocument {
		return refuse("is a workbook of more than %d MiB; save the sheet as CSV (UTF-8)", largestDocument>>20)
	}
	book, err := xlsxreader.NewReader(content)
	if err != nil || len(book.Sheets) == 0 {
		return refuse("is a ZIP archive and no Excel workbook that can be read (%v); save the sheet as CSV (UTF-8)", err)
	}
	_, wanted := SplitSheet(name)
	sheet := book.Sheets[0]
	if wanted != "" {
		if !slices.Contains(book.Sheets, wanted) {
			return refuse("has no sheet %q; it has %s", wanted, table.Quoted(book.Sheets))
		}
		sheet = wanted
	}
	var rows [][]string
	var lines []int
	cells := 0
	var failed error
	for row := range book.ReadRows(sheet) {
		if row.Error != nil {
			failed = row.Error
		}
		var fields []string
		blank := true
		for _, c := range row.Cells {
			k := c.ColumnIndex()
			if k < 0 || k > 1<<14 {
				continue
			}
			for len(fields) <= k {
				fields = append(fields, "")
			}
			fields[k] = strings.TrimSpace(c.Value)
			blank = blank && fields[k] == ""
		}
		if cells += len(fields); cells > largestDocument {
			failed = fmt.Errorf("it has more than %d cells", largestDocument)
		}
		if !blank && failed == nil {
			rows, lines = append(rows, fields), append(lines, row.Index)
		}
	}
	if failed != nil {
		return refuse("cannot be read as a workbook: %v; save the sheet as CSV (UTF-8)", failed)
	}
	if len(rows) == 0 {
		return refuse("sheet %s is empty", sheet)
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	texts := make([]string, len(rows))
	for i := range rows {
		rows[i] = append(rows[i], make([]string, width-len(rows[i]))...)
		texts[i] = strings.Join(rows[i], "\x00")
	}
	s := &source{name: name}
	k := s.headerOf(texts)
	for i, r := range rows[:k] {
		s.leaveLine(lines[i], strings.Join(r, " "))
	}
	s.header, s.line = rows[k], lines[k]
	s.next = func() ([]string, int, error) {
		if k++; k == len(rows) {
			return nil, 0, io.EOF
		}
		return rows[k], lines[k], nil
	}
	return s, nil
}

// SplitSheet divides book.xlsx:sheet into the name of the file and that of the sheet, which is empty for other names.
func SplitSheet(path string) (file, sheet string) {
	if i := strings.LastIndex(strings.ToLower(path), ".xlsx:"); i >= 0 {
		return path[:i+len(".xlsx")], path[i+len(".xlsx:"):]
	}
	return path, ""
}

// look reads the first rows, which next gives again.
func (s *source) look() error {
	if err := s.headless(); err != nil {
		return err
	}
	for len(s.sample) < sampled {
		fields, line, err := s.next()
		if err == io.EOF {
			s.whole = true
			break
		}
		if err != nil {
			return err
		}
		if s.blanks && len(fields) == 1 && len(s.sample) == 0 && len(s.header) > 1 { // pandas names the rows
			fields = append(fields, make([]string, len(s.header)-1)...)
		}
		if n := len(fields); n == len(s.header)+1 && fields[n-1] != "" && (len(s.sample) == 0 || s.blanks && len(s.sample) == 1) {
			s.header = append([]string{""}, s.header...) // names of rows, as R writes them
			for i := range s.sample {
				s.sample[i] = append(s.sample[i], "")
			}
		}
		if fields, err = s.fit(fields, line); err != nil {
			return err
		}
		if fields == nil {
			continue
		}
		own := slices.Clone(fields)
		for j := range own {
			own[j] = strings.Clone(own[j])
		}
		s.sample, s.lines = append(s.sample, own), append(s.lines, line)
	}
	if len(s.sample) == 0 {
		return &table.Error{File: s.name, Problem: "has a header but no rows; add one line per row"}
	}
	s.header = slices.Clone(s.header)
	s.headers()
	next, k := s.next, 0
	s.next = func() ([]string, int, error) {
		for {
			if k < len(s.sample) {
				k++
				return s.sample[k-1], s.lines[k-1], nil
			}
			if s.whole {
				return nil, 0, io.EOF
			}
			fields, line, err := next()
			if err != nil {
				return nil, 0, err
			}
			if fields, err = s.fit(fields, line); err != nil || fields != nil {
				return fields, line, err
			}
		}
	}
	for j, name := range s.header {
		if strings.ContainsAny(name, "\r\n") {
			s.header[j] = strings.Join(strings.Fields(name), " ")
		}
		if again := slices.Index(s.header[:j], s.header[j]); again >= 0 && !table.RowNames(name) {
			return &table.Error{File: s.name, Row: s.line, Column: name, Problem: "stands twice; give every column its own name"}
		}
	}
	return nil
}

// headless takes a first line of numbers for a row: there is no header.
func (s *source) headless() error {
	for _, f := range s.header {
		if _, ok := number(f); !ok {
			return nil
		}
	}
	if len(s.header) > 1 {
		return &table.Error{File: s.name, Row: s.line, Err: ErrAsk, Problem: fmt.Sprintf("the first line has numbers (%.40s) in "+
			"place of the names of columns; name the models there, and say what the rows are (setting `rows` folds, items, "+
			"datasets, runs or time)", strings.Join(s.header, ", "))}
	}
	first, line, next := s.header, s.line, s.next
	s.header, s.numbers, s.line = []string{""}, true, 0
	s.next = func() ([]string, int, error) {
		if first != nil {
			defer func() { first = nil }()
			return first, line, nil
		}
		return next()
	}
	return nil
}

// Numbers in texts: with a decimal point or comma, and with a percent sign.
var (
	withComma   = regexp.MustCompile(`^[-+]?\d*,\d+(?:[eE][-+]?\d+)?(?: ?%)?$`)
	withPoint   = regexp.MustCompile(`^[-+]?\d*\.\d+(?:[eE][-+]?\d+)?(?: ?%)?$`)
	withPercent = regexp.MustCompile(`^[-+]?\d*[.,]?\d+ ?%$`)
	thousands   = regexp.MustCompile(`^[-+]?[1-9]\d{0,2},\d{3}(?: ?%)?$`) // perhaps
)

// number reads a number as it stands in a table.
func number(text string) (float64, bool) {
	if text == "" || text[0] > '9' && text[0] != 'e' {
		return 0, false
	}
	v, problem := table.Float(text)
	return v, problem == ""
}

// normalize rewrites numbers with decimal commas and percent signs, by what the first rows have: all or none.
func (s *source) normalize() error {
	commas, percents := make([]bool, len(s.header)), make([]bool, len(s.header))
	var comma, point [2]int // row and column of the first
	sure := false           // not all commas may stand between thousands
	for i, row := range s.sample {
		for j, f := range row {
			switch {
			case f == "":
			case withComma.MatchString(f):
				commas[j], sure = true, sure || !thousands.MatchString(f)
				if comma[0] == 0 {
					comma = [2]int{i + 1, j}
				}
			case withPoint.MatchString(f) && point[0] == 0:
				point = [2]int{i + 1, j}
			}
			if f != "" && withPercent.MatchString(f) {
				percents[j] = true
			}
		}
	}
	if comma[0] > 0 && point[0] > 0 {
		return &table.Error{File: s.name, Row: s.lines[comma[0]-1], Column: s.header[comma[1]], Problem: fmt.Sprintf(
			"%s has a decimal comma, and %s in column %s a decimal point; write all numbers alike",
			s.sample[comma[0]-1][comma[1]], s.sample[point[0]-1][point[1]], s.header[point[1]])}
	}
	if comma[0] > 0 && !sure {
		f := s.sample[comma[0]-1][comma[1]]
		return &table.Error{File: s.name, Row: s.lines[comma[0]-1], Column: s.header[comma[1]], Problem: fmt.Sprintf(
			"is the comma of %s a decimal sign, or does it stand between thousands? Write %s or %s", f,
			strings.Replace(f, ",", ".", 1), strings.Replace(f, ",", "", 1))}
	}
	s.percents = percents
	anyComma, anyPercent := slices.Contains(commas, true), slices.Contains(percents, true)
	if !anyComma && !anyPercent {
		return nil
	}
	rewrite := func(fields []string, line int) error {
		for j, f := range fields {
			if f == "" || !(commas[j] || percents[j]) {
				continue
			}
			if commas[j] && (withComma.MatchString(f)) {
				f = strings.Replace(f, ",", ".", 1)
			}
			if percents[j] {
				bare, has := strings.CutSuffix(f, "%")
				bare = strings.TrimSpace(bare)
				if _, ok := number(bare); ok && !has {
					return &table.Error{File: s.name, Row: line, Column: s.header[j], Problem: fmt.Sprintf("%s has no percent sign, "+
						"but others in the column have; write all numbers alike", f)}
				} else if ok {
					v, problem := table.Float(bare + "e-2") // which rounds once
					if problem != "" {
						v, _ = number(bare)
						v /= 100
					}
					f = strconv.FormatFloat(v, 'g', -1, 64)
				}
			}
			fields[j] = f
		}
		return nil
	}
	for i := range s.sample {
		if err := rewrite(s.sample[i], s.lines[i]); err != nil {
			return err
		}
	}
	next, k := s.next, 0
	s.next = func() ([]string, int, error) {
		fields, line, err := next()
		if k++; err == nil && k > len(s.sample) {
			err = rewrite(fields, line)
		}
		return fields, line, err
	}
	return nil
}
