package arff

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
)

// read returns the header and the rows of a text.
func read(text string) (header []string, rows [][]string, err error) {
	r, err := NewRows(table.NewLines("f", "ARFF", strings.NewReader(text)))
	if err != nil {
		return nil, nil, err
	}
	for {
		fields, _, err := r.Next()
		if err == io.EOF {
			return r.Header, rows, nil
		}
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, fields)
	}
}

func TestRows(t *testing.T) {
	const arff = "% a comment\n\n@RELATION r\n@attribute 'a b' numeric % of the first\n@attribute c {x, 'y,z'}\n@data\n% none\n" +
		"1, 'y,z' % the last\n?,x\n"
	for text, want := range map[string][]string{arff: {"a b|c", "1|y,z", "|x"}, "a,'b, c'\n1,\"2\"\n": {"a|b, c", "1|2"}} {
		header, rows, err := read(text)
		got := []string{strings.Join(header, "|")}
		for _, r := range rows {
			got = append(got, strings.Join(r, "|"))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"% nothing\n":                                "f: is empty; give a table with a header",
		"@relation r\n@attribute a numeric\n":        "f: has no @data; is the file whole?",
		"@relation r\n@attribute a numeric\n@data\n": "f: has a header but no rows",
		strings.Replace(arff, "?,x", "?,w", 1):       `f: row 9, column c: "w" is not one of the 2 levels`,
		strings.Replace(arff, "?,x", "?", 1):         "f: row 9: has 1 values for 2 columns",
		strings.Replace(arff, "c {", "'a b' {", 1):   "f: row 6, column a b: stands twice",
		strings.Replace(arff, "?,x", "{0 1}", 1):     "f: row 9",
		strings.Replace(arff, "?,x", "'?,x", 1):      "f: row 9: the quotation mark",
		strings.Replace(arff, "numeric", "", 1):      "f: row 4: an attribute needs a name and a type",
	} {
		if _, _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
