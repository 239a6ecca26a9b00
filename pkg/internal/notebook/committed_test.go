package notebook_test

import (
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/pkg/internal/notebook"
)

// The notebooks in git are executed, with their figures, and know nothing of
// the machine that ran them.
func TestCommittedNotebooks(t *testing.T) {
	paths, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no notebooks found")
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
		})
	}
}
