// Package style checks what a machine can see of the writing: phrases that a native reader stumbles over, and flags
// in texts of libraries. Its tests read all sources of the project.
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
)

const root = "../.."

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
	{"research/reproduce/", regexp.MustCompile(`(?i)\blaws?\b`),
		"it quotes its sources, and its texts are rows of the stored account"},
	{"research/reproduce/account_test.go", regexp.MustCompile(`,in kind,`), "an account of an older version"},
	{"research/study/parts_test.go", regexp.MustCompile(`\blaw is the older name\b`),
		"the older name of the setting distribution"},
	{"research/cmd/testdata/script/study_own.txtar", regexp.MustCompile(`\blaw=|\bconfig law\b`),
		"the older name of the setting distribution, and its key in logs"},
	{"notebooks/thesis/03_mx2_variance.ipynb", regexp.MustCompile(`\bthesis3\.Laws\b|\blaw \(m-1\)`),
		"names of research/reproduce/thesis3"},
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
}

// eachText visits what people read: code, documents, scripts and the cells of notebooks.
func eachText(t *testing.T, visit func(path, text string)) {
	t.Helper()
	kinds := []string{".go", ".md", ".py", ".R", ".sh", ".txtar", ".ipynb", ".yaml"}
	left := []string{filepath.FromSlash("docs/research/licences.md"), filepath.FromSlash("tools/style/style_test.go")}
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

// Libraries name settings, and no flags: each door has its own words for them (command.Flags). Commands of the program,
// and of others, have theirs.
func TestLibrariesNameNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|[\s(="])--[a-z]`)
	own := regexp.MustCompile(`bcv [a-z]+ [^"]*--|lm_eval|inspect eval`)
	doors := regexp.MustCompile(`^(pkg/cmd|research|internal/command|pkg/learn/outside)/|_test\.go$`)
	eachText(t, func(path, text string) {
		if filepath.Ext(path) != ".go" || !strings.HasPrefix(path, "pkg/") && !strings.HasPrefix(path, "internal/") || doors.MatchString(path) {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			if ok && l.Kind == token.STRING && flag.MatchString(l.Value) && !own.MatchString(l.Value) {
				t.Errorf("%s: %s names a flag; write setting and its name in backquotes", path, l.Value)
			}
			return true
		})
	})
}
