package kept

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/block-regularized/bcv/internal/kept/kepttest"
)

func TestMain(m *testing.M) { kepttest.Main(m) }

// What another state of the code kept goes after a month; what this one keeps, and what is not ours, stays.
func TestDirectory(t *testing.T) {
	root := t.TempDir()
	t.Setenv("BCV_CELLS", root)
	dir := Directory()
	if filepath.Dir(dir) != root {
		t.Fatalf("%s is not in %s", dir, root)
	}
	const old = "0123456789abcdef"
	ages := map[string]time.Duration{filepath.Base(dir): 2 * month, old: 2 * month, "0000456789abcdef": month / 2,
		"letters": 2 * month}
	for name, age := range ages {
		path := filepath.Join(root, name)
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	Directory()
	for name := range ages {
		if got := exists(filepath.Join(root, name)); got != (name != old) {
			t.Errorf("%s is there: %t", name, got)
		}
	}
	t.Setenv("BCV_CELLS", "off")
	if dir := Directory(); dir != "" {
		t.Errorf("off, and %s", dir)
	}
}
