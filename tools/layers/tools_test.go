package layers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The kernel is of the version whose protocol package display speaks, and who imports
// this module has no tools in the graph of modules.
func TestToolsStandApart(t *testing.T) {
	version := regexp.MustCompile(`github.com/janpfeifer/gonb (v[0-9.]+)`)
	var versions []string
	for _, name := range []string{"go.mod", "tools/pinned/go.mod"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		m := version.FindStringSubmatch(string(text))
		if m == nil {
			t.Fatalf("%s: no version of gonb", name)
		}
		versions = append(versions, m[1])
		if name == "go.mod" && (strings.Contains(string(text), "tool (") || strings.Contains(string(text), "gopls")) {
			t.Error("go.mod has tools; they stand in tools/pinned/go.mod")
		}
	}
	if versions[0] != versions[1] {
		t.Errorf("gonb %s in go.mod, %s in tools/pinned/go.mod", versions[0], versions[1])
	}
}
