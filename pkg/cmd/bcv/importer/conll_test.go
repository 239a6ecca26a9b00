package importer

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

// tagged writes sentences of 100 tokens, each of them ten times.
func tagged(t *testing.T, sentences int) string {
	t.Helper()
	var b bytes.Buffer
	filler := strings.Repeat("word O O\n", 95)
	for i := range sentences {
		fmt.Fprintf(&b, "%s%d O O\nAda B-PER B-PER\nBirk I-PER O\nleft O O\nOsk B-LOC B-LOC\n\n", filler, i/10)
	}
	path := filepath.Join(t.TempDir(), "tagged.txt")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Memory does not grow with the text, only by some bytes per sentence.
func TestConllInLittleMemory(t *testing.T) {
	const n = 20_000 // 18 MB
	path := tagged(t, n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c, err := Conll{Scheme: text.IOB2, Semantics: text.Strict, Models: []Model{{"A", path}}}.Read()
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got, want := chunks(c[len(c)-1]), fmt.Sprintf("all %d %d %d", 2*n, 2*n, n); got != want {
		t.Errorf("got counts %s, want %s", got, want)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 400*n {
		t.Errorf("%d bytes allocated for %d sentences", bytes, n)
	}
}

// chunks returns the task and the numbers of gold, predicted and correct chunks of the first fold of
// the first model.
func chunks(r results.Results) string {
	n := r.Counts.Cells[0]
	return strings.TrimSpace(fmt.Sprint(r.Key.Task, " ", n.TP+n.FN, " ", n.TP+n.FP, " ", n.TP))
}

func TestConllRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func() ([]string, error) {
		c, err := Conll{Scheme: text.IOB2, Semantics: text.Conlleval, Models: []Model{{"A", path}}}.Read()
		var out []string
		for _, r := range c {
			out = append(out, chunks(r))
		}
		return out, err
	}
	for _, c := range []struct{ text, want string }{
		{"B B\nI I\nB I\n", "[all 2 1 0]"},                        // no types, no tokens
		{"x B B\ny B-P B-P\n", "[_ 1 1 1 P 1 1 1 all 2 2 2]"},     // some types
		{"a\tb\tB-P\tB-P\n\nc d\te\tO\tO", "[P 1 1 1 all 1 1 1]"}, // tabs, no end
		// crf_test -v, and a token #
		{"# 0.25\nx B-P B-P\n\n# 0.5\n# O O\n", "[P 1 1 1 all 1 1 1]"},
		{"# sent_id = 1\n# text = x y\nx B-P B-P\n", "[P 1 1 1 all 1 1 1]"}, // CoNLL-U
		// as many fields as columns
		{"# sent_id = 1\nx NN B-P B-P\n\n# sent_id = 2\nx NN B-P O\n", "[P 2 1 1 all 2 1 1]"},
		{"x B-P B-P\r\ny I-P O\n", "[P 1 1 0 all 1 1 0]"},                            // two kinds of line ends
		{"x NN B-P B-P\n\n\n \ny NN I-P O\n\n", "[P 2 1 1 all 2 1 1]"},               // blank lines
		{"-DOCSTART- O O\n\nx B-P B-P\n-X- O O\nx I-P I-P\n", "[P 2 2 2 all 2 2 2]"}, // boundaries
	} {
		write(c.text)
		if got, err := read(); err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%q: %v, %v; want %s", c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"x B-_ B-_\ny B B\n", `chunks have a type "_"`},
		{"x O O\n\x00\n", "row 2: byte 0x00 is not text"},
		{"x " + strings.Repeat("y", 16<<20) + "\n", "row 1: has more than 16 MiB"},
	} {
		write(c.text)
		if _, err := read(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: %v; want %s", c.text, err, c.want)
		}
	}
	var many strings.Builder
	for i := range maxTags + 1 {
		fmt.Fprintf(&many, "x O B-%d\n", i)
	}
	write(many.String())
	if _, err := read(); err == nil ||
		!strings.Contains(err.Error(), "row 10000: tag \"B-9999\" is the 10001. different one") {
		t.Error(err)
	}
}

func TestFoldFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a[1]/rep1/x-1.out", "a[1]/rep1/x-2.out", "a[1]/rep10/x-1.out", "a[1]/rep10/x-2.out",
		"f/crf_0.0.tsv.gz", "f/crf_0.1.tsv.gz", "f/notes.txt", "f/x.txt", "same/1.1-1.txt", "same/1.1-2.txt",
		"two/01.1", "two/1.1"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ pattern, want string }{
		{"a[1]/rep{replication}/x-{fold}.out", "1.1 1.2 10.1 10.2"},
		{"f/crf_{replication}.{fold}.tsv.gz", "1.1 1.2"},
		{"f", "1.1 1.2"},
		{"same/{fold}.{replication}-{fold}.txt", "1.1"},
		{"nothing", "1.1"},
		{"two", "is replication 1 fold 1, as"},
		{"f/{fold}.txt", "no file is there"},
	} {
		files, err := foldFiles(filepath.Join(dir, c.pattern))
		var got []string
		for _, f := range files {
			got = append(got, fmt.Sprintf("%d.%d", f.replication, f.fold))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if !strings.Contains(strings.Join(got, " "), c.want) {
			t.Errorf("%s: got %q, want %s", c.pattern, got, c.want)
		}
	}
}

// Whatever the bytes, the reader answers with counts that fit or with an error in one line.
func FuzzConll(f *testing.F) {
	f.Add("x B-P B-P\ny I-P O\n\nz O O\n", "x B-P B-L\ny I-P I-L\n\nz O O\n")
	f.Add("# 0.1\na\tO\tB\r\n\r\n", "-X- O O\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, a, b string) {
		models := []Model{{"A", filepath.Join(dir, "a")}, {"B", filepath.Join(dir, "b")}}
		for i, text := range []string{a, b} {
			if err := os.WriteFile(models[i].Path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, how := range []text.Semantics{text.Strict, text.Conlleval} {
			c, err := Conll{Scheme: text.IOB2, Semantics: how, Models: models}.Read()
			var te *table.Error
			if err != nil {
				if strings.Contains(err.Error(), "\n") || !errors.As(err, &te) &&
					!strings.Contains(err.Error(), "rename it") {
					t.Fatalf("error %q", err)
				}
				continue
			}
			for _, r := range c {
				for _, n := range r.Counts.Cells {
					if err := n.Check(); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}
