package dataset

import (
	"errors"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
)

func TestParseLabels(t *testing.T) {
	for _, text := range []string{
		"class,size\nx,1\ny,2\n",
		"\uFEFFclass, size\r\nx,1\r\n\r\n  \r\n\"y\", 2\r\n",
		"\nclass,size\nx,1\ny,2",
	} {
		l, err := parseLabels("l.csv", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		class, _ := l.Column("class")
		size, err := l.Numbers("size")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		equal(t, "records", l.Records, 2)
		equal(t, "class", class, []string{"x", "y"})
		equal(t, "size", size, []float64{1, 2})
	}
	for _, c := range []struct{ text, want string }{
		{"", "l.csv: has no records"},
		{"class\n", "l.csv: has no records"},
		{"\xff\xfec\x00", "l.csv: is UTF-16 text; save it as CSV (UTF-8)"},
		{"class\nx\x00\n", "l.csv: row 2: byte 0x00 is not text"},
		{"class\nk\xf6ln\n", "l.csv: row 2: byte 0xf6 is not UTF-8 text"},
		{"class\rx\r", "a carriage return stands alone"},
		{"class\n\"x\ny\n", "l.csv: row 2: quotation marks do not match"},
		{"class,class\nx,y\n", "l.csv: row 1, column class: occurs twice"},
		{"class,size\nx\n", "l.csv: row 2: has 1 fields, the header 2"},
		{"1,2\n3,4\n", `l.csv: row 1: the header "1,2" has numbers for names`},
	} {
		if _, err := parseLabels("l.csv", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(),
			c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	l, err := parseLabels("l.csv", strings.NewReader("class\n\nx\n\n"+strings.Repeat("z", 100_000)+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Numbers("class"); err == nil || !strings.Contains(err.Error(), "l.csv: row 3, column class") {
		t.Error(err) // the line, not the record
	}
}

// Whatever the bytes, the readers of labels and of partition sets answer with what they
// promise or with an error of the table, in one line.
func FuzzParseLabels(f *testing.F) {
	f.Add("class,size\nx,1\ny,2\n")
	f.Add("a\n\"b\r\n\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parseLabels("fuzz.csv", strings.NewReader(text))
		if oneLine(t, err) {
			return
		}
		for _, name := range l.header {
			values, err := l.Column(name)
			if err != nil || len(values) != l.Records || l.Records == 0 {
				t.Fatalf("%d of %d values, %v", len(values), l.Records, err)
			}
			_, err = l.Numbers(name)
			oneLine(t, err)
		}
	})
}

// oneLine fails unless err is nil or an error of a table in one short line; it reports
// whether it is one.
func oneLine(t *testing.T, err error) bool {
	t.Helper()
	var te *table.Error
	if err != nil && (!errors.As(err, &te) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 5000) {
		t.Fatalf("error %q", err)
	}
	return err != nil
}
