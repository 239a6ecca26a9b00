package dataset

import (
	"fmt"
	"io"
	"strings"
)

// ReadEntities reads a file of the CoNLL-2003 shared task (one token a line,
// the IOB1 entity tag in the last column, an empty line between sentences) and
// returns the types of the entities in each sentence, in order. Document
// markers are no sentences.
func ReadEntities(r io.Reader) ([][]string, error) {
	sentences, err := readTokens(r)
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(sentences))
	for k, tokens := range sentences {
		last := "O"
		for _, t := range tokens {
			tag := t.fields[len(t.fields)-1]
			kind, name, ok := strings.Cut(tag, "-")
			if tag != "O" && (!ok || name == "" || (kind != "I" && kind != "B")) {
				return nil, fmt.Errorf("dataset: line %d: %q is no entity tag; the last column must be O, I-TYPE or B-TYPE", t.line, tag)
			}
			// In IOB1 an entity begins with B, or with I after another type or O.
			if ok && (kind == "B" || last != name) {
				out[k] = append(out[k], name)
			}
			last = name
		}
	}
	return out, nil
}
