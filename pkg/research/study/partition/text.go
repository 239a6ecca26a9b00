package partition

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// CoNLL2003 returns the entity types of the sentences of the CoNLL-2003 English
// training set, from the file nlp/conll2003-eng.train.gz (or without .gz) of a
// folder. Its licence keeps it out of this repository.
func CoNLL2003(folder string) (cv.Condition, error) {
	path := filepath.Join(folder, "nlp", "conll2003-eng.train.gz")
	if _, err := os.Stat(path); err != nil {
		path = strings.TrimSuffix(path, ".gz")
	}
	f, err := os.Open(path)
	if err != nil {
		return cv.Condition{}, fmt.Errorf("partition: %w; put the file there or name another folder", err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return cv.Condition{}, fmt.Errorf("partition: %s: %w", path, err)
		}
	}
	types, err := dataset.ReadEntities(r)
	if err != nil {
		return cv.Condition{}, fmt.Errorf("partition: %s: %w", path, err)
	}
	return cv.MultisetCondition("entity types", types), nil
}
