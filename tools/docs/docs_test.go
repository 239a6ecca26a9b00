package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	root  = "../.."
	doors = root + "/docs/start/first-verdict.md"
)

// documents are those whose blocks are tested.
func documents(t *testing.T) []string { return documentsIn(t, root) }

func documentsIn(t *testing.T, root string) []string {
	t.Helper()
	paths := []string{root + "/README.md"}
	more, err := filepath.Glob(root + "/docs/*/*.md")
	if err != nil || len(more) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	return append(paths, more...)
}

func blocks(t *testing.T, path string) []Block {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Blocks(string(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return out
}

func TestBlocks(t *testing.T) {
	got, err := Blocks("a\n```sh\nls\n\nls\n```\nb\n```\nplain\n```\n")
	want := []Block{{Language: "sh", Line: 2, Text: "ls\n\nls\n"}, {Line: 8, Text: "plain\n"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	if _, err := Blocks("```sh\nls\n"); err == nil {
		t.Error("an open fence is accepted")
	}
	if got := Sessions("$ a\nx\n\n$ b\n"); len(got) != 2 || got[0] != (Session{"a", "x\n\n"}) || got[1].Output != "" {
		t.Errorf("%+v", got)
	}
	if got := Sessions("$ a \\\n    --b\nx\n"); len(got) != 1 || got[0] != (Session{"a \\\n    --b", "x\n"}) {
		t.Errorf("%+v", got)
	}
}

// Every block says what it is, so that none escapes the tests.
func TestLanguages(t *testing.T) {
	for _, path := range documents(t) {
		for _, b := range blocks(t, path) {
			switch b.Language {
			case "sh", "console", "python", "r", "go", "text", "csv", "yaml":
			default:
				t.Errorf("%s: line %d: a block of %q; write sh, console, python, r, go, or text for what is not code",
					path, b.Line, b.Language)
			}
		}
	}
}

// A block that shows an example program is the program.
func TestProgramsAreShown(t *testing.T) {
	shown := 0
	for _, path := range documents(t) {
		for _, b := range blocks(t, path) {
			if b.File == "" {
				continue
			}
			shown++
			text, err := os.ReadFile(root + "/examples/" + b.File)
			if err != nil || string(text) != b.Text {
				t.Errorf("%s: line %d does not show examples/%s as it is; copy it again (%v)", path, b.Line, b.File, err)
			}
		}
	}
	if shown < 3 {
		t.Errorf("%d programs are shown, want 3", shown)
	}
}

// Go in the documents stands in a test or in an example program, line by line, where it
// is compiled and run; the cells of the page about notebooks run in tools/notebook.
func TestGoBlocksAreTested(t *testing.T) {
	var code []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() ||
			!strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, root+"/examples/") {
			return err
		}
		text, err := os.ReadFile(path)
		code = append(code, unindented(string(text)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range documents(t) {
		for _, b := range blocks(t, path) {
			if b.Language != "go" || filepath.Base(path) == "notebook.md" {
				continue
			}
			found := false
			for _, text := range code {
				found = found || strings.Contains(text, unindented(b.Text))
			}
			if !found {
				t.Errorf("%s: line %d: no test has this Go; copy it from an Example that runs", path, b.Line)
			}
		}
	}
}

// unindented drops the white space at both ends of all lines.
func unindented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// The documents are a first verdict and four folders, of instructions, reference, explanation and what stands behind
// them, to which the README of the project leads. The README of each names all its pages once.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(root + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want := []string{"howto", "reference", "research", "start", "why"}; !slices.Equal(got, want) {
		t.Errorf("docs holds %q, want %q", got, want)
	}
	for _, folder := range got {
		if folder == "start" {
			continue
		}
		index, err := os.ReadFile(filepath.Join(root, "docs", folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		pages, err := filepath.Glob(filepath.Join(root, "docs", folder, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			name := filepath.Base(page)
			if n := strings.Count(string(index), "]("+name+")"); name != "README.md" && n != 1 {
				t.Errorf("docs/%s/README.md names %s %d times, want once", folder, name, n)
			}
		}
	}
}
