package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
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

// A text that comes byte by byte, whose lines are divided one by one, gives the same rows and errors as one that comes
// at once, whatever separates the fields.
func FuzzPieces(f *testing.F) {
	for _, text := range []string{"a,b\n1,\"2\"\n", "\"a\",b \n,\r\n\n \n\"x\ny\",\"\"\"\"\n1", "a,\"b\"c\n", " \"a\" ,b\n",
		"\"a,b\",\"c,d\"\ne,f\n", ",\n,,\n", "\"ü\",é\n\"open", "a;\"b;c\"\r\n\u00a0d;e\u2003\r\n", "\uFEFFa,b\rc\n\rd",
		"a\t\"b\"\r\n\t\"\"\n\"c\r\nd\"\n", "\r\n\"a\"\r\n\n,\"b\" \n", " \"\t\"\n0", "a,b\n\xffc,\x01\n", "a\xe2\x80"} {
		for _, comma := range ",;\t|é" {
			f.Add(text, comma)
		}
	}
	f.Fuzz(func(t *testing.T, text string, comma rune) {
		if comma == '"' || comma == '\r' || comma == '\n' || comma == 0 || comma == utf8.RuneError || !utf8.ValidRune(comma) {
			return // csv.Reader takes none of these
		}
		whole, pieces := NewRecords("f", strings.NewReader(text), comma), NewRecords("f", iotest.OneByteReader(
			strings.NewReader(text)), comma)
		_, wrong := io.ReadAll(textOf("f", "CSV", strings.NewReader(text)))
		for {
			got, line, err := whole.Next()
			want, wantLine, wantErr := pieces.Next()
			if err != nil && wantErr != nil && wrong != nil {
				return // which mistake is found first depends on how far the text was read
			}
			if !slices.Equal(got, want) || line != wantLine || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("%q: %q, line %d, %v; in pieces %q, line %d, %v", text, got, line, err, want, wantLine, wantErr)
			}
			if err != nil {
				return
			}
		}
	})
}

// Text is what has only whole characters of UTF-8 and no control characters but tabs and line ends.
func FuzzText(f *testing.F) {
	for _, text := range []string{"a\r\nb", "a\rb", "é\u2028\n", "\xe2\x80", "a\x00", "\n\n\r\n \r", "a\x7f\t"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\x1f\x8b") || slices.ContainsFunc(signatures, func(s struct{ magic, problem string }) bool {
			return strings.HasPrefix(text, s.magic)
		}) {
			return
		}
		got, err := io.ReadAll(textOf("f", "CSV", strings.NewReader(text)))
		text = strings.TrimPrefix(text, "\uFEFF")
		good := 0
		for i, r := range text {
			bad := control(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD")
			if bad || i > 0 && text[i-1] == '\r' && r != '\n' {
				break
			}
			good = i + utf8.RuneLen(r)
		}
		if string(got) != text[:good] || (err == nil) != (good == len(text)) {
			t.Fatalf("%q: %q and error %v, want %d bytes", text, got, err, good)
		}
		if row := strings.Count(text[:good], "\n") + 1; err != nil && err.(*Error).Row != row {
			t.Fatalf("%q: %v, want line %d", text, err, row)
		}
	})
}

// Numbers are those of strconv to the last bit.
func FuzzFloat(f *testing.F) {
	for _, text := range []string{"0", "1", ".5", "5.", ".", "", "0.1", "1.2.3", "999999999999999", "0.00000000000001", "123456789.12345",
		"1e5", "-0", "+1", "2147483648", "00.10", "0x1p2", "1_0", "9007199254740993"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, problem := Float(text)
		want, err := strconv.ParseFloat(text, 64)
		finite := err == nil && !math.IsInf(want, 0) && !math.IsNaN(want)
		if ok := finite && decimal(text); (problem == "") != ok ||
			ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q: %v %s, want %v %v", text, got, problem, want, err)
		}
		whole, problem := new(Column).parseInt(text)
		if n, err := strconv.Atoi(text); (problem == "") != (err == nil) || err == nil && whole != n {
			t.Fatalf("%q: %d %s, want %d %v", text, whole, problem, n, err)
		}
	})
}

// Decimals of all lengths, and those half-way between two doubles, are as strconv reads them.
func TestDecimals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		text := strconv.FormatInt(rng.Int64N([]int64{10, 1e3, 1e7, 1e12, 1e15}[rng.IntN(5)]), 10)
		k := rng.IntN(len(text) + 1)
		text = text[:k] + strings.Repeat("0", rng.IntN(3)) + "." + strings.Repeat("0", rng.IntN(3)) + text[k:]
		got, problem := Float(text)
		if want, err := strconv.ParseFloat(text, 64); problem != "" || err != nil || got != want {
			t.Fatalf("%s: %v %s, want %v", text, got, problem, want)
		}
	}
}
