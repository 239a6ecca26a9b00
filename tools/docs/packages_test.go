package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostNames bounds the exported names of the packages for users: each is a promise.
const mostNames = 738

// docs/reference/packages.md has every package with the first sentence of its comment and the number
// of its exported names: go -C tools test ./docs -run Packages -update writes it.
func TestPackagesOfTheReference(t *testing.T) {
	const file = root + "/docs/reference/packages.md"
	rows := map[string][]goPackage{}
	for _, p := range packages(t) {
		rows[p.section()] = append(rows[p.section()], p)
	}
	names := 0
	for _, p := range append(rows["For users"], rows["Learners"]...) {
		names += p.names
	}
	if names > mostNames {
		t.Errorf("the packages for users export %d names, want at most %d", names, mostNames)
	}
	want := packagesPage(rows, names)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("docs/reference/packages.md is not current (%v); run go -C tools test ./docs -run Packages -update", err)
	}
}

// packagesPage returns the page of the packages, where those for users export that number of names in all.
func packagesPage(rows map[string][]goPackage, names int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Packages

The packages for users and the learners export %d names, and the module promises to keep these. Nothing is promised
about the others: research serves the sources and the studies of this project, internal packages cannot be imported from
outside, and tools build and check the project. Packages for users never import research or tools. %s, %s,
%s and %s need at most gonum, so that a user with results from elsewhere needs only these.

This page is made from the comments of the packages: go -C tools test ./docs -run Packages -update
`, names, "`infer`", "`posterior`", "`variance`", "`cv`")
	for _, section := range []string{"For users", "Learners", "Programs", "Research", "Internal", "Tools"} {
		fmt.Fprintf(&b, "\n## %s\n\n| package | what it holds | exported names |\n| --- | --- | --- |\n", section)
		for _, p := range rows[section] {
			about := strings.ReplaceAll(strings.TrimPrefix(p.about, "Package "+path.Base(p.path)+" "), "|", `\|`)
			fmt.Fprintf(&b, "| [%s](../../%[1]s) | %s | %d |\n", p.path, about, p.names)
		}
	}
	b.WriteString("\n[clients](../../clients) has the packages for Python and R, " +
		"[scripts](../../scripts) what `make` runs.\n")
	return b.String()
}

// goPackage is a package as its sources describe it.
type goPackage struct {
	path  string // from the root of the repository
	name  string
	about string // the first sentence of its comment
	names int    // exported names
}

// section returns the heading under which a package stands.
func (p goPackage) section() string {
	below := func(dir string) bool { return strings.HasPrefix(p.path+"/", dir+"/") }
	switch {
	case below("tools"):
		return "Tools"
	case p.name == "main":
		return "Programs"
	case strings.Contains("/"+p.path, "/internal/") || below("pkg/cmd"):
		return "Internal"
	case below("research"):
		return "Research"
	case below("pkg/learn"):
		return "Learners"
	}
	return "For users"
}

// packages returns the packages of the module below its folders, in the order of their paths.
func packages(t *testing.T) []goPackage {
	t.Helper()
	var out []goPackage
	for _, top := range []string{"pkg", "research", "internal", "tools"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(dir string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() || e.Name() == "testdata" {
				return err
			}
			p, err := readPackage(dir)
			if p.name != "" {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 80 {
		t.Fatalf("got %d packages, want 80 at least", len(out))
	}
	return out
}

// readPackage reads the sources of a directory except tests; the name is empty if there are none.
func readPackage(dir string) (goPackage, error) {
	rel, err := filepath.Rel(root, dir)
	p := goPackage{path: filepath.ToSlash(rel)}
	if err != nil {
		return p, err
	}
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return p, err
	}
	names := map[string]bool{}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		p.name = file.Name.Name
		if file.Doc != nil {
			p.about = firstSentence(file.Doc.Text())
		}
		for _, d := range file.Decls {
			for _, name := range declared(d) {
				names[name] = names[name] || ast.IsExported(name)
			}
		}
	}
	for _, exported := range names {
		if exported && p.name != "main" {
			p.names++
		}
	}
	return p, nil
}

// sentenceEnd is a point before a capital letter: the point of "ch. 5" does not end a sentence.
var sentenceEnd = regexp.MustCompile(`^.*?[.?](?: [A-Z]|$)`)

// firstSentence returns the first sentence of a comment.
func firstSentence(comment string) string {
	first, _, _ := strings.Cut(comment, "\n\n")
	first = strings.Join(strings.Fields(first), " ")
	if end := sentenceEnd.FindString(first); end != "" && end != first {
		return end[:len(end)-2]
	}
	return first
}

// declared returns the names that a declaration adds to its package; methods add none.
func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}
