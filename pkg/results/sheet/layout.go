package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// begin finds the line of a text that is its header, and passes over those above: blank ones, comments behind #, and
// titles, which fill one cell. It finds out whether blanks divide the fields.
func (s *source) begin(b *bufio.Reader) (text io.Reader, header string, line int) {
	head, err := b.Peek(1 << 14)
	lines := strings.Split(strings.TrimPrefix(string(head), "\uFEFF"), "\n")
	if err == nil && len(lines) > 1 { // the last one is cut
		lines = lines[:len(lines)-1]
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	top := s.headerOf(lines)
	for i, l := range lines[:top] {
		s.leaveLine(i+1, l)
		_, _ = b.Discard(bytes.IndexByte(head, '\n') + 1) // it was peeked
		head = head[bytes.IndexByte(head, '\n')+1:]
	}
	if top < len(lines) {
		header = lines[top]
	}
	if top == 0 {
		return b, header, 1
	}
	return io.MultiReader(strings.NewReader(strings.Repeat("\n", top)), b), header, top + 1
}

// leaveLine says that a line above the table is left out, but a blank one and that with the separator for Excel.
func (s *source) leaveLine(line int, text string) {
	if text = strings.Trim(text, "#\"' ,;|\t"); text != "" && !strings.HasPrefix(text, "sep=") {
		s.left = append(s.left, fmt.Sprintf("line %d (%.40s)", line, text))
	}
}

// headerOf returns which of the first lines is the header: the first with several cells above a line with as many, or
// one more, as R writes names of rows.
func (s *source) headerOf(lines []string) int {
	comments := 0
	for comments < len(lines) && (lines[comments] == "" || lines[comments][0] == '#') {
		comments++
	}
	if comments > 0 && comments < len(lines) {
		above := strings.TrimLeft(lines[comments-1], "# ")
		own, below := divideLine(above, sign(above)), divideLine(lines[comments], sign(lines[comments]))
		if above != "" && len(own) == len(below) && slices.ContainsFunc(below, isNumber) {
			comments-- // as numpy.savetxt writes a header
			lines[comments] = above
		}
	}
	filled := func(fields []string) int {
		return len(slices.DeleteFunc(fields, func(f string) bool { return f == "" }))
	}
	for i := comments; i < len(lines); i++ {
		sep := sign(lines[i])
		n := len(divideLine(lines[i], sep))
		if filled(divideLine(lines[i], sep)) < 2 {
			continue
		}
		for _, l := range lines[comments:i] {
			if filled(divideLine(l, sep)) > 1 {
				return comments
			}
		}
		rest := slices.DeleteFunc(slices.Clone(lines[i+1:]), func(l string) bool { return filled(divideLine(l, sep)) == 0 })
		if sep == ' ' {
			if s.blanks = allBlank(rest, n); s.blanks {
				return i
			}
		} else if len(rest) > 0 && len(divideLine(rest[0], sep))-n|1 == 1 {
			return i
		}
	}
	return min(comments, len(lines)-1)
}

// allBlank reports whether blanks divide lines into n fields, or n+1; the first may name the rows alone.
func allBlank(lines []string, n int) bool {
	if len(lines) > 1 && len(divideLine(lines[0], ' ')) == 1 {
		lines = lines[1:]
	}
	for _, l := range lines {
		k := len(divideLine(l, ' '))
		if sign(l) != ' ' || k != n && k != n+1 || k != len(divideLine(lines[0], ' ')) {
			return false
		}
	}
	return len(lines) > 0
}

// sign is what seems to divide a line; a blank where nothing else does.
func sign(line string) rune {
	best, most := ' ', 1
	for _, c := range ";\t|,\x00" { // the last one between cells of a workbook
		if n := len(divideLine(line, c)); n > most || n > 1 && (c == ',' || c == 0) {
			best, most = c, n
		}
	}
	return best
}

// divideLine divides a line at a sign, or at any number of blanks, but not between quotation marks.
func divideLine(line string, sep rune) (out []string) {
	quoted, from := false, 0
	for i, c := range line + string(sep) {
		switch {
		case c == '"':
			quoted = !quoted
		case (c == sep || sep == ' ' && c == '\t') && !quoted || i == len(line):
			if f := strings.TrimSpace(line[from:i]); f != "" || sep != ' ' {
				out = append(out, strings.TrimSpace(strings.Trim(f, `"`)))
			}
			from = i + utf8.RuneLen(c)
		}
	}
	return out
}

// byBlanks reads lines whose fields blanks divide.
func byBlanks(in *table.Lines) func() ([]string, int, error) {
	return func() ([]string, int, error) {
		for {
			line, err := in.Next()
			if fields := divideLine(strings.TrimLeft(string(line), "# "), ' '); err != nil || len(fields) > 0 {
				return fields, in.Row, err
			}
		}
	}
}

// fit gives a row as many fields as there are columns, where those that differ are empty; nil for an empty row.
func (s *source) fit(fields []string, line int) ([]string, error) {
	for n := len(fields); n > len(s.header) && fields[n-1] == ""; n-- {
		fields = fields[:n-1]
	}
	if len(fields) == 0 || !slices.ContainsFunc(fields, func(f string) bool { return f != "" }) {
		return nil, nil
	}
	for len(fields) < len(s.header) && len(fields) > 1 && s.header[len(fields)] == "" {
		fields = append(fields, "")
	}
	if len(fields) != len(s.header) {
		return nil, &table.Error{File: s.name, Row: line, Problem: fmt.Sprintf("%d fields, but the header names %d columns; "+
			"give one value per column", len(fields), len(s.header))}
	}
	return fields, nil
}

// unit is the form of units of measurement, in a row of their own.
var unit = regexp.MustCompile(`^(?i:[(\[].*[)\]]|%|percent|pct|s|sec|seconds|ms|min|-)$`)

// isNumber reports whether a text is a number, with a decimal comma or a percent sign perhaps.
func isNumber(text string) bool {
	_, ok := number(text)
	return ok || withComma.MatchString(text) || withPercent.MatchString(text)
}

// headers takes rows under the header that hold no results: names in a second row, such as metrics under models; names
// of the rows, as pandas writes them below; and units.
func (s *source) headers() {
	lead := 1 // columns that name rows
	for lead < len(s.header)-1 && s.header[lead] == "" && s.header[0] == "" {
		lead++
	}
	known := func(name string) bool { _, ok := metric.Named(name); return ok }
	for len(s.sample) > 1 && s.isAbove(s.sample[0], lead) {
		row, above := s.sample[0], slices.Clone(s.header)
		var filled []int
		for j := lead; j < len(row); j++ {
			if row[j] != "" {
				filled = append(filled, j)
				above[j] = cmp.Or(above[j], above[j-1])
			}
		}
		every := func(texts []string, is func(string) bool) bool {
			return !slices.ContainsFunc(filled, func(j int) bool { return !is(texts[j]) })
		}
		twice := func(j int) bool { return slices.Index(above, above[j]) < j }
		roles, _ := named(row[0])
		switch {
		case len(filled) == 0 && (s.levels || s.blanks):
			copy(s.header, row[:lead])
		case len(filled) > 0 && every(row, unit.MatchString) && (row[0] == "" || key(row[0]) == "unit" || unit.MatchString(row[0])):
			s.units = row
			s.left = append(s.left, fmt.Sprintf("line %d (units)", s.lines[0]))
		case len(filled) > 1 && !s.levels && (row[0] == "" || len(roles) > 0) &&
			(every(row, known) || every(above, known) || slices.ContainsFunc(filled, twice)):
			s.levels = true
			copy(s.header, row[:lead])
			for _, j := range filled {
				s.header[j] = strings.TrimSpace(above[j] + " " + row[j])
			}
			if slices.Contains(roles, Model) || slices.Contains(roles, roleMetric) {
				s.header[0] = "" // it names the row of names
			}
		default:
			return
		}
		s.sample, s.lines = s.sample[1:], s.lines[1:]
	}
}

// isAbove reports whether a row may belong to the header: it has no numbers where the rows below have nothing else.
func (s *source) isAbove(row []string, lead int) bool {
	numbers := false
	for j, f := range row {
		if _, truth := truthValue(f); truth || isNumber(f) || isMissing(f) {
			return false
		}
		for _, below := range s.sample[1:] {
			is := isNumber(below[j])
			if f != "" && j >= lead && !is && below[j] != "" && !isMissing(below[j]) {
				return false
			}
			numbers = numbers || is
		}
	}
	return numbers
}
