package dataset

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// ReadEntities reads a file of the CoNLL-2003 shared task (one token a line,
// the IOB1 entity tag in the last column, an empty line between sentences) and
// returns the types of the entities in each sentence, in order. Document
// markers are no sentences.
func ReadEntities(r io.Reader) ([][]string, error) {
	var out [][]string
	var types []string
	tokens, last := 0, "O"
	flush := func() {
		if tokens > 0 {
			out = append(out, types)
		}
		types, tokens, last = nil, 0, "O"
	}
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		fields := strings.Fields(in.Text())
		if len(fields) == 0 || fields[0] == "-DOCSTART-" {
			flush()
			continue
		}
		tag := fields[len(fields)-1]
		kind, name, ok := strings.Cut(tag, "-")
		if tag != "O" && (!ok || name == "" || (kind != "I" && kind != "B")) {
			return nil, fmt.Errorf("dataset: line %d: %q is no entity tag; the last column must be O, I-TYPE or B-TYPE", line, tag)
		}
		tokens++
		// In IOB1 an entity begins with B, or with I after another type or O.
		if ok && (kind == "B" || last != name) {
			types = append(types, name)
		}
		last = name
	}
	flush()
	return out, in.Err()
}
