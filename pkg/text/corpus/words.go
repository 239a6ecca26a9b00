package corpus

import (
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/text"
)

// ReadWords reads a file of segmented text, see ParseWords.
func ReadWords(path string) (*Corpus, error) { return file(path, ParseWords) }

// ParseWords reads segmented text: a sentence a line, with blanks between words. Tokens
// are the characters, chunks without type the words.
func ParseWords(name string, r io.Reader) (*Corpus, error) {
	c := &Corpus{}
	in := newLines(name, r)
	for line, ok := in.next(); ok; line, ok = in.next() {
		if words := strings.Fields(line); len(words) > 0 {
			if err := c.addWords(in, words); err != nil {
				return nil, err
			}
		}
	}
	if err := in.err(); err != nil {
		return nil, err
	}
	return c.full(name)
}

// addWords adds a sentence of words.
func (c *Corpus) addWords(in *lines, words []string) error {
	var tokens [][]string
	var chunks []text.Chunk
	for _, word := range words {
		if _, err := in.token(word); err != nil {
			return err
		}
		begin := len(tokens)
		for _, character := range word {
			tokens = append(tokens, []string{string(character)})
		}
		chunks = append(chunks, text.Chunk{Begin: begin, End: len(tokens)})
	}
	c.Tokens, c.Chunks = append(c.Tokens, tokens), append(c.Chunks, chunks)
	return nil
}

// ReadCoNLLU reads a file of Universal Dependencies, see ParseCoNLLU.
func ReadCoNLLU(path string) (*Corpus, error) { return file(path, ParseCoNLLU) }

// ParseCoNLLU reads the words of CoNLL-U: tokens are the characters of a sentence, chunks
// without type its words. Ranges of words (such as 1-2) and empty words (1.1) are left out,
// and so are blanks within words.
func ParseCoNLLU(name string, r io.Reader) (*Corpus, error) {
	c := &Corpus{}
	in := newLines(name, r)
	var words []string
	flush := func() error {
		if len(words) == 0 {
			return nil
		}
		err := c.addWords(in, words)
		words = nil
		return err
	}
	row := func(fields []string) error {
		if len(fields) < 10 {
			return in.errorf("%d columns separated by tabs; CoNLL-U has 10", len(fields))
		}
		if !wordNumber(fields[0]) {
			if strings.Trim(fields[0], "0123456789-.") != "" {
				return in.errorf("%.40q is no number of a word; CoNLL-U begins each line with one", fields[0])
			}
			return nil
		}
		if word := strings.Join(strings.Fields(fields[1]), ""); word != "" {
			words = append(words, strings.Clone(word))
		}
		return nil
	}
	if err := in.sentences(row, flush); err != nil {
		return nil, err
	}
	return c.full(name)
}

// wordNumber reports whether a number is that of a word, not of a range or an empty word.
func wordNumber(id string) bool { return id != "" && strings.Trim(id, "0123456789") == "" }
