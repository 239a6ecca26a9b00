package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every entry says all that is needed to get and read its data set.
func TestManifest(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Manifest() {
		if seen[e.Name] {
			t.Errorf("%s occurs twice", e.Name)
		}
		seen[e.Name] = true
		sums := strings.Split(e.SHA256, ";")
		if len(sums) != len(e.Files()) || (e.URL != "" && len(e.URLs()) != len(sums)) {
			t.Errorf("%s: %d files, %d sums, %d addresses", e.Name, len(e.Files()), len(sums), len(e.URLs()))
		}
		for _, s := range sums {
			if b, err := hex.DecodeString(s); err != nil || len(b) != sha256.Size {
				t.Errorf("%s: %q is no sum", e.Name, s)
			}
		}
		if e.URL == "" && e.Note == "" {
			t.Errorf("%s: neither an address nor a note", e.Name)
		}
		if (e.Task == "regression") != (e.Classes == 0) && e.Task != "sequence" {
			t.Errorf("%s: %s with %d classes", e.Name, e.Task, e.Classes)
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d data sets", len(seen))
	}
	if _, err := Lookup("oak"); err == nil || !strings.Contains(err.Error(), `no data set "oak"; known are letter`) {
		t.Errorf("error %v", err)
	}
}

// made returns an entry for files that the test writes: two parts, one packed.
func made(t *testing.T) (Entry, string) {
	t.Helper()
	dir := t.TempDir()
	parts := []string{"1 2 a\n3 4 b\n", "5 6 c\n"}
	e := Entry{Name: "made", Task: "classification", File: "one.data.gz;two.data", Records: 3, Features: 2, Classes: 3, Comma: "blank", Target: "last"}
	var sums []string
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		sums = append(sums, hex.EncodeToString(sum[:]))
	}
	e.SHA256 = strings.Join(sums, ";")
	if err := os.Mkdir(filepath.Join(dir, "uci"), 0o755); err != nil {
		t.Fatal(err)
	}
	pack(t, filepath.Join(dir, "uci", "one.data.gz"), []byte(parts[0]))
	if err := os.WriteFile(filepath.Join(dir, "two.data"), []byte(parts[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	return e, dir
}

// Local copies are found in a directory or a folder of it, packed or not, and
// their sums and shape are checked.
func TestFindVerifyLoad(t *testing.T) {
	e, dir := made(t)
	paths, err := e.Find(t.TempDir(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Verify(paths); err != nil {
		t.Fatal(err)
	}
	d, err := e.Load(paths)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "made" || d.X.At(2, 1) != 6 || d.Classes[d.Class[2]] != "c" {
		t.Errorf("%+v", d)
	}
	wrong := e
	wrong.Records = 4
	if _, err := wrong.Load(paths); err == nil || !strings.Contains(err.Error(), "3 records, 2 features, 3 classes; the manifest has 4, 2, 3") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(paths[1], []byte("5 7 c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.Verify(paths); err == nil || !strings.Contains(err.Error(), "two.data is not the file of the manifest") {
		t.Errorf("error %v", err)
	}
	if _, err := e.Find(t.TempDir()); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "bcv data get made") {
		t.Errorf("error %v", err)
	}
}

// The directories come in the order: asked for, environment, cache.
func TestDirs(t *testing.T) {
	t.Setenv(EnvDirs, strings.Join([]string{"a", "", "b"}, string(filepath.ListSeparator)))
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home")
	got := Dirs("first")
	if len(got) != 4 || got[0] != "first" || got[1] != "a" || got[2] != "b" || filepath.Base(got[3]) != "bcv" {
		t.Errorf("directories %q", got)
	}
}

// Where local copies are at hand, all of the manifest load with their shape.
func TestLocalCopies(t *testing.T) {
	for _, e := range Manifest() {
		paths, err := e.Find(Dirs()...)
		if err != nil || e.Task == "sequence" || e.Name == "mnist" {
			continue
		}
		if err := e.Verify(paths); err != nil {
			t.Error(err)
			continue
		}
		d, err := e.Load(paths)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := d.Check(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
