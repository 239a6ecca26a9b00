package dataset

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readARFF reads the format of Weka: attributes with their levels or as numbers,
// then records, comments after %, names and values in quotation marks.
func readARFF(name string, r io.Reader) (*rawTable, error) {
	t := &rawTable{file: name}
	s := bufio.NewScanner(r)
	s.Buffer(nil, 16<<20)
	inData := false
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		if text == "" || text[0] == '%' {
			continue
		}
		problem := ""
		switch word, rest := cutWord(text); {
		case inData:
			problem = t.addARFF(text, line)
		case strings.EqualFold(word, "@attribute"):
			problem = t.addAttribute(rest)
		case strings.EqualFold(word, "@data"):
			inData = true
		case !strings.EqualFold(word, "@relation"):
			problem = strconv.Quote(word) + " is none of @relation, @attribute and @data"
		}
		if problem != "" {
			return nil, &ReadError{File: name, Line: line, Problem: problem}
		}
	}
	if err := s.Err(); err != nil {
		return nil, &ReadError{File: name, Problem: err.Error()}
	}
	if !inData {
		return nil, &ReadError{File: name, Problem: "there is no @data line; give an ARFF file"}
	}
	return t, nil
}

// cutWord returns the first word of a text, without quotation marks, and the
// rest.
func cutWord(text string) (word, rest string) {
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		if end := strings.IndexByte(text[1:], text[0]); end >= 0 {
			return text[1 : 1+end], strings.TrimSpace(text[2+end:])
		}
	}
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// addAttribute adds a column; it returns a problem, or nothing.
func (t *rawTable) addAttribute(text string) string {
	name, kind := cutWord(text)
	c := rawColumn{name: name}
	word, _ := cutWord(kind)
	switch list, braces := strings.CutPrefix(kind, "{"); {
	case name == "" || kind == "":
		return "an attribute needs a name and a type"
	case braces:
		list, ok := strings.CutSuffix(strings.TrimSpace(list), "}")
		if !ok {
			return "the list of levels has no closing brace"
		}
		c.levels = splitARFF(list)
	case slices.ContainsFunc([]string{"numeric", "real", "integer"}, func(k string) bool { return strings.EqualFold(k, word) }):
		c.numeric = true
	case strings.EqualFold(word, "string"):
		c.levels = []string{}
	default:
		return "attribute " + name + " is of type " + kind + "; numbers, levels in braces and strings can be read"
	}
	t.columns = append(t.columns, c)
	return ""
}

// addARFF adds a record; it returns a problem, or nothing.
func (t *rawTable) addARFF(text string, line int) string {
	if text[0] == '{' {
		return "sparse records cannot be read; write all values"
	}
	row := splitARFF(text)
	if len(row) != len(t.columns) {
		return strconv.Itoa(len(row)) + " values for " + strconv.Itoa(len(t.columns)) + " attributes"
	}
	for j, v := range row {
		c := t.columns[j]
		if v == "?" {
			continue
		}
		if _, err := strconv.ParseFloat(v, 64); c.numeric && err != nil {
			return "column " + c.name + ": " + strconv.Quote(v) + " is no number"
		}
		if len(c.levels) > 0 && !slices.Contains(c.levels, v) {
			return "column " + c.name + ": " + strconv.Quote(v) + " is none of the levels"
		}
	}
	t.rows, t.lines = append(t.rows, row), append(t.lines, line)
	return ""
}

// splitARFF splits at commas outside quotation marks, which it takes off.
func splitARFF(text string) []string {
	var out []string
	var b strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"') && strings.TrimSpace(b.String()) == "":
			quote = c
			b.Reset()
		case quote == 0 && c == ',':
			out = append(out, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	return append(out, strings.TrimSpace(b.String()))
}
