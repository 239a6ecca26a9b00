package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/table"
)

func parse(t *testing.T, name, text string, opt Options) *Data {
	t.Helper()
	d, err := Parse(name, strings.NewReader(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// equal compares values, where NaN equals NaN.
func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestReadCSV(t *testing.T) {
	const text = "size,colour,code,class\n1.5,red,10,b\n-2e3, blue ,9,a\n\n0,red,10,b\n"
	d := parse(t, "plants.csv", text, Options{})
	equal(t, "name", d.Name, "plants")
	equal(t, "classes", d.Classes, []string{"a", "b"})
	equal(t, "class numbers", d.Class, []int32{1, 0, 1})
	if f := d.Feature(1); !slices.Equal(f.Levels, []string{"blue", "red"}) || d.Feature(0).Nominal() ||
		d.Feature(2).Nominal() {
		t.Errorf("features %+v", d.Features)
	}
	if want := mat.NewDense(3, 3, []float64{1.5, 1, 10, -2000, 0, 9, 0, 1, 10}); !mat.Equal(d.X, want) {
		t.Errorf("values %v", d.X)
	}
	d = parse(t, "plants.csv", text, Options{Target: "size", Response: true, Drop: []string{"class"},
		Nominal: []string{"3"}})
	if !slices.Equal(d.Response, []float64{1.5, -2000, 0}) || !slices.Equal(d.Feature(1).Levels, []string{"9", "10"}) {
		t.Errorf("response %v, features %+v", d.Response, d.Features)
	}
	d = parse(t, "x.data", "1  2\ta\n\n3 4   b\n", Options{Comma: ' ', NoHeader: true, Target: "last"})
	if d.N() != 2 || d.Feature(1).Name != "x2" || d.X.At(1, 1) != 4 {
		t.Errorf("blanks: %+v", d)
	}
	d = parse(t, "x.csv", "\"a\"; \"b\"\n1;7\n2;8\n", Options{Comma: ';', Target: "1"})
	if d.Feature(0).Name != "b" || !slices.Equal(d.Classes, []string{"1", "2"}) {
		t.Errorf("semicolons: %+v", d)
	}
}

func TestMissing(t *testing.T) {
	const text = "a,b,class\n1,?,x\n2,3,y\n,4,x\n"
	if _, err := Parse("m.csv", strings.NewReader(text), Options{}); err == nil || err.Error() != "m.csv: row 2, "+
		"column b: a value is missing (2 of 3 records are incomplete); leave these records out (setting `missing` drop) or "+
		"have their values filled in from training records (setting `missing` impute)" {
		t.Errorf("error %v", err)
	}
	if d := parse(t, "m.csv", text, Options{DropRows: true}); d.N() != 1 || d.X.At(0, 0) != 2 {
		t.Errorf("dropped: %v", d.X)
	}
	d := parse(t, "m.csv", text, Options{Keep: true})
	equal(t, "kept records", d.N(), 3)
	equal(t, "value in row 0, column 1", d.X.At(0, 1), math.NaN())
	equal(t, "value in row 2, column 0", d.X.At(2, 0), math.NaN())
	if d.Check() == nil {
		t.Error("Check accepts missing values")
	}
	if c, rows := d.Complete(); c.N() != 1 || !slices.Equal(rows, []int32{1}) {
		t.Errorf("complete: %v", rows)
	}
	if d := parse(t, "m.csv", "a,y\n-200,1\n5,2\n", Options{Missing: []string{"-200"}, DropRows: true,
		Response: true}); d.N() != 1 {
		t.Errorf("-200: %v", d.X)
	}
}

func TestReadARFF(t *testing.T) {
	const text = "% a comment\n@RELATION 'my plants'\n\n@attribute 'leaf size' REAL\n@attribute colour {red, 'dark " +
		"blue', \"o,k\"}\n@attribute n integer\n@attribute class {yes,no}\n@data\n1.5,'dark blue',3,no\n% " +
		"between\n2,\"o,k\",4,yes\n?,red,5,no\n"
	d := parse(t, "p.arff", text, Options{DropRows: true})
	if d.N() != 2 || d.Feature(0).Name != "leaf size" ||
		!slices.Equal(d.Feature(1).Levels, []string{"red", "dark blue", "o,k"}) {
		t.Fatalf("%+v", d)
	}
	if want := mat.NewDense(2, 3, []float64{1.5, 1, 3, 2, 2, 4}); !mat.Equal(d.X, want) ||
		!slices.Equal(d.Class, []int32{1, 0}) {
		t.Errorf("values %v, classes %v", d.X, d.Class)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{name: "a.csv", text: "a,b\n", want: "no records"},
		{name: "a.csv", text: "", want: "no records"},
		{name: "a.csv", text: "a,b\n1,2,3\n", want: "a.csv: row 2: 3 fields, 2 in the first line"},
		{name: "a.csv", text: "a,b\n1,2\n", opt: Options{Target: "c"}, want: `no column "c"; the columns are a, b`},
		{name: "a.csv", text: "a,b\n1,2\n", opt: Options{Drop: []string{"7"}}, want: `no column "7"`},
		{name: "a.csv", text: "a,b\n1,2\n", opt: Options{Drop: []string{"a"}}, want: "no features"},
		{name: "a.csv", text: "a,b\n1,x\n", opt: Options{Response: true},
			want: `a.csv: row 2, column b: the response "x" is not a finite number`},
		{name: "a.csv", text: "a,b\n1,Inf\n", opt: Options{Response: true}, want: "not a finite number"},
		{name: "a.csv", text: "a,b\n?,1\n", opt: Options{DropRows: true}, want: "every record is incomplete"},
		{name: "a.csv", text: "a,b\n?,1\n", opt: Options{Keep: true, DropRows: true, Target: "1"},
			want: "every record is incomplete"},
		{name: "a.csv", text: "a,b,a\n1,2,3\n", want: "a.csv: column a: two columns have this name"},
		{name: "a.csv", text: "a,b\n1,2\n", opt: Options{Target: "b", Drop: []string{"b"}},
			want: "column b: the target is dropped"},
		{name: "a.csv", text: "a,b\n1,2\n", opt: Options{Nominal: []string{"a"}, Numeric: []string{"1"}},
			want: "column a: the options declare the column both"},
		{name: "a.csv", text: "a,b\n1,x\n2.o,y\n", opt: Options{Numeric: []string{"a"}},
			want: `a.csv: row 3, column a: "2.o" is not a number`},
		{name: "a.csv", text: "a,b\n1,x\nnan,y\n", opt: Options{Missing: []string{}},
			want: `a.csv: row 3, column a: "nan" is not a finite number`},
		{name: "a.csv", text: "a,b\n1e999,x\n", want: `a.csv: row 2, column a: "1e999" is not a finite number`},
		{name: "a.csv", text: "a,b\n1,x\n\"2,y\n3,z\n", want: "a.csv: row 3: quotation marks do not match"},
		{name: "a.csv", text: "a,b\n1,5\"\n", want: "a.csv: row 2: quotation marks do not match"},
		{name: "a.csv", text: "\"a\";\"b\"\n1,5;x\n", want: "a.csv: row 1: fields are separated by semicolons; save the " +
			"file with commas, and numbers with a decimal point"},
		{name: "a.csv", text: "a;b\n1,5;x\n", want: "a.csv: row 1: fields are separated by semicolons"},
		{name: "a.csv", text: "a\tb\n1\tx\n", want: "a.csv: row 1: fields are separated by tabs"},
		{name: "a.csv", text: "1\t2\n1\tx\n", opt: Options{NoHeader: true},
			want: "a.csv: row 1: fields are separated by tabs"},
		{name: "a.csv", text: ",a,b\n1,2,x\n", want: "a.csv: column x1: has no name in the header; if these are the row " +
			"names that R and pandas write, leave them out (setting `drop` 1)"},
		{name: "a.csv", text: "Unnamed: 0,a,b\n1,2,x\n", want: "a.csv: column Unnamed: 0: has no name in the header"},
		{name: "a.csv", text: "a,b\n?,x\n\"1,5\",y\n2,z\n", opt: Options{Keep: true},
			want: `a.csv: row 3, column a: "1,5" is a number with a comma`},
		{name: "a.csv", text: "a,b\n1,x\n2,x\n", want: `a.csv: column b: all 2 records are of the class "x"`},
		{name: "a.data", text: "a b\n" + strings.Repeat("3", 16<<20+1), opt: Options{Comma: ' '},
			want: "a.data: row 2: has more than 16 MiB"},
		{name: "a.csv.gz", text: "a,b\n1,2\n", want: "not compressed with gzip"},
		{name: "a.csv", text: "\x1f\x8bxx", want: "a.csv: cannot be read to its end"},
		{name: "a.arff", text: "@attribute a numeric\n", want: "no @data line"},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b {x,y}\n@data\n1,z\n",
			want: `a.arff: row 4, column b: "z" is none of the levels`},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b {x}\n@data\nq,x\n", want: `"q" is not a number`},
		{name: "a.arff", text: "@attribute a date\n@data\n", want: `is of type "date"`},
		{name: "a.arff", text: "@attribute a numeric\n@data\n{0 1}\n", want: "sparse"},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b {x,y}\n@data\n?,x\n",
			opt: Options{Missing: []string{"-1"}}, want: "a.arff: row 4, column a: a value is missing"},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b {x,y}\n@data\n1,?\n",
			opt: Options{Missing: []string{}}, want: "a.arff: row 4, column b: a value is missing"},
		{name: "a.arff", text: "@attribute a {x,y}\n@attribute b {x,y}\n@data\nz,x\n",
			want: `a.arff: row 4, column a: "z" is none of the levels`},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b {x}\n@data\ninf,x\n",
			want: `"inf" is not a finite number`},
		{name: "a.arff", text: "@attribute a {x,x}\n", want: `a.arff: row 1: attribute "a": level "x" is listed twice`},
		{name: "a.arff", text: "@attribute a {x,y\n", want: "no closing brace"},
		{name: "a.arff", text: "@attribute a\n", want: "needs a name and a type"},
		{name: "a.arff", text: "@attribute a {'x}\n", want: "never closed"},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b string\n@data\n1,'x' y\n",
			want: "a.arff: row 4: text after the quotation marks"},
		{name: "a.arff", text: "@attribute a numeric\n@attribute b string\n@data\n1\n",
			want: "a.arff: row 4: 1 values for 2 attributes"},
		{name: "a.arff", text: "hello\n", want: "is not @relation"},
	} {
		_, err := Parse(c.name, strings.NewReader(c.text), c.opt)
		var re *table.Error
		if !errors.As(err, &re) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: error %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := Read("nowhere.csv", Options{}); err == nil ||
		!strings.Contains(err.Error(), "nowhere.csv: no such file") {
		t.Errorf("error %v", err)
	}
}

// A few texts in a column of numbers are mistakes, not levels; so are a header of numbers
// and classes that are measurements.
func TestMisreadings(t *testing.T) {
	column := func(n int, row func(i int) string) string {
		text := "a,class\n"
		for i := range n {
			text += row(i) + "," + string("xy"[i%2]) + "\n"
		}
		return text
	}
	numbers := func(bad string, every int) string {
		return column(400, func(i int) string {
			if i%every == every/2 {
				return bad
			}
			return fmt.Sprint(float64(i) / 8)
		})
	}
	reals := "a,y\n"
	for i := range 100 {
		reals += fmt.Sprintf("%d,%v\n", i%7, 0.5+float64(i))
	}
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"one text", numbers("n/a", 400), Options{},
			`f.csv: row 202, column a: "n/a" is not a number, but 399 of 400 values are; correct it, name it as a ` +
				"missing value (setting `missing`), or read the column as levels (setting `nominal`)"},
		{"one comma", numbers("\"0,5\"", 400), Options{},
			`f.csv: row 202, column a: "0,5" is not a number, but 399 of 400 values are; correct it (a point is the ` +
				`decimal sign),`},
		{"a tenth", numbers("n/a", 10), Options{}, `row 7, column a: "n/a" is not a number, but 360 of 400 values are`},
		{"long cell", numbers(strings.Repeat("z", 100_000), 400), Options{}, "is not a number"},
		{"a fifth", numbers("n/a", 5), Options{}, ""},
		{"named", numbers("n/a", 400), Options{Nominal: []string{"a"}}, ""},
		{"missing", numbers("n/a", 400), Options{Missing: []string{"n/a"}, DropRows: true}, ""},
		{"header of numbers", "1,2,3\n4,5,6\n", Options{},
			`f.csv: row 1: the header "1,2,3" has numbers for names; if the first line is a record, declare that (setting ` +
				"`no-header`), otherwise name the columns there"},
		{"header with a class", "5.1,3.5,rose\n4,5,oak\n", Options{}, "has numbers for names"},
		{"header of pixels", "class,1,2\n4,5,6\n", Options{}, ""},
		{"no header", "1,2,3\n4,5,6\n", Options{NoHeader: true}, ""},
		{"measured classes", reals, Options{}, "f.csv: column y: 100 different numbers, such as 99.5, are not classes; " +
			"predict them as a response (setting `regression`), or read the column as levels (setting `nominal`)"},
		{"many whole classes", strings.ReplaceAll(reals, ".5", "") + "1,100\n", Options{},
			"101 different numbers in 101 records are not classes"},
		{"few texts among classes", "a,y\n" + strings.Repeat("1,0\n2,1\n", 20) + "1,n/a\n", Options{},
			`f.csv: row 42, column y: "n/a" is not a number, but 40 of 41 values are`},
		{"measured response", reals, Options{Response: true}, ""},
		{"measured levels", reals, Options{Nominal: []string{"y"}}, ""},
		{"UTF-16", "\xff\xfea\x00", Options{}, "f.csv: is UTF-16 text"},
		{"NUL", "a,b\n1,2\x00\n", Options{}, "f.csv: row 2: byte 0x00 is not text"},
		{"long name", "a,b\n1,2\n", Options{Target: strings.Repeat("z", 100_000)}, "there is no column"},
		{"long names", strings.Repeat("z", 100_000) + ",b\n1,2\n", Options{Target: "c"}, "there is no column"},
	} {
		_, err := Parse("f.csv", strings.NewReader(c.text), c.opt)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 1500):
			t.Errorf("%s: error %.300v, want %q", c.name, err, c.want)
		}
	}
}

// Missing values are recognised together, and the column stays one of numbers.
func TestUsualMissing(t *testing.T) {
	d := parse(t, "m.csv", "a,y\n1,x\n,x\nNA,y\nNaN,x\nnull,y\n?,x\n2,y\n", Options{Keep: true})
	nan := math.NaN()
	equal(t, "nominal", d.Feature(0).Nominal(), false)
	equal(t, "values", mat.Col(nil, 0, d.X), []float64{1, nan, nan, nan, nan, nan, 2})
	if d.Numbers != nil {
		t.Errorf("record numbers %v, want nil", d.Numbers)
	}
	d = parse(t, "m.csv", "a,y\n1,x\n,x\nnone,y\n2,y\n", Options{DropRows: true, Missing: append(MissingTexts(), "none")})
	equal(t, "records", d.N(), 2)
	equal(t, "dropped records", d.Dropped, 2)
	equal(t, "number of record 1", d.Number(1), 3)
	equal(t, "number of the record taken", d.Take([]int32{1}).Number(0), 3)
	equal(t, "number after OneHot", d.OneHot().Number(1), 3)
}

// NaN and null in small and large letters; na in columns of numbers alone.
func TestSpellingsOfMissing(t *testing.T) {
	d := parse(t, "m.csv", "a,metal,y\n1,Na,x\nna,K,x\nNan,Na,y\nNULL,Fe,x\n2,nan,y\n", Options{Keep: true})
	equal(t, "nominal", d.Feature(0).Nominal(), false)
	equal(t, "values", mat.Col(nil, 0, d.X), []float64{1, math.NaN(), math.NaN(), math.NaN(), 2})
	if !slices.Equal(d.Feature(1).Levels, []string{"Fe", "K", "Na"}) || !math.IsNaN(d.X.At(4, 1)) {
		t.Errorf("levels %q, %v", d.Feature(1).Levels, d.X)
	}
	if d := parse(t, "m.csv", "a,y\nNA,x\n,y\nNaN,y\n",
		Options{Keep: true, Missing: []string{""}, Nominal: []string{"a"}}); !slices.Equal(d.Feature(0).Levels,
		[]string{"NA", "NaN"}) {
		t.Errorf("other texts are not names: %q", d.Feature(0).Levels)
	}
}

// Every column of the file is described, and columns of many levels are found.
func TestColumns(t *testing.T) {
	d := parse(t, "m.csv", "id,a,colour,y\nr1,1.5,red,x\nr2,,blue,y\nr3,-2,?,x\nr4,3,red,y\n",
		Options{Keep: true, Drop: []string{"a"}})
	want := []Column{
		{Name: "id", Role: "feature", Kind: "nominal", Levels: 4, Values: "r1, r2, r3, ..."},
		{Name: "a", Role: "none", Missing: 1},
		{Name: "colour", Role: "feature", Kind: "nominal", Levels: 2, Missing: 1, Values: "blue, red"},
		{Name: "y", Role: "target", Kind: "nominal", Levels: 2, Values: "x, y"},
	}
	if !slices.Equal(d.Columns, want) || !slices.Equal(d.OneHot().Columns, want) {
		t.Errorf("%+v", d.Columns)
	}
	if m := d.ManyLevels(); len(m) != 1 || m[0].Name != "id" {
		t.Errorf("many levels: %+v", m)
	}
	d = parse(t, "m.csv", "a,y\n1.5,1\n,2\n-2,3\n", Options{DropRows: true, Response: true})
	if c := d.Columns; c[0] != (Column{Name: "a", Role: "feature", Kind: "numeric", Missing: 1, Values: "-2 to 1.5"}) ||
		c[1].Role != "target" || c[1].Values != "1 to 3" {
		t.Errorf("%+v", c)
	}
	if parse(t, "m.csv", "a,y\n"+strings.Repeat("p,1\nq,2\nr,1\n", 10), Options{Response: true}).ManyLevels() != nil {
		t.Error("3 levels in 30 records are many")
	}
	if len(parse(t, "m.csv", "a,y\n"+strings.Repeat("p,1\nq,2\nr,1\n", 9), Options{Response: true}).ManyLevels()) != 1 {
		t.Error("3 levels in 27 records are few")
	}
}

// A feature of a single level leaves a constant.
func TestOneHotOfOneLevel(t *testing.T) {
	d := parse(t, "one.csv", "a,y\nx,1\nx,2\n", Options{}).OneHot()
	if d.P() != 1 || d.X.At(1, 0) != 0 || d.Check() != nil {
		t.Errorf("%+v, %v", d, d.Check())
	}
}

// What a quotation mark, a comment or a missing value in ARFF is.
func TestARFFDetails(t *testing.T) {
	const text = "@relation r\n@Attribute kind{'a\\'b','c%d', e} % levels\n@attribute p real [0,1]\n@attribute s " +
		"string\n@data % now\n'a\\'b',1,'two, %words' % first\nc%d,?,\"it's\"\n"
	d := parse(t, "r.ARFF", text, Options{Target: "kind", Keep: true, Missing: []string{}})
	if !slices.Equal(d.Classes, []string{"a'b", "c%d", "e"}) || !slices.Equal(d.Class, []int32{0, 1}) {
		t.Errorf("classes %q %v", d.Classes, d.Class)
	}
	if f := d.Feature(1); !slices.Equal(f.Levels, []string{"it's", "two, %words"}) || d.X.At(0, 1) != 1 {
		t.Errorf("levels %q, %v", f.Levels, d.X)
	}
	if d.X.At(0, 0) != 1 || !math.IsNaN(d.X.At(1, 0)) {
		t.Errorf("values %v", d.X)
	}
}

// Files are decompressed under any name; a byte order mark is not part of the first name.
func TestPackedCSV(t *testing.T) {
	for _, name := range []string{"p.csv", "p.csv.gz"} {
		path := filepath.Join(t.TempDir(), name)
		pack(t, path, []byte("\ufeffa,b\r\n1,x\r\n \r\n2,y\r\n"))
		d, err := Read(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "name", d.Name, "p")
		equal(t, "feature", d.Feature(0).Name, "a")
		equal(t, "values", d.X.RawMatrix().Data, []float64{1, 2})
		equal(t, "classes", d.Classes, []string{"x", "y"})
	}
	if _, err := Read(t.TempDir(), Options{}); err == nil ||
		!strings.HasSuffix(err.Error(), "is a directory; name a file") {
		t.Errorf("error %v", err)
	}
	if _, err := Read("nowhere.csv", Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// Numbers among texts: as levels, and as their own order.
func TestLevels(t *testing.T) {
	d := parse(t, "d.csv", "doors,persons,class\n2,2,10\n5more,more,9\n4,4,1e1\n", Options{})
	if !slices.Equal(d.Feature(0).Levels, []string{"2", "4", "5more"}) ||
		!slices.Equal(d.Classes, []string{"9", "10", "1e1"}) {
		t.Errorf("levels %q, classes %q", d.Feature(0).Levels, d.Classes)
	}
	if d := parse(t, "d.csv", "a,class\nnan,x\n2,y\n",
		Options{Nominal: []string{"a"}, Missing: []string{""}}); !slices.Equal(d.Feature(0).Levels, []string{"2", "nan"}) {
		t.Errorf("levels %q", d.Feature(0).Levels)
	}
}

// pack writes a file packed with gzip.
func pack(t *testing.T, path string, text []byte) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReadIDX(t *testing.T) {
	dir := t.TempDir()
	images, labels := filepath.Join(dir, "i-idx3-ubyte.gz"), filepath.Join(dir, "l-idx1-ubyte.gz")
	header := func(magic uint32, sizes ...uint32) []byte {
		b := binary.BigEndian.AppendUint32(nil, magic)
		for _, s := range sizes {
			b = binary.BigEndian.AppendUint32(b, s)
		}
		return b
	}
	pixels := append(header(0x803, 2, 1, 3), 0, 128, 255, 1, 2, 3)
	pack(t, images, pixels)
	pack(t, labels, append(header(0x801, 2), 3, 0))
	d, err := ReadIDX(images, labels)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "pixels", d.X.RawMatrix().Data, []float64{0, 128, 255, 1, 2, 3})
	equal(t, "class numbers", d.Class, []int32{3, 0})
	equal(t, "classes", d.K(), 4)
	for _, c := range []struct {
		images, labels []byte
		want           string
	}{
		{pixels[:len(pixels)-1], append(header(0x801, 2), 3, 0), "5 bytes of data instead of the 6"},
		{pixels, append(header(0x801, 3), 3, 0, 1), "3 labels for 2 images"},
		{pixels, append(header(0x802, 2), 3, 0), "not an idx file of bytes with 1 dimensions"},
		{header(0x803, 1<<24, 1<<24, 1), nil, "larger than 4 GiB"},
	} {
		pack(t, images, c.images)
		pack(t, labels, c.labels)
		if _, err := ReadIDX(images, labels); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// Whatever the text, reading gives a data set that is whole, or an error.
func FuzzParse(f *testing.F) {
	f.Add("a,b\n1,x\n2,y\n", false)
	f.Add("@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@data\n1,x\n2,'y z'\n", true)
	f.Add("\"a\"\"b\",c\n?,\n", false)
	f.Fuzz(func(t *testing.T, text string, arff bool) {
		name := "f.csv"
		if arff {
			name = "f.arff"
		}
		for _, missing := range [][]string{nil, {}, {"1"}} {
			d, err := Parse(name, strings.NewReader(text), Options{DropRows: true, Missing: missing})
			if err == nil && d.Check() != nil {
				t.Errorf("%q: %v", text, d.Check())
			}
		}
		if _, err := Parse(name, strings.NewReader(text), Options{Response: true, Keep: true}); err != nil {
			var re *table.Error
			if !errors.As(err, &re) {
				t.Errorf("%q: error of another kind: %v", text, err)
			}
		}
	})
}

// Whatever the bytes, idx files give as many records as their header says, or an
// error.
func FuzzReadIDX(f *testing.F) {
	f.Add([]byte("\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x02ab"),
		[]byte("\x00\x00\x08\x01\x00\x00\x00\x01\x07"))
	f.Add([]byte("\x00\x00\x08\x03\x00\xff\xff\xff\x00\x00\xff\xff\x00\x00\x00\x00"), []byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, images, labels []byte) {
		d, err := parseIDX("images", bytes.NewReader(images), "labels", bytes.NewReader(labels))
		if err == nil && (d.Check() != nil || 16+d.N()*d.P() != len(images) && images[0] != 0x1f) {
			t.Errorf("%d x %d from %d bytes, %v", d.N(), d.P(), len(images), d.Check())
		}
	})
}

// A file of the size of letter: 20,000 records of 16 numbers and a class.
func BenchmarkParse(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for range 20000 {
		for range 16 {
			fmt.Fprintf(&text, "%d,", rng.IntN(16))
		}
		fmt.Fprintf(&text, "%c\n", 'A'+rng.IntN(26))
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := Parse("letter.csv", strings.NewReader(text.String()), Options{NoHeader: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// Copies equal an earlier record in the target too.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want int
	}{
		{"a,b,y\n1,p,u\n1,p,u\n1,p,v\n2,p,u\n1,q,u\n1,p,u\n", Options{}, 2},
		{"a,b,y\n1,p,3\n1,p,3\n1,p,4\n", Options{Response: true}, 1},
		{"a,b,y\n1,p,u\n2,p,v\n", Options{}, 0},
	} {
		if got := parse(t, "c.csv", c.text, c.opt).Copies(); got != c.want {
			t.Errorf("%q: %d copies, want %d", c.text, got, c.want)
		}
	}
}
