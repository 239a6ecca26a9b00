package notebook_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/tools/notebook"
)

// The notebooks in git are executed, with their figures, know nothing of the
// machine that ran them, and read like papers.
func TestCommittedNotebooks(t *testing.T) {
	paths, err := notebook.Paths("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no notebooks found")
	}
	const most = 10_000_000 // bytes of a clone
	size := int64(0)
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > most {
		t.Errorf("the notebooks have %d bytes, want at most %d", size, most)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			nb, err := notebook.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range notebook.CheckCommitted(nb) {
				t.Error(problem)
			}
			for _, link := range nb.Next() {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), link)); err != nil {
					t.Errorf("the last line sends the reader to %s: %v", link, err)
				}
			}
		})
	}
}
