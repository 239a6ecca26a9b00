package partition

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
)

// CoNLL2003 returns the entity types of the sentences of the CoNLL-2003 English
// training set, from the file nlp/conll2003-eng.train.gz (or without .gz) of a
// folder. Its licence keeps it out of this repository.
func CoNLL2003(folder string) (cv.Condition, error) {
	path := filepath.Join(folder, "nlp", "conll2003-eng.train.gz")
	if _, err := os.Stat(path); err != nil {
		path = strings.TrimSuffix(path, ".gz")
	}
	c, err := corpus.Columns{Scheme: text.IOB1}.Read(path)
	if err != nil {
		return cv.Condition{}, fmt.Errorf("partition: %w; put the file there or name another folder", err)
	}
	types := make([][]string, c.Len())
	for s, chunks := range c.Chunks {
		for _, chunk := range chunks {
			types[s] = append(types[s], chunk.Type)
		}
	}
	return cv.MultisetCondition("entity types", types), nil
}
