package table

import (
	"slices"
	"testing"
)

func TestDivide(t *testing.T) {
	for list, want := range map[string][]string{
		"":                        {""},
		"a":                       {"a"},
		"a, b,,c":                 {"a", " b", "", "c"},
		"svm(cost=1,gamma=2),knn": {"svm(cost=1,gamma=2)", "knn"},
		"f(g(1,2),3),ä(1,2),":     {"f(g(1,2),3)", "ä(1,2)", ""},
		"open(1,2":                {"open(1,2"},
	} {
		if got := Divide(list, ','); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", list, got, want)
		}
	}
}
