package learn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notebook is what a kernel makes of cells; the function of a learner begins in line 5.
const notebook = `package main
var k = 3
var other = 5
func learner() {
	learn.Func("cut", func() { at(half()) })
}
func half() float64 { return float64(k) / 2 }
func set(to int) { k = to }
func show() { print(other) }
func main() { learner() }
`

// Only what a function reaches, or what may change a variable that it sees, tells it apart.
func TestReached(t *testing.T) {
	sum := func(text string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, ok := reached(path, 5)
		if !ok {
			t.Fatal(text)
		}
		return s
	}
	same := sum(notebook)
	for _, c := range []struct {
		from, to string
		changes  bool
	}{
		{"at(half())", "at(half() + 1)", true},
		{"/ 2", "/ 3", true},
		{"k = 3", "k = 4", true},
		{"k = to", "k = 2 * to", true},
		{"func main() {", "func main() { k = 7;", true},
		{"other = 5", "other = 6", false},
		{"print(other)", "print(other, other)", false},
		{"func main() {", "func main() { print(other);", false},
		{"package main", "package main; import \"fmt\"", false},
	} {
		if got := sum(strings.Replace(notebook, c.from, c.to, 1)) != same; got != c.changes {
			t.Errorf("%q in place of %q: another function %t, want %t", c.to, c.from, got, c.changes)
		}
	}
	if _, ok := reached(filepath.Join(t.TempDir(), "none.go"), 5); ok {
		t.Error("a file that is not there")
	}
}
