// Package layers tests which packages may import which, as CONTRIBUTING.md says.
package layers

import (
	"errors"
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/block-regularized/bcv/"

// statistics have no learner, no file and no data frame in them.
var statistics = []string{"pkg/cv", "pkg/cv/oa", "pkg/variance", "pkg/posterior", "pkg/posterior/paired",
	"pkg/posterior/hierarchical", "pkg/infer", "pkg/infer/items", "pkg/infer/ranks", "pkg/infer/race",
	"pkg/infer/sequential", "pkg/text",
	"pkg/learn/internal/mic",
	"internal/special", "research/voting", "research/factor",
	"research/theory", "research/designs"}

// fault says why a package of the module may not import another, or "": the rules of
// CONTRIBUTING.md.
func fault(pkg, imported string) string {
	inner, ours := strings.CutPrefix(imported, module)
	if !ours {
		return outsideFault(pkg, imported)
	}
	command := within(pkg, "pkg/cmd")
	switch {
	case slices.Contains(statistics, pkg) && inner != "pkg/metric" && !slices.ContainsFunc(statistics,
		func(s string) bool { return within(inner, s) }):
		return "statistics import gonum, package metric and each other only"
	case pkg == "pkg/metric" && !strings.Contains(inner, "internal/"):
		return "a metric is named for all that take it, and knows none of them"
	case !within(pkg, "tools") && within(inner, "tools"):
		return "tools build and check the project; nothing in it needs them"
	case within(inner, "pkg/cmd") && !command && !within(pkg, "research/cmd"):
		return "nothing imports a command but the programs"
	case command && within(inner, "research") && !slices.Contains(parts, inner):
		return "of research bcv links the data sets and what computes in parts, and starts bcv-research for the rest"
	case (within(pkg, "pkg") || within(pkg, "internal")) && !command && within(inner, "research"):
		return "research carries no promise, so that packages for users never import it"
	case within(pkg, "internal") && !strings.Contains(inner, "internal/"):
		return "what several packages share knows none of them"
	case inner == "data" && within(pkg, "pkg") && !slices.Contains(readers, pkg):
		return "published tables are for research; others read what their claims rest on"
	case within(pkg, "research/study") && (within(inner, "research/reproduce") || inner == "data"):
		return "a study that saw published numbers could choose its settings by them"
	case pkg == "research/reproduce" && within(inner, "research/reproduce"):
		return "the account knows no table"
	case pkg == "pkg/verdict" && !slices.Contains(values, inner) && !within(inner, "internal"):
		return "a verdict is a value, which says what others have computed"
	case pkg == "pkg/figure" && inner == "pkg/compare":
		return "a figure is one of verdicts, which need not be compared again"
	case pkg == "pkg/internal/known" && within(inner, "pkg") && !slices.Contains(statistics, inner) && inner != "pkg/metric":
		return "what is known of procedures knows no results and no verdict"
	case pkg == "pkg/learn/crf":
		return randomField
	}
	return ""
}

// values are what a verdict holds.
var values = []string{"pkg/cv", "pkg/infer", "pkg/infer/items", "pkg/internal/known", "pkg/metric", "pkg/posterior",
	"pkg/posterior/hierarchical", "pkg/posterior/paired", "pkg/results", "pkg/results/sheet"}

// outsideFault says why a package may not import one that is not of the module, or "".
func outsideFault(pkg, imported string) string {
	standard := !strings.Contains(strings.Split(imported, "/")[0], ".")
	switch {
	case slices.Contains(statistics, pkg) && !standard && !strings.HasPrefix(imported, "gonum.org/"):
		return "statistics import gonum, package metric and each other only"
	case strings.Contains(imported, "/gonb/") && pkg != "pkg/display":
		return "display alone talks to GoNB"
	case strings.Contains(imported, "/gota/") && pkg != "pkg/display" && pkg != "pkg/frame" &&
		pkg != "pkg/nb" && pkg != "research/cells":
		return "frame, display and packages for cells alone know data frames of gota"
	case imported == "net/http" && (within(pkg, "pkg") || within(pkg, "research")) && !slices.Contains(downloads, pkg):
		return "downloads stand apart, so that programs without them do not link net/http"
	case pkg == "pkg/learn/crf" && !standard:
		return randomField
	}
	return ""
}

const randomField = "a random field needs sentences and nothing else: no package of this or another module"

var (
	parts     = []string{"research/jobs", "research/study", "research/sim", "research/public"}
	readers   = []string{"pkg/internal/known", "pkg/rank"}
	downloads = []string{"research/public/fetch", "research/cmd"}
)

func within(pkg, root string) bool { return pkg == root || strings.HasPrefix(pkg, root+"/") }

func TestImportsPointDown(t *testing.T) {
	root := filepath.Join("..", "..")
	packages := 0
	check := func(dir string, e fs.DirEntry, err error) error {
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
	}
	for _, top := range []string{"pkg", "internal", "research", "tools", "data", "examples"} {
		if err := filepath.WalkDir(filepath.Join(root, top), check); err != nil {
			t.Fatal(err)
		}
	}
	if packages < 90 {
		t.Errorf("only %d packages found, want 90 at least", packages)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		wrong         bool
	}{
		{"pkg/posterior/paired", "github.com/go-gota/gota/dataframe", true},
		{"pkg/posterior/paired", "github.com/google/go-cmp/cmp", true},
		{"pkg/posterior/paired", "gonum.org/v1/gonum/mat", false},
		{"pkg/infer", module + "pkg/variance", false},
		{"pkg/infer", module + "pkg/dataset", true},
		{"pkg/infer/items", module + "pkg/metric", false},
		{"pkg/metric", module + "pkg/infer/items", true},
		{"pkg/metric", module + "internal/table", false},
		{"research/study/voting", module + "research/reproduce", true},
		{"research/study/voting", module + "data", true},
		{"research/study/voting", module + "research/study", false},
		{"research/reproduce", module + "research/reproduce/thesis2", true},
		{"research/reproduce/thesis2", module + "research/reproduce", false},
		{"research/reproduce", module + "data", false},
		{"pkg/learn/crf", module + "pkg/dataset", true},
		{"pkg/learn/crf", "gonum.org/v1/gonum/mat", true},
		{"pkg/learn/crf", "math", false},
		{"pkg/holdout", module + "pkg/cmd/bcv/train", true},
		{"pkg/cmd/bcv", module + "pkg/cmd/bcv/train", false},
		{"research/cmd", module + "pkg/cmd/bcv/data", false},
		{"pkg/holdout", module + "research/sim", true},
		{"pkg/cmd/bcv/train", module + "research/sim", false},
		{"pkg/cmd/bcv", module + "research/cmd", true},
		{"pkg/internal/known", module + "data", false},
		{"pkg/compare", module + "data", true},
		{"pkg/verdict", module + "pkg/compare", true},
		{"pkg/verdict", module + "pkg/cmd/bcv/importer", true},
		{"pkg/verdict", module + "pkg/results", false},
		{"pkg/internal/known", module + "pkg/results", true},
		{"pkg/internal/known", module + "pkg/infer", false},
		{"pkg/figure", module + "pkg/compare", true},
		{"pkg/figure", module + "pkg/verdict", false},
		{"pkg/report", module + "data", true},
		{"tools/docs", module + "data", false},
		{"tools/docs", module + "research/study", false},
		{"pkg/learn", module + "tools/docs", true},
		{"internal/table", module + "pkg/cv", true},
		{"internal/command", module + "internal/table", false},
		{"pkg/dataset", "net/http", true},
		{"research/public", "net/http", true},
		{"research/public/fetch", "net/http", false},
		{"tools/notebook", "net/http", false},
		{"pkg/figure", "github.com/janpfeifer/gonb/gonbui", true},
		{"pkg/display", "github.com/janpfeifer/gonb/gonbui", false},
		{"pkg/report", "github.com/go-gota/gota/dataframe", true},
		{"pkg/frame", "github.com/go-gota/gota/dataframe", false},
	} {
		if got := fault(c.pkg, c.imported) != ""; got != c.wrong {
			t.Errorf("%s imports %s: fault %v, want %v", c.pkg, c.imported, got, c.wrong)
		}
	}
}
