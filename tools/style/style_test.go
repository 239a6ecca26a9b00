// Package style checks what a machine can see of the writing: phrases that a native reader stumbles
// over, lines of code that do not fit a screen, and tests whose message does not say what failed. Its tests
// read all sources of the project.
package style

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	root     = "../.."
	longest  = 120 // columns of a line of Go
	compound = 48  // conditions of tests that are still to be split
)

// phrase is what not to write, and what to write in its place.
type phrase struct {
	pattern *regexp.Regexp
	instead string
}

const units = `(processor|core|record|replication|fold|class|model|task|row|study|side|second|line|cell|` +
	`part|shard|file|metric|pair|sentence|scheme|test|data set)`

var phrases = []phrase{
	{regexp.MustCompile(`\b(one|rows?|columns?|lines?|bytes?|folds?|labels|values?|records|sets|taggings|once|seconds|` +
		`minutes|goroutines?|predictions) an? ` + units + `\b`), "per"},
	{regexp.MustCompile(`(?i)\bso many\b`), "n, or the name of the number"},
	{regexp.MustCompile(`(?i)\b(for want of|at hand|as chance has it|of (no )?use)\b`),
		"for lack of, available, at random, useful"},
	{regexp.MustCompile(`(?i)\bin kind\b`), "other data"},
	{regexp.MustCompile(`(?i)\bdear\b`), "expensive"},
	{regexp.MustCompile(`(?i)\b(nearest|one|single|nine) neighbors?\b`), "neighbour, but for names in code"},
	{regexp.MustCompile(`(?i)\blaws?\b`), "distribution"},
	{regexp.MustCompile(`\bless (that|those) of\b|\bB less A\b`), "B minus A; B has 0.11 more loss than A"},
	{regexp.MustCompile(`(?i)\bgo(es)? on after an? (kill|interruption)\b`), "resumes after"},
	{regexp.MustCompile(`\bA test (compares|checks)\b`), "Checked by TestName"},
	{regexp.MustCompile(`(?i)\bby other than\b`), "the difference is not excluded"},
	{regexp.MustCompile(`(?i)\b(is|are) no (class|classes|program|programs|model|models|row|rows|number|numbers|` +
		`record|file|folds?|name|names|error|test|set|part|partition|study)\b`), "is not a"},
	{regexp.MustCompile(`(?i)\b(is|are|be|was) told of\b`), "reported"},
}

// plain finds what looks like a phrase and is plain English: "there is no", and a word in quotation marks, as of a
// key or a column.
var plain = regexp.MustCompile("(?i)\\b(there|it|which) (is|are) no |[\"`*](law|in kind)[\"`*]")

// kept are words that stay in some files.
var kept = []struct {
	path   string // a file, or how the paths of its folder begin
	words  *regexp.Regexp
	reason string
}{
	{"pkg/research/reproduce/", regexp.MustCompile(`(?i)\blaws?\b`),
		"it quotes its sources, and its texts are rows of the stored account"},
	{"pkg/research/reproduce/account_test.go", regexp.MustCompile(`,in kind,`), "an account of an older version"},
	{"pkg/research/study/parts_test.go", regexp.MustCompile(`\blaw is the older name\b`),
		"the older name of the setting distribution"},
	{"pkg/research/cmd/testdata/script/study_own.txtar", regexp.MustCompile(`\blaw=|\bconfig law\b`),
		"the older name of the setting distribution, and its key in logs"},
	{"notebooks/03_mx2_variance.ipynb", regexp.MustCompile(`\bthesis3\.Laws\b|\blaw \(m-1\)`),
		"names of pkg/research/reproduce/thesis3"},
}

// faults returns the phrases of a line of a file.
func faults(path, line string) []string {
	var out []string
	line = plain.ReplaceAllString(line, "")
	for _, k := range kept {
		if strings.HasPrefix(filepath.ToSlash(path), k.path) {
			line = k.words.ReplaceAllString(line, "")
		}
	}
	for _, p := range phrases {
		if found := p.pattern.FindString(line); found != "" {
			out = append(out, found+" (write: "+p.instead+")")
		}
	}
	return out
}

func TestPlainEnglish(t *testing.T) {
	files := 0
	eachText(t, func(path, text string) {
		files++
		for i, line := range strings.Split(text, "\n") {
			for _, found := range faults(path, line) {
				t.Errorf("%s:%d: %s", path, i+1, found)
			}
		}
	})
	if files < 500 {
		t.Errorf("read %d files, want the whole project", files)
	}
}

func TestLinesFitAScreen(t *testing.T) {
	eachText(t, func(path, text string) {
		if filepath.Ext(path) != ".go" {
			return
		}
		literal := literals(t, path, text)
		for i, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > longest && !literal[i+1] {
				t.Errorf("%s:%d: %d columns; break the line at %d", path, i+1, n, longest)
			}
		}
	})
}

// A message says little about a condition of four or more terms: which of them failed?
func TestOneConditionPerMessage(t *testing.T) {
	var found []string
	eachText(t, func(path, text string) {
		if strings.HasSuffix(path, "_test.go") {
			found = append(found, compounds(t, path, text)...)
		}
	})
	if len(found) > compound {
		t.Errorf("%d conditions with a message have four or more terms, want at most %d; split one of\n%s",
			len(found), compound, strings.Join(found, "\n"))
	}
}

// compounds returns the places of ifs with four or more terms whose body only reports.
func compounds(t *testing.T, path, text string) []string {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if ok && terms(s.Cond) >= 4 && !slices.ContainsFunc(s.Body.List, func(b ast.Stmt) bool { return !reports(b) }) {
			out = append(out, files.Position(s.Pos()).String())
		}
		return true
	})
	return out
}

// terms counts what && and || join.
func terms(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return terms(e.X)
	case *ast.UnaryExpr:
		return terms(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return terms(e.X) + terms(e.Y)
		}
	}
	return 1
}

// reports tells whether a statement calls Error or Fatal, or the like.
func reports(s ast.Stmt) bool {
	x, _ := s.(*ast.ExprStmt)
	if x == nil {
		return false
	}
	call, _ := x.X.(*ast.CallExpr)
	if call == nil {
		return false
	}
	f, _ := call.Fun.(*ast.SelectorExpr)
	return f != nil && (strings.HasPrefix(f.Sel.Name, "Error") || strings.HasPrefix(f.Sel.Name, "Fatal"))
}

func TestFaultsAreFound(t *testing.T) {
	for _, line := range []string{"0 for one a processor", "a row a record", "of so many records", "for want of the set",
		"the law of the scores", "the loss of B less that of A", "it goes on after a kill", "these are no classes",
		"A test compares them.", "config law is SREG"} {
		if got := faults("docs/a.md", line); len(got) == 0 {
			t.Errorf("faults(%q) is empty, want a phrase", line)
		}
	}
	for _, line := range []string{"one per processor", "there is no model B", "in a row of the table", "a model of a class",
		`config["law"]`} {
		if got := faults("docs/a.md", line); len(got) > 0 {
			t.Errorf("faults(%q) = %q, want none", line, got)
		}
	}
	for _, k := range kept {
		text, err := os.ReadFile(filepath.Join(root, k.path))
		if err == nil && !k.words.Match(text) {
			t.Errorf("%s has no %s any more; delete the exception", k.path, k.words)
		}
	}
	code := "package p\n\n// Output: long\n// more\nvar a = `one\ntwo`\nvar b = 1\n"
	for line, want := range map[int]bool{3: true, 4: true, 5: true, 6: true, 7: false} {
		if got := literals(t, "p.go", code)[line]; got != want {
			t.Errorf("line %d stands as it is: %t, want %t", line, got, want)
		}
	}
	for condition, want := range map[string]int{"a && b || !(c && d)": 1, "a == b || b || d": 0} {
		test := "package p\n\nfunc f(t *testing.T) {\nif " + condition + " {\nt.Errorf(``)\n}\n}\n"
		if got := compounds(t, "p_test.go", test); len(got) != want {
			t.Errorf("%s is found in %q, want %d places", condition, got, want)
		}
	}
}

// literals returns the lines of a Go file that must stay as they are: raw strings, and what examples
// print.
func literals(t *testing.T, path, text string) map[int]bool {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]bool{}
	add := func(from, to token.Pos) {
		for line := files.Position(from).Line; line <= files.Position(to).Line; line++ {
			out[line] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(s.Value, "`") {
			add(s.Pos(), s.End())
		}
		return true
	})
	for _, c := range f.Comments {
		if text := c.Text(); strings.HasPrefix(text, "Output:") || strings.HasPrefix(text, "Unordered output:") {
			add(c.Pos(), c.End())
		}
	}
	return out
}

// eachText visits what people read: code, documents, scripts and the cells of notebooks.
func eachText(t *testing.T, visit func(path, text string)) {
	t.Helper()
	kinds := []string{".go", ".md", ".py", ".R", ".sh", ".txtar", ".ipynb", ".yaml"}
	left := []string{filepath.FromSlash("docs/reference/licences.md"), filepath.FromSlash("tools/style/style_test.go")}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		hidden := strings.HasPrefix(e.Name(), ".") && name != "." && name != ".ci"
		switch {
		case err != nil:
			return err
		case e.IsDir() && (hidden || name == "data" || name == "node_modules"):
			return filepath.SkipDir
		case e.IsDir() || slices.Contains(left, name),
			e.Name() != "Makefile" && !slices.Contains(kinds, filepath.Ext(name)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Ext(name) == ".ipynb" {
			text = []byte(cells(t, name, text))
		}
		visit(name, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// cells returns the sources of a notebook's cells, without their outputs.
func cells(t *testing.T, name string, text []byte) string {
	t.Helper()
	var book struct {
		Cells []struct {
			Source []string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &book); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var b strings.Builder
	for _, c := range book.Cells {
		b.WriteString(strings.Join(c.Source, "") + "\n")
	}
	return b.String()
}
