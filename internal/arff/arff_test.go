package arff

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		err  string
	}{
		{`a, 'b, c' ,"d 'e'",?,'?',`, []string{"a", "b, c", "d 'e'", "NA", "?", ""}, ""},
		{`'it\'s',''`, []string{"it's", ""}, ""},
		{`"a\\",b`, []string{`a\`, "b"}, ""},
		{`'a`, nil, `the quotation mark before "a" is never closed`},
		{`'a'b,c`, nil, `text after the quotation marks round "a"`},
	} {
		got, err := Split(c.text, "NA")
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: fields %q, want %q", c.text, got, c.want)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.err)
		}
	}
}

func TestParseAttribute(t *testing.T) {
	for _, c := range []struct {
		text, name, kind string
		levels           []string
		err              string
	}{
		{"a numeric", "a", "numeric", nil, ""},
		{"'a b' REAL [1,2]", "a b", "REAL", nil, ""},
		{"c{x, 'y z'}", "c", "", []string{"x", "y z"}, ""},
		{"c", "", "", nil, "needs a name and a type"},
		{"c {x,y", "", "", nil, "no closing brace"},
		{"c {x,x}", "", "", nil, `attribute "c": level "x" is listed twice`},
		{"c {'x}", "", "", nil, `attribute "c": the quotation mark`},
	} {
		got, err := ParseAttribute(c.text)
		if got.Name != c.name {
			t.Errorf("%s: name %q, want %q", c.text, got.Name, c.name)
		}
		if got.Type != c.kind {
			t.Errorf("%s: type %q, want %q", c.text, got.Type, c.kind)
		}
		if !slices.Equal(got.Levels, c.levels) {
			t.Errorf("%s: levels %q, want %q", c.text, got.Levels, c.levels)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.err)
		}
	}
}

func TestCutComment(t *testing.T) {
	for text, want := range map[string]string{
		"  a,b % c":    "a,b",
		"% all":        "",
		"5%,a":         "5%,a",
		"'a % b', c":   "'a % b', c",
		`'a\' % b' %c`: `'a\' % b'`,
	} {
		if got := CutComment(text); got != want {
			t.Errorf("%q without its comment is %q, want %q", text, got, want)
		}
	}
}
