package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/reference/packages.md names every package that a program can import, each in its own
// row or, by its last name, in that of a package above it, and names no other.
func TestPackagesOfTheReference(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/packages.md")
	if err != nil {
		t.Fatal(err)
	}
	link, name := regexp.MustCompile(`\]\(\.\./\.\./(pkg/[^)]*)\)`), regexp.MustCompile("`([a-z0-9]+)`")
	var named []string
	for line := range strings.Lines(string(text)) {
		links := link.FindAllStringSubmatch(line, -1)
		for _, l := range links {
			named = append(named, l[1])
		}
		if len(links) == 1 {
			for _, below := range name.FindAllStringSubmatch(line, -1) {
				named = append(named, path.Join(links[0][1], below[1]))
			}
		}
	}
	slices.Sort(named)
	want := packages(t)
	for _, p := range want {
		if !slices.Contains(named, p) {
			t.Errorf("packages.md lacks %s; name it in its own row, or as `%s` in the row of %s", p, path.Base(p), path.Dir(p))
		}
	}
	for _, p := range named {
		if !slices.Contains(want, p) {
			t.Errorf("packages.md names %s, and there is no such package", p)
		}
	}
}

// packages returns the packages of the module that others can import, and the command.
func packages(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("../../pkg", func(dir string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || !e.IsDir():
			return err
		case e.Name() == "internal" || e.Name() == "testdata":
			return filepath.SkipDir
		}
		sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if slices.ContainsFunc(sources, func(s string) bool { return !strings.HasSuffix(s, "_test.go") }) {
			out = append(out, strings.TrimPrefix(filepath.ToSlash(dir), "../../"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
