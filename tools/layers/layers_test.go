// Package layers tests which packages may know which: what the README says of
// imports.
package layers

import (
	"errors"
	"go/build"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/block-regularized/bcv/"

// statistics have no learner, no file and no data frame in them.
var statistics = []string{"pkg/cv", "pkg/cv/oa", "pkg/variance", "pkg/posterior", "pkg/posterior/paired",
	"pkg/posterior/hierarchical", "pkg/infer", "pkg/infer/ranks", "pkg/infer/sequential", "pkg/text", "pkg/learn/mic",
	"pkg/internal/special", "pkg/research/voting", "pkg/research/factor",
	"pkg/research/theory", "pkg/research/designs"}

// fault says why a package of the module may not import another, or "".
func fault(pkg, imported string) string {
	inner, ours := strings.CutPrefix(imported, module)
	standard := !strings.Contains(strings.Split(imported, "/")[0], ".")
	for _, s := range statistics {
		if pkg == s && !standard && !strings.HasPrefix(imported, "gonum.org/") && !isStatistics(inner) {
			return "statistics import gonum and each other only"
		}
	}
	switch {
	case within(pkg, "pkg/research/study") && ours && (within(inner, "pkg/research/reproduce") || inner == "data"):
		return "a study that saw published numbers could choose its settings by them"
	case pkg == "pkg/research/reproduce" && ours && within(inner, "pkg/research/reproduce"):
		return "the account knows no table"
	case strings.Contains(imported, "/gonb/") && pkg != "pkg/display":
		return "display alone talks to GoNB"
	case pkg == "pkg/learn/crf" && !standard:
		return "a random field needs sentences and nothing else: no package of this or another module"
	case ours && within(inner, "pkg/cmd") && !within(pkg, "pkg/cmd") && !within(pkg, "pkg/research/cmd"):
		return "nothing imports the command"
	}
	return ""
}

func within(pkg, root string) bool { return pkg == root || strings.HasPrefix(pkg, root+"/") }

func isStatistics(pkg string) bool {
	for _, s := range statistics {
		if within(pkg, s) {
			return true
		}
	}
	return false
}

func TestImportsPointDown(t *testing.T) {
	root := filepath.Join("..", "..")
	packages := 0
	err := filepath.WalkDir(filepath.Join(root, "pkg"), func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		p, err := build.ImportDir(dir, 0)
		if none := (*build.NoGoError)(nil); errors.As(err, &none) {
			return nil
		}
		if err != nil {
			return err
		}
		packages++
		name, err := filepath.Rel(root, dir)
		for _, imported := range p.Imports {
			if why := fault(filepath.ToSlash(name), imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 30 {
		t.Errorf("only %d packages found", packages)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		wrong         bool
	}{
		{"pkg/posterior/paired", "github.com/go-gota/gota/dataframe", true},
		{"pkg/infer", module + "pkg/variance", false},
		{"pkg/infer", module + "pkg/dataset", true},
		{"pkg/research/study/voting", module + "pkg/research/reproduce", true},
		{"pkg/research/study/voting", module + "data", true},
		{"pkg/research/study/voting", module + "pkg/research/study", false},
		{"pkg/research/reproduce", module + "pkg/research/reproduce/thesis2", true},
		{"pkg/research/reproduce/thesis2", module + "pkg/research/reproduce", false},
		{"pkg/learn/crf", module + "pkg/dataset", true},
		{"pkg/learn/crf", "math", false},
		{"pkg/holdout", module + "pkg/cmd/bcv", true},
		{"pkg/figure", "github.com/janpfeifer/gonb/gonbui", true},
		{"pkg/display", "github.com/janpfeifer/gonb/gonbui", false},
	} {
		if got := fault(c.pkg, c.imported) != ""; got != c.wrong {
			t.Errorf("%s imports %s: fault %v, want %v", c.pkg, c.imported, got, c.wrong)
		}
	}
}
