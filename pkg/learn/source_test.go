package learn

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notebook is what a kernel makes of cells; the function of a learner begins in the line that calls learn.Func.
const notebook = `package main
import (
	"github.com/block-regularized/bcv/pkg/learn"
	"math"
	"os"
	"sort"
)
var (
	k = 3
	other = 5
	cuts = []float64{1, 2}
)
const wide = 7
type byLength []string
func (b byLength) Len() int { return len(b) }
type setting struct{ k int }
func mk(n int) {
	const two = 2
	learn.Func("cut", func(train learn.Rows) func(learn.Row) float64 { // here
		low := train.Mean("x")
		return func(r learn.Row) float64 { return at(low, half()) }
	})
	print(n, two)
}
func half() float64 { return float64(k) / 2 }
func at(x, y float64) float64 { return x + y }
func show() { print(other, math.Pi, os.Args, sort.Len, cuts, wide, setting{1}) }
func main() { mk(1) }
`

// sum is that of the function at the line "// here" of a file that is alone in its folder, or beside others.
func sum(t *testing.T, text string, beside ...string) (string, bool) {
	t.Helper()
	dir := t.TempDir()
	for k, text := range append([]string{text}, beside...) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("main%d.go", k)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, _, found := strings.Cut(text, "// here")
	if !found {
		t.Fatal("no line")
	}
	return reached(filepath.Join(dir, "main0.go"), strings.Count(before, "\n")+1)
}

// Only what a function reaches tells it apart.
func TestReached(t *testing.T) {
	same, ok := sum(t, notebook)
	if !ok {
		t.Fatal("the function hangs on more than its code")
	}
	const inside = "at(low, half())"
	for _, c := range []struct {
		from, to string
		changes  bool
	}{
		{inside, "at(low, half() + 1)", true},
		{"/ 2", "/ 3", true},
		{"k = 3", "k = 4", true},
		{"other = 5", "other = 6", false},
		{"print(other,", "print(other, other,", false},
		{"print(n,", "print(n, n,", false},
		{"func main() {", "func main() { print(other);", false},
		{`"math"`, `"math"; "fmt"`, false},
	} {
		got, ok := sum(t, strings.Replace(notebook, c.from, c.to, 1))
		if !ok || got == same != !c.changes {
			t.Errorf("%q in place of %q: another function %t, want %t; known: %t", c.to, c.from, got != same, c.changes, ok)
		}
	}
	// A method is called without its name, by way of an interface.
	sorted := strings.Replace(notebook, inside, "sort.Len(byLength(nil))", 1)
	a, okA := sum(t, sorted)
	b, okB := sum(t, strings.Replace(sorted, "len(b)", "len(b) + 1", 1))
	if a == b || !okA || !okB {
		t.Errorf("a method that an interface calls: %t %t %t", a == b, okA, okB)
	}
}

// What the code does not say is not known: a variable of the function around, or one that may change, other packages.
func TestReachedUnknown(t *testing.T) {
	const inside = "at(low, half())"
	for _, c := range []struct {
		from, to string
		known    bool
	}{
		{inside, "low + math.Sqrt(2) + wide", true},
		{inside, "float64(setting{k: 1}.k)", true},
		{inside, "func() float64 { n := low; return n }()", true},
		{inside, "float64(n)", false},   // an argument of the function around it
		{inside, "float64(two)", false}, // of which there may be others in other blocks
		{inside, "cuts[0]", false},      // somebody may change its parts
		{inside, "float64(len(os.Args))", false},
		{inside, "float64(absent)", false}, // declared elsewhere
		{"func main() {", "func main() { k = 7;", false},
		{"func main() {", "func main() { k++;", false},
		{"func main() {", "func main() { change(&k);", false},
		{"func main() {", "func main() { for k = range 3 {};", false},
		{"func main() {", "func main() { k := 7; k++;", true}, // another k
		{"k = 3", "k = len(os.Args)", false},
		{"k = 3", "k int", false},
		{"// here", "; learn.Func(\"b\", func() {}) // here", true}, // inside: the same function
		{`learn.Func("cut",`, `learn.Func("a", func() {}); learn.Func("cut",`, false},
	} {
		if _, ok := sum(t, strings.Replace(notebook, c.from, c.to, 1)); ok != c.known {
			t.Errorf("%q in place of %q: known %t, want %t", c.to, c.from, ok, c.known)
		}
	}
	if _, ok := sum(t, notebook, "package main\nfunc init() { k = 8 }\n"); ok {
		t.Error("known, though another file may change what it uses")
	}
	if _, ok := reached(filepath.Join(t.TempDir(), "none.go"), 5); ok {
		t.Error("a file that is not there")
	}
}

type number struct{ k float64 }

func (n number) fit(Rows) func(Row) float64 { return func(Row) float64 { return n.k } }

func constant[T any](Rows) func(Row) float64 {
	var zero T
	return func(Row) float64 { return float64(len(fmt.Sprint(zero))) }
}

// A method of a value, a generic function and a type of somebody else hang on more than their code.
func TestIdentityOutside(t *testing.T) {
	for _, l := range []Learner{Func("a", number{1}.fit), Func("a", constant[int]), Named{Learner: Func("a", number{2}.fit)}, Func[string]("a", nil),
		Coded{Func("a", constant[string])}} {
		if id := Identity(l); !strings.Contains(id, "outside(") {
			t.Errorf("%s is not outside", id)
		}
	}
}
