package columns

import (
	"strings"
	"testing"
)

// Columns begin in one cell of the terminal, whatever the characters before them.
func TestWrite(t *testing.T) {
	t.Setenv("LANG", "zh_CN.UTF-8")
	var b strings.Builder
	if err := Write(&b, [][]string{{"model", "loss", "p"}, {"模型甲", "0.1", ""}, {"größer", "0.25", "–"},
		{"gro\u0308ßer", "α", "1"}}); err != nil {
		t.Fatal(err)
	}
	want := "model   loss  p\n模型甲  0.1\ngrößer  0.25  –\ngro\u0308ßer  α     1\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	for text, want := range map[string]int{"": 0, "模型甲": 6, "größer": 6, "gro\u0308ßer": 6, "… − ×α": 6} {
		if got := Width(text); got != want {
			t.Errorf("%q has width %d, want %d", text, got, want)
		}
	}
}

// Lines end at blanks, but not within a relation, and white space of names stays.
func TestWrap(t *testing.T) {
	got := strings.Join(Wrap("at 5%: p < 0.001 of a\u2028b  c", 12), "|")
	if want := "at 5%:|p < 0.001 of|a\u2028b c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
