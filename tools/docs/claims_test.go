package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests that docs/research/reliability.md names exist in the packages of their row.
func TestNamedTestsExist(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/research/reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	name, pkg := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+|[a-z_]+\\.txtar)`"), regexp.MustCompile("`((?:pkg|research|internal)/[a-z0-9/]+)`")
	count := 0
	for line := range strings.Lines(string(text)) {
		packages := pkg.FindAllStringSubmatch(line, -1)
		if !strings.HasPrefix(line, "| `") || len(packages) == 0 {
			continue
		}
		var there strings.Builder
		for _, p := range packages {
			there.WriteString(tests(t, filepath.Join(root, p[1])))
		}
		for _, n := range name.FindAllStringSubmatch(line, -1) {
			count++
			if !strings.Contains(there.String(), "\nfunc "+n[1]+"(") &&
				!strings.Contains(there.String(), "\nscript "+n[1]+"\n") {
				t.Errorf("%s is not in %s", n[1], packages)
			}
		}
	}
	if count < 60 {
		t.Errorf("only %d tests are named", count)
	}
}

// tests returns the text of a package's tests and the names of its scripts.
func tests(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, "_test.go") && filepath.Dir(path) == dir:
			text, err := os.ReadFile(path)
			out.Write(text)
			return err
		case strings.HasSuffix(path, ".txtar"):
			out.WriteString("\nscript " + e.Name() + "\n")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// docs/research/licences.md has the versions of go.mod, tools/go.mod and tools/pinned/go.mod, and all modules that
// are required directly. It names every other module of the repository.
func TestLicencesAreOfTheseVersions(t *testing.T) {
	listed, err := os.ReadFile(root + "/docs/research/licences.md")
	if err != nil {
		t.Fatal(err)
	}
	required := map[string]bool{}
	for _, file := range []string{"/go.mod", "/tools/go.mod", "/tools/pinned/go.mod"} {
		text, err := os.ReadFile(root + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\t(\S+ v\S+)( // indirect)?$`).FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "github.com/block-regularized/bcv ") {
				continue
			}
			required[m[1]] = true
			if m[2] == "" && !strings.Contains(string(listed), "| "+strings.Replace(m[1], " ", " | ", 1)+" |") {
				t.Errorf("%s is not listed; run make licences", m[1])
			}
		}
	}
	rows := regexp.MustCompile(`(?m)^\| (\S+) \| (v\d\S+) \| \S`).FindAllStringSubmatch(string(listed), -1)
	for _, m := range rows {
		if !required[m[1]+" "+m[2]] {
			t.Errorf("%s %s is not required; run make licences", m[1], m[2])
		}
	}
	if len(rows) < 50 {
		t.Errorf("only %d modules are listed", len(rows))
	}
	for _, dir := range modulesBelow(t) {
		if !strings.HasPrefix(dir, "tools") && !strings.Contains(string(listed), "`"+dir+"`") {
			t.Errorf("the module %s is not named; name it in scripts/list-licences.sh", dir)
		}
	}
}

// modulesBelow returns the directories, below the root, of modules of their own.
func modulesBelow(t *testing.T) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != "." && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.Name() == "go.mod" && path != "go.mod":
			out = append(out, strings.TrimSuffix(path, "/go.mod"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 3 {
		t.Errorf("only the modules %v are below the root", out)
	}
	return out
}
