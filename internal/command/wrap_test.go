package command

import (
	"fmt"
	"strings"
	"testing"
)

// Lines are broken between words; the rest of one follows indented, or below the last column of a table.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		pieces []string
		want   string
	}{
		{[]string{"A is better than B.\n"}, "A is better than B.\n"},
		{[]string{"A is better than Beta.\nNo.\n"}, "A is better than\n  Beta.\nNo.\n"},
		{[]string{"A is better", " than", " Beta", ".\n"}, "A is better than\n  Beta.\n"},
		{[]string{"größer ist größer größer\n"}, "größer ist größer\n  größer\n"},
		{[]string{"an-unbroken-word-is-left as it is\n"}, "an-unbroken-word-is-left\n  as it is\n"},
		{[]string{"knn", "  ", "k nearest neighbours with weights\n", "svm  machine\n"},
			"knn  k nearest\n     neighbours with\n     weights\nsvm  machine\n"},
		{[]string{"    indented words stay so\n"}, "    indented words\n    stay so\n"},
		{[]string{"a column  beyond the half\n"}, "a column  beyond the\n          half\n"},
		{[]string{"a columns  beyond half\n"}, "a columns  beyond\n  half\n"},
		{[]string{"\n\nblanks at an end  \nmore\n"}, "\n\nblanks at an end\nmore\n"},
		{[]string{"no end of line follows"}, "no end of line\n  follows"},
	} {
		var b strings.Builder
		w := &wrapper{w: &b, width: 20, indent: gap}
		for _, piece := range c.pieces {
			if n, err := fmt.Fprint(w, piece); n != len(piece) || err != nil {
				t.Errorf("%q: %d bytes and error %v, want %d and none", piece, n, err, len(piece))
			}
		}
		if b.String() != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.pieces, b.String(), c.want)
		}
	}
}
