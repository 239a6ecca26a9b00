package dataset

import (
	"fmt"
	"io"
	"strings"
)

// ReadColumns reads a file of the CoNLL shared tasks: one token a line with its
// fields separated by blanks, an empty line between sentences, document markers
// (-DOCSTART-), which are left out. It returns the fields of each token of each
// sentence. All tokens must have as many fields as the first.
func ReadColumns(r io.Reader) ([][][]string, error) {
	sentences, err := readTokens(r)
	if err != nil {
		return nil, err
	}
	out := make([][][]string, len(sentences))
	for k, tokens := range sentences {
		for _, t := range tokens {
			if first := sentences[0][0]; len(t.fields) != len(first.fields) {
				return nil, fmt.Errorf("dataset: line %d: %d fields, %d in the first token; give each token as many", t.line, len(t.fields), len(first.fields))
			}
			out[k] = append(out[k], t.fields)
		}
	}
	return out, nil
}

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

// token is a line of such a file.
type token struct {
	fields []string
	line   int // from 1
}

// readTokens returns the tokens of each sentence.
func readTokens(r io.Reader) ([][]token, error) {
	var out [][]token
	var sentence []token
	flush := func() {
		if sentence != nil {
			out = append(out, sentence)
		}
		sentence = nil
	}
	in := newLines(r)
	for in.Scan() {
		fields := strings.Fields(in.Text())
		if len(fields) == 0 || fields[0] == "-DOCSTART-" {
			flush()
			continue
		}
		sentence = append(sentence, token{fields, in.line})
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("dataset: line %d: %w; is the file whole?", in.line+1, err)
	}
	flush()
	return out, nil
}
