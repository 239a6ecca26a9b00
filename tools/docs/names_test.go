package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// docs/reference/formats.md has the names of columns that are known: go -C tools test ./docs -run Names -update writes
// them.
func TestNamesOfColumns(t *testing.T) {
	const file, begin, end = root + "/docs/reference/formats.md", "<!-- names -->\n", "<!-- end of names -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s lacks %q or %q", file, begin, end)
	}
	want := namesOfColumns()
	if *update {
		if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != want {
		t.Error("docs/reference/formats.md has other names of columns than package sheet; run go -C tools test ./docs -run Names " +
			"-update")
	}
}

func namesOfColumns() string {
	var b strings.Builder
	b.WriteString("| role | names | written by |\n| --- | --- | --- |\n")
	for _, n := range sheet.Names {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", n.Role, n.Names, n.Tools)
	}
	for _, p := range sheet.Patterns {
		fmt.Fprintf(&b, "| %s | such as %s | %s |\n", p.Role, p.About, p.Tools)
	}
	b.WriteString("\nThe number of a row is any column with a well-known metric as its name ([metrics.md](metrics.md)), also as " +
		"`test_accuracy`, `val/f1` or `model~Accuracy`.\n")
	return b.String()
}
