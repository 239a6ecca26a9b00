package public

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
)

// Every entry has all that is needed to get and read its data set.
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
				t.Errorf("%s: %q is not a sum", e.Name, s)
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
	e := Entry{Name: "made", Task: "classification", File: "one.data.gz;two.data", Records: 3, Features: 2, Classes: 3,
		Comma: "blank", Target: "last"}
	var sums []string
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		sums = append(sums, hex.EncodeToString(sum[:]))
	}
	e.SHA256 = strings.Join(sums, ";")
	if err := os.Mkdir(filepath.Join(dir, "uci"), 0o755); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, parts[0])
	if err := errors.Join(err, z.Close(), os.WriteFile(filepath.Join(dir, "uci", "one.data.gz"), packed.Bytes(),
		0o600)); err != nil {
		t.Fatal(err)
	}
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
	if _, err := wrong.Load(paths); err == nil || !strings.Contains(err.Error(),
		"3 records, 2 features, 3 classes; the manifest has 4, 2, 3") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(paths[1], []byte("5 7 c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.Verify(paths); err == nil || !strings.Contains(err.Error(), "two.data is not the file of the manifest") {
		t.Errorf("error %v", err)
	}
	e.Note = "ask the maker"
	if _, err := e.Find(t.TempDir()); !errors.Is(err, ErrNotFound) ||
		!strings.Contains(err.Error(), "no public address (ask the maker)") {
		t.Errorf("error %v", err)
	}
	e.URL = "https://example.org/a;https://example.org/b"
	if _, err := e.Find(t.TempDir()); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "bcv data get made") {
		t.Errorf("error %v", err)
	}
}

// The directories come in the order: asked for, environment, cache.
func TestDirs(t *testing.T) {
	t.Setenv(EnvDirs, strings.Join([]string{"a", "", "b"}, string(filepath.ListSeparator)))
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home")
	cache, err := CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Dirs("first"), []string{"first", "a", "b", cache}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An error in the second part names that part.
func TestPartsOfADataSet(t *testing.T) {
	e, dir := made(t)
	paths, err := e.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"5 6 c\n\n5 ? c\n", "two.data: row 3, column x2: a value is missing (1 of 4 records are incomplete)"},
		{"5 6\n", "two.data: 2 columns, 3 in"},
	} {
		if err := os.WriteFile(paths[1], []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := dataset.ReadParts(paths, dataset.Options{Comma: ' ', NoHeader: true})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// The manifest describes tables that can be read: a small file of its form is written for each entry and read with
// the options of the entry.
func TestManifestForms(t *testing.T) {
	for _, e := range Manifest() {
		if e.Task == "sequence" || strings.Contains(e.File, "-idx3-") {
			continue
		}
		ending := filepath.Ext(strings.TrimSuffix(e.Files()[0], ".gz"))
		path := filepath.Join(t.TempDir(), "file"+ending)
		if err := os.WriteFile(path, []byte(form(e, ending == ".arff")), 0o600); err != nil {
			t.Fatal(err)
		}
		e.Records = max(2, e.Classes)
		if _, err := e.Load([]string{path}); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// form writes a complete record of each class, at least two, and an incomplete
// one where the entry has a text for missing values.
func form(e Entry, arff bool) string {
	drop := strings.FieldsFunc(e.Drop, func(r rune) bool { return r == '|' })
	p := e.Features + 1 + len(drop)
	names := make([]string, p)
	for j := range names {
		names[j] = fmt.Sprintf("column%d", j+1)
	}
	free := 0
	for _, name := range append(drop, e.Target) {
		if _, err := strconv.Atoi(name); err != nil && name != "last" {
			names[free] = name
			free++
		}
	}
	separator := map[string]string{"comma": ",", "semicolon": ";", "blank": " "}[e.Comma]
	var b strings.Builder
	switch {
	case arff:
		for _, name := range names {
			fmt.Fprintf(&b, "@attribute %s numeric\n", name)
		}
		b.WriteString("@data\n")
	case e.Header == 1:
		b.WriteString(strings.Join(names, separator) + "\n")
	}
	for i := range max(2, e.Classes) {
		b.WriteString(strings.Repeat(fmt.Sprint(i)+separator, p-1) + fmt.Sprint(i) + "\n")
	}
	if e.Missing != "" {
		b.WriteString(strings.Repeat(e.Missing+separator, p-1) + "1\n")
	}
	return b.String()
}

// Where BCV_DATA names local copies, all data sets of records that are there
// load with their shape, and the text is whole.
func TestLocalCopies(t *testing.T) {
	if os.Getenv(EnvDirs) == "" {
		e, dir := made(t)
		if d, err := loaded(e, dir); err != nil || d.N() != 3 {
			t.Errorf("%v", err)
		}
		return
	}
	missing, found := []string{}, 0
	for _, e := range Manifest() {
		if _, err := e.Find(Dirs()...); errors.Is(err, ErrNotFound) {
			missing = append(missing, e.Name)
			continue
		}
		found++
		if e.Task == "sequence" {
			_, paths, err := verified(e.Name, nil)
			if err != nil {
				t.Error(err)
			} else if e.Name == "conll2003" {
				checkCoNLL(t, paths[0], e.Records)
			}
			continue
		}
		if d, err := loaded(e, Dirs()...); err != nil {
			t.Error(err)
		} else if err := d.Check(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	t.Logf("%d data sets; without a local copy: %q", found, missing)
	if found == 0 {
		t.Errorf("none of the data sets is in %s", os.Getenv(EnvDirs))
	}
}

// checkCoNLL compares the numbers of sentences and entities with tables 1 and 2 of the shared task (Tjong Kim Sang
// and De Meulder 2003).
func checkCoNLL(t *testing.T, path string, sentences int) {
	c, err := corpus.Columns{Scheme: text.IOB1}.Read(path)
	if err != nil {
		t.Error(err)
		return
	}
	want := map[string]int{"LOC": 7140, "PER": 6600, "ORG": 6321, "MISC": 3438}
	if c.Len() != sentences {
		t.Errorf("%d sentences, want %d", c.Len(), sentences)
	}
	if got := c.Types(); !maps.Equal(got, want) {
		t.Errorf("entities %v, want %v", got, want)
	}
}

// loaded finds, verifies and loads.
func loaded(e Entry, dirs ...string) (*dataset.Data, error) {
	paths, err := e.Find(dirs...)
	if err != nil {
		return nil, err
	}
	if err := e.Verify(paths); err != nil {
		return nil, err
	}
	return e.Load(paths)
}

func TestText(t *testing.T) {
	t.Setenv(EnvDirs, "")
	if _, err := Open("oak"); err == nil || !strings.Contains(err.Error(), "no data set") {
		t.Errorf("error %v, want one about an unknown data set", err)
	}
	if _, err := Open("conll2003", t.TempDir()); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v, want ErrNotFound", err)
	}
	if e, err := Lookup("conll2003"); err != nil {
		t.Error(err)
	} else if _, err := e.Load(nil); err == nil || !strings.Contains(err.Error(), "package text/corpus") {
		t.Errorf("error %v, want one that names package text/corpus", err)
	}
}
