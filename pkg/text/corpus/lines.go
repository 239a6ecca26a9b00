package corpus

import (
	"io"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/text"
)

// longestToken is the limit of a token, in bytes.
const longestToken = 4096

// read opens a file and parses its lines.
func read(path string, parse func(in *table.Lines) (*Corpus, error)) (*Corpus, error) {
	in, err := table.OpenLines(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return parse(in)
}

// full refuses a text without sentences.
func (c *Corpus) full(in *table.Lines) (*Corpus, error) {
	if c.Len() == 0 {
		return nil, in.ErrorAt(0, "no sentences; is it the right file?")
	}
	return c, nil
}

// eachLine calls line with every line of a text.
func eachLine(in *table.Lines, line func(text string) error) error {
	for {
		text, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := line(string(text)); err != nil {
			return err
		}
	}
}

// eachRow reads the sentences of CoNLL-U. It calls row with the fields of each line, which are separated by tabs,
// and end after each empty line and at the end of the text. Lines that begin with # are comments.
func eachRow(in *table.Lines, row func(fields []string) error, end func() error) error {
	err := eachLine(in, func(line string) error {
		switch {
		case strings.TrimSpace(line) == "":
			return end()
		case line[0] != '#':
			return row(strings.Split(line, "\t"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return end()
}

// checkToken refuses a token that is too long.
func checkToken(in *table.Lines, token string) error {
	if len(token) > longestToken {
		return in.Errorf("a token of %d bytes; at most %d are read", len(token), longestToken)
	}
	return nil
}

// ReadWords reads a file of segmented text, plain or compressed with gzip: one sentence per line, with blanks between
// words. Tokens are the characters; the words are chunks without a type.
func ReadWords(path string) (*Corpus, error) { return read(path, parseWords) }

func parseWords(in *table.Lines) (*Corpus, error) {
	c := &Corpus{}
	err := eachLine(in, func(line string) error {
		if words := strings.Fields(line); len(words) > 0 {
			return c.addWords(in, words)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.full(in)
}

// addWords adds a sentence of words.
func (c *Corpus) addWords(in *table.Lines, words []string) error {
	var tokens [][]string
	var chunks []text.Chunk
	for _, word := range words {
		if err := checkToken(in, word); err != nil {
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

// ReadCoNLLU reads a file of Universal Dependencies, plain or compressed with gzip. Tokens are the characters of a
// sentence; its words are chunks without a type. Ranges of words (such as 1-2) and empty words (1.1) are left out,
// and so are blanks within words.
func ReadCoNLLU(path string) (*Corpus, error) { return read(path, parseCoNLLU) }

func parseCoNLLU(in *table.Lines) (*Corpus, error) {
	c := &Corpus{}
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
			return in.Errorf("%d columns separated by tabs; CoNLL-U has 10", len(fields))
		}
		if !wordNumber(fields[0]) {
			if strings.Trim(fields[0], "0123456789-.") != "" {
				return in.Errorf("%.40q is not the number of a word; CoNLL-U begins each line with one", fields[0])
			}
			return nil
		}
		if word := strings.Join(strings.Fields(fields[1]), ""); word != "" {
			words = append(words, strings.Clone(word))
		}
		return nil
	}
	if err := eachRow(in, row, flush); err != nil {
		return nil, err
	}
	return c.full(in)
}

// wordNumber reports whether id numbers a word, not a range or an empty word.
func wordNumber(id string) bool { return id != "" && strings.Trim(id, "0123456789") == "" }
