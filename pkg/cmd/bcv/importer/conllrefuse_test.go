//go:build unix

package importer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

// writeFolds writes the files of a model on the folds of a set: record i is a sentence of
// i+1 tokens whose last two are a chunk, predicted with tags of the type. Without columns
// of tokens there are the tags alone.
func writeFolds(t *testing.T, dir string, set cv.Set, tokens bool, kind string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range set.Folds() {
		var b strings.Builder
		for _, i := range f.Valid {
			for k := range i + 2 {
				if tokens {
					fmt.Fprintf(&b, "w%d ", k)
				}
				switch k {
				case i:
					b.WriteString("B-PER B-" + kind + "\n")
				case i + 1:
					b.WriteString("I-PER I-" + kind + "\n")
				default:
					b.WriteString("O O\n")
				}
			}
			b.WriteString("\n")
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.%d.txt", f.Replication, f.Fold)), []byte(b.String()),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// conll reads the folders of models A and B.
func conll(set *results.Splits, dirs ...string) ([]results.Results, error) {
	var models []Model
	for k, dir := range dirs {
		models = append(models, Model{Name: string(rune('A' + k)), Path: dir})
	}
	return Conll{Scheme: text.IOB2, Semantics: text.Strict, Models: models, Set: set}.Read()
}

func TestConllTypes(t *testing.T) {
	t.Chdir(t.TempDir())
	set := newSet(t, cv.BCV, 12, cv.Options{M: 2, Seed: 1})
	writeFolds(t, "a", set, true, "PER")
	writeFolds(t, "b", set, true, "per")
	_, err := conll(nil, "a", "b")
	if want := `b: model "B" predicts chunks of type "per", which no gold chunk has (1 such types, 24 of 24 chunks, ` +
		`counted as errors); write types alike`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
	whole, err := os.ReadFile("a/1.1.txt")
	if err == nil {
		err = os.WriteFile("b/1.1.txt", whole, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := conll(nil, "a", "b")
	if want := `model "B" predicts chunks of type "per", which no gold chunk has (1 such types, 18 of 24 chunks, ` +
		`counted as errors); are types written alike?`; err != nil || !slices.Contains(results.Notes(c), want) {
		t.Errorf("got notes %q, %v; want %q", results.Notes(c), err, want)
	}
}

// Without tokens the gold tags show that a set is another one.
func TestConllOtherSet(t *testing.T) {
	t.Chdir(t.TempDir())
	set, other := newSet(t, cv.BCV, 12, cv.Options{M: 3, Seed: 1}), newSet(t, cv.BCV, 12, cv.Options{M: 3, Seed: 9})
	writeFolds(t, "a", set, false, "PER")
	if c, err := conll(&results.Splits{File: "folds.csv", Set: set}, "a"); err != nil || c[0].Design.ID != set.ID() {
		t.Errorf("got %+v, %v; want set %s", c, err, set.ID())
	}
	c, err := conll(&results.Splits{File: "folds.csv", Set: set, Nested: &cv.Nested{Outer: set}}, "a")
	if want := "folds.csv has inner folds: they are left out, since files of text have no results on them"; err != nil ||
		!slices.Equal(c[0].Notes, []string{want}) {
		t.Errorf("got notes %q, %v; want %q", results.Notes(c), err, want)
	}
	_, err = conll(&results.Splits{File: "folds.csv", Set: other}, "a")
	if want := "of folds.csv, but is not the sentence that it was in another replication"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// An id distinguishes sentences of the same text in files of several replications.
func TestConllIDs(t *testing.T) {
	t.Chdir(t.TempDir())
	set := newSet(t, cv.BCV, 12, cv.Options{M: 3, Seed: 1})
	write := func(ids bool) {
		for _, f := range set.Folds() {
			text := ""
			for _, i := range f.Valid {
				if ids {
					text += fmt.Sprintf("# sent_id = %d\n", i)
				}
				text += "Yes O O\n\n"
			}
			if err := os.WriteFile(fmt.Sprintf("%d.%d.txt", f.Replication, f.Fold), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(false)
	_, err := conll(nil, ".")
	if want := `1.1.txt: row 3: sentence 2 has the text of an earlier sentence of replication 1, and the folds are ` +
		`block-regularized or not by which of the two is which ` +
		`in the other replications; name the partition set with setting ` + "`folds`" + ` FILE, or write "# sent_id = ID" ` +
		`before each ` +
		`sentence`; err == nil || err.Error() != want {
		t.Errorf("without ids: got error %v, want %s", err, want)
	}
	write(true)
	c, err := conll(nil, ".")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c[0].Design.String(), "3 x 2 BCV of 12 records"; got != want {
		t.Errorf("with ids: got %s, want %s", got, want)
	}
}

// Of hold-outs the files do not show how many sentences there are.
func TestConllHoldOuts(t *testing.T) {
	t.Chdir(t.TempDir())
	set := newSet(t, cv.RLT, 20, cv.Options{M: 2, Train: 16, Seed: 1})
	writeFolds(t, "a", set, true, "PER")
	c, err := conll(nil, "a")
	if err != nil {
		t.Fatal(err)
	}
	notes, want := results.Notes(c), "sentences are tested, and how many there are in all is not known"
	if len(notes) != 1 || !strings.Contains(notes[0], want) {
		t.Fatalf("got notes %q, want %q", notes, want)
	}
	for _, known := range []*results.Splits{nil, {File: "folds.csv", Set: set}} {
		var train, valid []int
		if known != nil {
			train, valid = []int{16, 16}, []int{4, 4}
		}
		c, err := conll(known, "a")
		if err != nil {
			t.Fatal(err)
		}
		if got := c[0].Train; !slices.Equal(got, train) {
			t.Errorf("set known %v: got %d training records, want %d", known != nil, got, train)
		}
		if got := c[0].Valid; !slices.Equal(got, valid) {
			t.Errorf("set known %v: got %d validation records, want %d", known != nil, got, valid)
		}
	}
}

// The files of a folder are regular ones, named alike, of all folds.
func TestConllFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	set := newSet(t, cv.BCV, 12, cv.Options{M: 3, Seed: 1})
	for _, c := range []struct {
		name, want string
		change     func(dir string) error
	}{
		{"replication", "replication/3.1.txt: has replication 3 fold 1, but not replication 2 fold 1; give the " +
			"results of all folds", func(dir string) error {
			return errors.Join(os.Remove(dir+"/2.1.txt"), os.Remove(dir+"/2.2.txt"))
		}},
		{"fold", "has replication 1 fold 2, but not replication 3 fold 2; give the results of all folds",
			func(dir string) error { return os.Remove(dir + "/3.2.txt") }},
		{"part", "part/3.2.txt.part: is named otherwise than part/1.1.txt; name the files of all folds alike",
			func(dir string) error { return os.Rename(dir+"/3.2.txt", dir+"/3.2.txt.part") }},
		{"prefix", "prefix/x1.2.txt: is named otherwise than prefix/1.1.txt",
			func(dir string) error { return os.Rename(dir+"/1.2.txt", dir+"/x1.2.txt") }},
		{"fifo", "fifo/3.2.txt: is not a regular file; give the file of the fold", func(dir string) error {
			return errors.Join(os.Remove(dir+"/3.2.txt"), syscall.Mkfifo(dir+"/3.2.txt", 0o600))
		}},
	} {
		writeFolds(t, c.name, set, true, "PER")
		if err := c.change(c.name); err != nil {
			t.Fatal(err)
		}
		if _, err := conll(nil, c.name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}
