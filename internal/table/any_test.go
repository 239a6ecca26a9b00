package table

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// anyRows reads all records with their lines.
func anyRows(text string) (rows [][]string, lines []int, err error) {
	in := AnyRecords("f", strings.NewReader(text))
	for {
		fields, line, err := in.Next()
		if err == io.EOF {
			return rows, lines, nil
		}
		if err != nil {
			return rows, lines, err
		}
		rows, lines = append(rows, slices.Clone(fields)), append(lines, line)
	}
}

func TestAnyRecords(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  [][]string
		lines []int
	}{
		{"a\tb\n\n\t 2 \r\n1,5\t\n", [][]string{{"a", "b"}, {"", "2"}, {"1,5", ""}}, []int{1, 3, 4}},
		{"a\tb\n\"x\ty\"\t\"2\"\n\"x \"\"y\"\t\n1\t2", [][]string{{"a", "b"}, {"x\ty", "2"}, {`x "y`, ""}, {"1", "2"}},
			[]int{1, 2, 3, 4}},
		{" {\"a\":1.50,\"b\":null}\n\n{\"b\":\" x\\\"y \",\"a\":true}\n{}\n",
			[][]string{{"a", "b"}, {"1.50", ""}, {"1", `x"y`}, {"", ""}}, []int{1, 1, 3, 4}},
	} {
		got, lines, err := anyRows(c.text)
		if err != nil || !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%q: got %q and %v, want %q", c.text, got, err, c.want)
		}
		if !slices.Equal(lines, c.lines) {
			t.Errorf("%q: lines %v, want %v", c.text, lines, c.lines)
		}
	}
	for text, want := range map[string]string{
		"{\"a\":1}\n[1]\n":             "f: row 2: is not an object of JSON",
		"{\"a\":1}\n{\"b\":1}\n":       `f: row 2: key "b" is not in the first object`,
		"{\"a\":1}\n{\"a\":1,\"a\":2}": `f: row 2: has the key "a" twice`,
		"{\"a\":{\"b\":1}}\n":          `f: row 1: the value of key "a" is a list or an object`,
		"{\"a\":1\n":                   "f: row 1: is not JSON: ",
		"{\"a\":x}\n":                  "f: row 1: is not JSON: ",
		"{\"a\":1} {\"a\":2}\n":        "f: row 1: has text after its object",
		"{}\n":                         "f: row 1: is an object without keys",
		"{\"a\":\"\xff\"}\n":           "f: row 1: byte 0xff is not UTF-8 text",
	} {
		_, _, err := anyRows(text)
		var te *Error
		if !errors.As(err, &te) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Lines that are divided here give the fields that package csv gives.
func FuzzRecords(f *testing.F) {
	for _, text := range []string{"a,b\n1,\"2\"\n", "\"a\",b \n,\r\n\n \n\"x\ny\",\"\"\"\"\n1", "a,\"b\"c\n",
		" \"a\" ,b\n", "a\"b,c\n", "\"a,b\",\"c,d\"\ne,f\n", ",\n,,\n", "é,\"ü\"\n\"open"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Trim(text, "\x00\t\r") != text || strings.ContainsAny(text, "\x00\r") {
			return
		}
		in := NewRecords("f", strings.NewReader(text), 0)
		want := csv.NewReader(strings.NewReader(text))
		want.FieldsPerRecord, want.TrimLeadingSpace = -1, true
		for {
			got, line, err := in.Next()
			fields, csvErr := want.Read()
			var te *Error
			switch {
			case errors.As(err, &te) && te.Err == nil: // it is not text
				return
			case (err == nil) != (csvErr == nil) || (err == io.EOF) != (csvErr == io.EOF):
				t.Fatalf("%q: error %v, want %v", text, err, csvErr)
			case err != nil:
				return
			}
			for k := range fields {
				fields[k] = strings.TrimSpace(fields[k])
			}
			if !slices.Equal(got, fields) {
				t.Fatalf("%q: got %q, want %q", text, got, fields)
			}
			if l, _ := want.FieldPos(0); l != line {
				t.Fatalf("%q: line %d, want %d", text, line, l)
			}
		}
	})
}
