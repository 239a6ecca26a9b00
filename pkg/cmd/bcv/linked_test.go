package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
)

// The program is smaller than 19.25 MB, and links no published table, no stored result but those
// behind the empirical prior and known errors, no study, no data frame and nothing of a network.
func TestLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		for _, not := range []string{"research/reproduce", "research/study/", "net/http", "crypto/tls", "/gota/",
			"/gonb/"} {
			if strings.Contains(pkg, not) {
				t.Errorf("%s is linked", pkg)
			}
		}
	}
	bcv := filepath.Join(t.TempDir(), "bcv")
	if text, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", bcv, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, text)
	}
	program, err := os.ReadFile(bcv)
	if err != nil {
		t.Fatal(err)
	}
	if len(program) >= 19_900_000 { // 0.4 MB of it read the code of learn.Func, for cells
		t.Errorf("it has %d bytes, want less than 19.9 MB", len(program))
	}
	if !bytes.Contains(program, []byte(data.Datasets)) {
		t.Error("it does not have the list of data sets; where are embedded files?")
	}
	files := 0
	err = fs.WalkDir(data.FS, ".", func(path string, d fs.DirEntry, err error) error {
		linked := []string{"datasets.csv", "results/calibration_metrics_summary.csv", "results/items_summary.csv",
			"results/items_areas_summary.csv", "results/looks_summary.csv", "results/preferences_summary.csv",
			"results/rank_sets.csv"}
		if err != nil || d.IsDir() || slices.Contains(linked, path) {
			return err
		}
		files++
		text, err := data.FS.ReadFile(path)
		if bytes.Contains(program, text) {
			t.Errorf("data/%s is linked", path)
		}
		return err
	})
	if err != nil || files < 50 {
		t.Errorf("%d files of data (%v), want 50 at least", files, err)
	}
}
