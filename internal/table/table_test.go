package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A name that is printed is one line.
func TestOneLine(t *testing.T) {
	type named struct {
		Model string `dataframe:"model" table:"line"`
	}
	for text, want := range map[string]string{
		"model\n\"a\nb\"\n": `f: row 2, column model: "a\nb" has a line end within; write it in one line`,
		"\"mo\ndel\",model\nx,y\n": `f: row 1: the name "mo\ndel" of column 1 has a line end within; write it in one ` +
			`line`,
	} {
		if _, _, err := Read[named]("f", strings.NewReader(text), Others()); err == nil || err.Error() != want {
			t.Errorf("%q: got error %v, want %s", text, err, want)
		}
	}
	if err := Write(io.Discard, []named{{"a\nb"}}); err == nil {
		t.Error("a name of two lines is written")
	}
}

// count is like the rows of fold counts.
type count struct {
	Task    string `dataframe:"task" table:"optional"`
	Model   string `dataframe:"model"`
	Fold    int    `dataframe:"fold" table:"nonneg"`
	Gold    int    `dataframe:"gold" table:"optional,nonneg"`
	Correct int    `dataframe:"correct" table:"nonneg"`
}

func TestRead(t *testing.T) {
	want := []count{{Task: "", Model: "A", Fold: 1, Gold: 7, Correct: 5}, {Task: "", Model: "B b", Fold: 2, Gold: 8,
		Correct: 6}}
	tests := []struct{ name, text string }{
		{"plain", "model,fold,gold,correct\nA,1,7,5\nB b,2,8,6\n"},
		{"no last line end", "model,fold,gold,correct\nA,1,7,5\nB b,2,8,6"},
		{"byte order mark", "\uFEFFmodel,fold,gold,correct\nA,1,7,5\nB b,2,8,6\n"},
		{"CRLF", "model,fold,gold,correct\r\nA,1,7,5\r\nB b,2,8,6\r\n"},
		{"spaces", " model, fold ,gold,\tcorrect \n A ,1, 7,5\nB b,2,8\u00a0,6\n"},
		{"quoted", "\"model\",fold,gold,correct\nA,\"1\",7,5\n \"B b\",2,8,6\n"},
		{"other order", "model,correct,gold,fold\nA,5,7,1\nB b,6,8,2\n"},
		{"blank lines", "\nmodel,fold,gold,correct\n\nA,1,7,5\n\r\nB b,2,8,6\n\n"},
		{"ignored column", "model,fold,note,gold,correct\nA,1,,7,5\nB b,2,x,8,6\n"},
		{"signs", "model,fold,gold,correct\nA,+1,007,5\nB b,2,8,6\n"},
	}
	for _, test := range tests {
		got, info, err := Read[count]("f.csv", strings.NewReader(test.text), Ignore("note"))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if !info.Has("model", "gold") || info.Has("model", "task") || info.Has("note") {
			t.Errorf("%s: columns present %v", test.name, info.Columns)
		}
	}
}

func TestReadLines(t *testing.T) {
	text := "model,fold,correct\n\nA,1,5\n\"B\nb\",2,6\nC,3,7\n"
	rows, info, err := Read[count]("f.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{3, 4, 6}, info.Lines); diff != "" {
		t.Error(diff)
	}
	if rows[1].Model != "B\nb" {
		t.Errorf("model %q", rows[1].Model)
	}
	if diff := cmp.Diff([]string{"model", "fold", "correct"}, info.Columns); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct {
		i            int
		column, want string
	}{
		{2, "correct", "f.csv: row 6, column correct: 7 > 5"},
		{2, "", "f.csv: row 6: 7 > 5"},
		{-1, "", "f.csv: 7 > 5"},
		{3, "correct", "f.csv: column correct: 7 > 5"},
	} {
		if got := info.Errorf(test.i, test.column, "%d > %d", 7, 5).Error(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestReadErrors fixes every message a user can see.
func TestReadErrors(t *testing.T) {
	const head = "model,fold,correct\n"
	most := fmt.Sprint(min(maxCount, math.MaxInt))
	tests := []struct{ text, want string }{
		{"", "is empty; give a CSV file with a header and rows"},
		{"\uFEFF \r\n\n", "is empty; give a CSV file with a header and rows"},
		{head, "has a header but no rows; add one line per row"},
		{"A,1,5\nB,2,6\n", `row 1: "A,1,5" is not a header; name the columns in the first line: task, model, fold, ` +
			`gold, correct`},
		{"model,fold\nA,1\n", "row 1: column correct is missing; add it"},
		{"model,fold,correct,color\nA,1,5,red\n", `row 1: unknown column "color"; known columns are task, model, ` +
			`fold, gold, correct`},
		{"Model,fold,correct\nA,1,5\n", `row 1: column "Model": write its name in lower case, model`},
		{"model,fold,correct,\nA,1,5,\n", "row 1: column 4 has no name; name it, or remove it"},
		{",model,fold,correct\n1,A,1,5\n", "row 1: column 1 has no name; name it, or remove it (row names: " +
			"write.csv(x, row.names = FALSE) in R, x.to_csv(index=False) in pandas)"},
		{"\"model\";\"fold\";\"correct\"\nA;1;5\n", "row 1: fields are separated by semicolons; save the file with " +
			"commas, and numbers with a decimal point"},
		{"\n\"model\"\t\"fold\"\t\"correct\"\nA\t1\t5\n", "row 1: fields are separated by tabs; save the file with " +
			"commas, and numbers with a decimal point"},
		{"\"model\",\"a;b\"x,\"c;d\"\nA;1;5\n", "row 1: quotation marks do not match; put a field with quotation " +
			"marks between quotation marks and double those inside, as in \"say \"\"yes\"\"\""},
		{"model,fold,correct,fold\nA,1,5,1\n", `row 1: two columns have the name "fold"; keep one`},
		{"model;fold;correct\nA;1;5\n", "row 1: fields are separated by semicolons; save the file with commas, and " +
			"numbers with a decimal point"},
		{"model\tfold\tcorrect\nA\t1\t5\n", "row 1: fields are separated by tabs; save the file with commas, and " +
			"numbers with a decimal point"},
		{"model|fold|correct\nA|1|5\n", "row 1: fields are separated by bars; save the file with commas, and numbers " +
			"with a decimal point"},
		{head + "A,1,5\nB,2\n", "row 3: 2 fields, but the header names 3 columns; give one value per column"},
		{head + "A,1,5,6\n", "row 2: 4 fields, but the header names 3 columns; give one value per column"},
		{head + "A,1,5\nB\n", "row 3: 1 field, but the header names 3 columns; give one value per column"},
		{head + "A,1,abc\n", `row 2, column correct: "abc" is not a whole number; write digits only`},
		{head + "A,1,5.0\n", `row 2, column correct: "5.0" is not a whole number; write digits only`},
		{head + "A,1,\"5,000\"\n", `row 2, column correct: "5,000" is not a whole number; write digits only`},
		{head + "A,1,0x10\n", `row 2, column correct: "0x10" is not a whole number; write digits only`},
		{head + "A,1,NaN\n", `row 2, column correct: "NaN" is not a whole number; write digits only`},
		{head + "A,1,\n", "row 2, column correct: is empty; give a whole number"},
		{head + "A,1,-5\n", `row 2, column correct: "-5" is negative; give a count from 0 to ` + most},
		{head + "A,1,9007199254740993\n", `row 2, column correct: "9007199254740993" is too large; give a count from ` +
			`0 to ` + most},
		{head + "A,1,99999999999999999999\n", `row 2, column correct: "99999999999999999999" is too large; give a ` +
			`count from 0 to ` + most},
		{head + "A,1," + strings.Repeat("9", 100) + "\n", `row 2, column correct: "` + strings.Repeat("9", 40) +
			`"... is too large; give a count from 0 to ` + most},
		{head + "A,1,\"5\"x\n", "row 2: quotation marks do not match; put a field with quotation marks between " +
			"quotation marks and double those inside, as in \"say \"\"yes\"\"\""},
		{head + "A,1,5\n\"B,2,6\n", "row 3: quotation marks do not match; put a field with quotation marks between " +
			"quotation marks and double those inside, as in \"say \"\"yes\"\"\""},
		{head + "A\x00,1,5\n", "row 2: byte 0x00 is not text; give a CSV file"},
		{head + "A,1,5\nB\x07,1,5\n", "row 3: byte 0x07 is not text; give a CSV file"},
		{head + "K\xf6ln,1,5\n", "row 2: byte 0xf6 is not UTF-8 text; save the file as CSV (UTF-8)"},
		{"model,fold,correct\rA,1,5\r", "row 1: a carriage return stands alone; save the file with line ends LF or " +
			"CRLF"},
		{"\xff\xfem\x00", "is UTF-16 text; save it as CSV (UTF-8)"},
		{"PK\x03\x04xl", "is a ZIP archive or an Excel workbook; save it as CSV (UTF-8)"},
		{"\x1f\x8b\x08", "cannot be read to its end: unexpected EOF; is the file whole?"},
		{"%PDF-1.7", "is a PDF document; give a CSV file"},
	}
	for _, test := range tests {
		rows, _, err := Read[count]("f.csv", strings.NewReader(test.text))
		if want := "f.csv: " + test.want; err == nil || err.Error() != want {
			t.Errorf("%.40q:\n got %v\nwant %s", test.text, err, want)
		}
		if rows != nil {
			t.Errorf("%.40q: rows beside an error", test.text)
		}
		if _, ok := errors.AsType[*Error](err); !ok {
			t.Errorf("%.40q: error of type %T", test.text, err)
		}
	}
}

// number has the types and tags that count lacks.
type number struct {
	X float64 `dataframe:"x"`
	Y float64 `dataframe:"y" table:"blank,optional"`
	Z float64 `dataframe:"z" table:"inf,nonneg,optional"`
	B bool    `dataframe:"b" table:"optional"`
	I int     `dataframe:"i" table:"optional"`
}

func TestReadNumbers(t *testing.T) {
	tests := []struct{ text, want string }{
		{"x\nNaN\n", `column x: "NaN" is not a finite number; give a finite number`},
		{"x\ninf\n", `column x: "inf" is not a finite number; give a finite number`},
		{"x\n+Inf\n", `column x: "+Inf" is not a finite number; give a finite number`},
		{"x\n1e999\n", `column x: "1e999" is outside the range of a double; give a smaller number`},
		{"x\n0x1p-2\n", `column x: "0x1p-2" is not a number; write it like 12, 0.5 or 1e-3`},
		{"x\n\"0,5\"\n", `column x: "0,5" is not a number; use a point as the decimal sign and no sign between ` +
			`thousands`},
		{"x\n12 kg\n", `column x: "12 kg" is not a number; write it like 12, 0.5 or 1e-3`},
		{"x\n\"\"\n", `column x: is empty; give a number`},
		{"x,y\n1,NaN\n", `column y: "NaN" is not a finite number; give a finite number`},
		{"x,z\n1,-0.5\n", `column z: "-0.5" is negative; give a number from 0 on`},
		{"x,b\n1,1\n", `column b: "1" is not a truth value; write true or false`},
		{"x,b\n1,\n", `column b: is empty; write true or false`},
		{"x,i\n1,9223372036854775808\n", `column i: "9223372036854775808" is too large; give a number from ` +
			fmt.Sprint(math.MinInt) + " to " + fmt.Sprint(math.MaxInt)},
	}
	for _, test := range tests {
		_, _, err := Read[number]("f.csv", strings.NewReader(test.text))
		if want := "f.csv: row 2, " + test.want; err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, want)
		}
	}
	rows, _, err := Read[number]("f.csv",
		strings.NewReader("x,y,z,b,i\n1e-300,,+Inf,TRUE,"+fmt.Sprint(math.MinInt)+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := rows[0]
	if got, want := fmt.Sprint(r.X, r.Y, r.Z, r.B, r.I), "1e-300 NaN +Inf true "+fmt.Sprint(math.MinInt); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadFileErrors(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.csv")
	if err := os.WriteFile(big, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(big, 1<<40); err != nil { // sparse
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing.csv")
	under := filepath.Join(big, "f.csv")
	tests := []struct{ path, want string }{
		{missing, missing + ": no such file; check the name"},
		{dir, dir + ": is a directory; name a file"},
		{big, big + ": is larger than 64 MiB; is it the right file?"},
		{under, under + ": cannot be read: not a directory"},
		{"a\x00b", `"a\x00b": cannot be read: invalid argument`},
	}
	for _, test := range tests {
		_, _, err := ReadFile[count](test.path)
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
	if _, _, err := ReadFile[count](missing); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
}

// endless never stops: Read must.
type endless struct{ n int }

func (r *endless) Read(p []byte) (int, error) {
	r.n += len(p)
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func TestReadLimit(t *testing.T) {
	r := new(endless)
	_, _, err := Read[count]("pipe", r, MaxBytes(1000))
	if err == nil || err.Error() != "pipe: is larger than 1000 bytes; is it the right file?" {
		t.Error(err)
	}
	if r.n > 1<<16 { // a buffer
		t.Errorf("%d bytes read", r.n)
	}
	const text = "model,fold,correct\nA,1,5\n"
	if _, _, err := Read[count]("f", strings.NewReader(text), MaxBytes(int64(len(text)))); err != nil {
		t.Error(err)
	}
	_, _, err = Read[count]("f", io.MultiReader(strings.NewReader(text), failing{}))
	if err == nil || err.Error() != "f: cannot be read to its end: unexpected EOF; is the file whole?" {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// A file of blank lines ends somewhere, packed or not, however they are written.
func TestBlankLines(t *testing.T) {
	for _, line := range []string{"\n", "\r\n", " \n"} {
		for _, c := range []struct {
			count int
			fits  bool
		}{{maxBlank, true}, {maxBlank + 1<<17, false}} {
			text := "x\n" + strings.Repeat(line, c.count) + "y\n" + strings.Repeat(line, maxBlank-1)
			_, err := io.Copy(io.Discard, textOf("f", "CSV", strings.NewReader(text)))
			if c.fits != (err == nil) || !c.fits && !strings.Contains(err.Error(), "blank lines in a row") {
				t.Errorf("%d lines %q: got error %v", c.count, line, err)
			}
		}
	}
}

// Text is read up to a limit, whatever it is read from.
func TestReadText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("\uFEFFabc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadText(path, "text", 7); err != nil || string(got) != "abc\n" {
		t.Errorf("got %q and error %v, want %q", got, err, "abc\n")
	}
	if got, err := ReadText(path, "text", 6); err == nil || !strings.Contains(err.Error(), "is larger than 6 bytes") {
		t.Errorf("got %q and error %v, want it refused", got, err)
	}
}

func TestErrorIsOneLine(t *testing.T) {
	e := &Error{File: "a\nb.csv", Row: 3, Column: "x\ty", Problem: "bad"}
	if got, want := e.Error(), `"a\nb.csv": row 3, column "x\ty": bad`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSchemaPanics(t *testing.T) {
	type noTag struct{ A int }
	type twice struct {
		A int `dataframe:"a"`
		B int `dataframe:"a"`
	}
	type word struct {
		A int `dataframe:"a" table:"option"`
	}
	type empty struct{}
	type kind struct {
		A []int `dataframe:"a"`
	}
	for name, f := range map[string]func(){
		"no struct": func() { Schema[int]() },
		"no tag":    func() { Schema[noTag]() },
		"twice":     func() { Schema[twice]() },
		"word":      func() { Schema[word]() },
		"empty":     func() { Schema[empty]() },
		"kind":      func() { _ = Write(io.Discard, []kind{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// FuzzRead: any bytes give rows or one *Error of one line, and what was read
// can be written and read again.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "model,fold,correct\nA,1,5\n", "model;fold\n",
		"\uFEFFmodel,fold,correct\r\n\"A\r\n\",1,5",
		"model,fold,correct\n\"A,1,5", "\xff\xfe", "model,fold,correct\nA,1,5,6\n", "model,fold,gold,correct\n,,,\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, info, err := Read[count]("f.csv", bytes.NewReader(data))
		if err != nil {
			e, ok := errors.AsType[*Error](err)
			if !ok || strings.ContainsAny(e.Error(), "\r\n\x00") || e.Row > bytes.Count(data, []byte("\n"))+1 {
				t.Fatalf("%T %q", err, err)
			}
			return
		}
		if len(rows) == 0 || len(info.Lines) != len(rows) {
			t.Fatalf("%d rows, %d lines", len(rows), len(info.Lines))
		}
		var b bytes.Buffer
		if err := Write(&b, rows); err != nil {
			t.Fatal(err)
		}
		again, _, err := Read[count]("f.csv", &b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := "model,fold,gold,correct\n" + strings.Repeat("A,1,560914,533644\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := Read[count]("f", strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}
