package corpus

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/text"
)

// Corpus is a list of sentences. Tokens[s][i] are the fields of token i of sentence s, the same number for all
// tokens; Chunks[s] are the chunks of sentence s, in order.
type Corpus struct {
	Tokens [][][]string
	Chunks [][]text.Chunk
}

// Len returns the number of sentences.
func (c *Corpus) Len() int { return len(c.Tokens) }

// Size returns the number of tokens of all sentences.
func (c *Corpus) Size() int {
	n := 0
	for _, s := range c.Tokens {
		n += len(s)
	}
	return n
}

// Fields returns the number of fields of a token; 0 for an empty corpus.
func (c *Corpus) Fields() int {
	if len(c.Tokens) == 0 {
		return 0
	}
	return len(c.Tokens[0][0])
}

// Types returns the number of chunks of each type.
func (c *Corpus) Types() map[string]int {
	out := map[string]int{}
	for _, s := range c.Chunks {
		for _, k := range s {
			out[k.Type]++
		}
	}
	return out
}

// Only returns the corpus with only the chunks of the given types. A type that does not occur is an error.
func (c *Corpus) Only(types ...string) (*Corpus, error) {
	have := c.Types()
	for _, t := range types {
		if have[t] == 0 {
			return nil, fmt.Errorf("corpus: no chunk of type %.40q; the types are %.400q", t, slices.Sorted(maps.Keys(have)))
		}
	}
	out := &Corpus{Tokens: c.Tokens, Chunks: make([][]text.Chunk, len(c.Chunks))}
	for s, chunks := range c.Chunks {
		for _, k := range chunks {
			if slices.Contains(types, k.Type) {
				out.Chunks[s] = append(out.Chunks[s], k)
			}
		}
	}
	return out, nil
}

// Boundaries returns the corpus with all chunks of a single type: a tagger has to find their place, not their type.
func (c *Corpus) Boundaries() *Corpus {
	out := &Corpus{Tokens: c.Tokens, Chunks: make([][]text.Chunk, len(c.Chunks))}
	for s, chunks := range c.Chunks {
		out.Chunks[s] = slices.Clone(chunks)
		for k := range out.Chunks[s] {
			out.Chunks[s][k].Type = "boundary"
		}
	}
	return out
}

// Append adds the sentences of another corpus, whose tokens must have the same number of fields.
func (c *Corpus) Append(o *Corpus) error {
	if c.Len() > 0 && o.Len() > 0 && c.Fields() != o.Fields() {
		return fmt.Errorf("corpus: tokens of %d and of %d fields; join files of one kind", c.Fields(), o.Fields())
	}
	c.Tokens = append(c.Tokens, o.Tokens...)
	c.Chunks = append(c.Chunks, o.Chunks...)
	return nil
}

// Tags returns the tags of all sentences in a scheme.
func (c *Corpus) Tags(scheme text.Scheme) ([][]string, error) {
	out := make([][]string, c.Len())
	for s, tokens := range c.Tokens {
		tags, err := scheme.Tagging(len(tokens), c.Chunks[s])
		if err != nil {
			return nil, fmt.Errorf("corpus: sentence %d: %w", s+1, err)
		}
		out[s] = make([]string, len(tags))
		for i, t := range tags {
			out[s][i] = scheme.Text(t)
		}
	}
	return out, nil
}

// Lengths returns the condition that short and long sentences are spread evenly: quintiles of the number of tokens.
func (c *Corpus) Lengths() (cv.Condition, error) {
	x := make([]float64, c.Len())
	for s, tokens := range c.Tokens {
		x[s] = float64(len(tokens))
	}
	condition, err := cv.ResponseCondition("lengths", x)
	if err != nil {
		return condition, errors.New("corpus: " + err.Error())
	}
	return condition, nil
}

// ChunkTypes returns the condition that chunks of each type are spread evenly (Wang 2019 thesis, section 4.3);
// chunks without types count as one.
func (c *Corpus) ChunkTypes() cv.Condition {
	types := make([][]string, c.Len())
	for s, chunks := range c.Chunks {
		for _, k := range chunks {
			types[s] = append(types[s], "chunk "+k.Type)
		}
	}
	return cv.MultisetCondition("chunk types", types)
}
