package crf

import (
	"fmt"
	"math"
	"slices"
)

const (
	maxField  = 8192 // bytes of a field, a tag or a template
	maxTags   = 1000
	maxTokens = math.MaxInt32 / 2
)

// Corpus is a set of tagged sentences with the attributes of each position. It is
// safe for concurrent use.
type Corpus struct {
	*extraction
	tag  []int32 // of each position, in tags
	tags []string
}

// extraction is a corpus without its tags.
type extraction struct {
	templates  *Templates
	start      []int32 // the first position of each sentence, and the end
	node, edge attributes
}

// NewCorpus returns the corpus of the given sentences: tokens[s][i] are the fields of a token, without its tag, and
// tags[s][i] is the tag. All tokens have the same number of fields, at least templates.Columns(). Of its arguments
// it keeps only strings. The error names the sentence and the token, from 1.
func NewCorpus(tokens [][][]string, tags [][]string, templates *Templates) (*Corpus, error) {
	if len(tokens) == 0 {
		return nil, fmt.Errorf("crf: no sentences; is the corpus empty?")
	}
	c := &Corpus{extraction: &extraction{templates: templates, start: make([]int32, 1, len(tokens)+1)}}
	n, columns := 0, 0
	for s, sentence := range tokens {
		if s == 0 && len(sentence) > 0 {
			columns = len(sentence[0])
		}
		if err := checkSentence(sentence, columns, templates); err != nil {
			return nil, fmt.Errorf("crf: sentence %d: %w", s+1, err)
		}
		if n += len(sentence); n > maxTokens {
			return nil, fmt.Errorf("crf: more than %d tokens; take a part of the corpus", maxTokens)
		}
		c.start = append(c.start, int32(n))
	}
	if list := max(len(templates.unigram), len(templates.bigram)); n > math.MaxInt32/max(1, list) {
		return nil, fmt.Errorf("crf: %d templates of %d tokens are more attributes than can be counted; take fewer "+
			"templates or a part of the corpus", list, n)
	}
	if err := c.setTags(tags); err != nil {
		return nil, err
	}
	c.node = extract(tokens, n, templates.unigram, 0)
	c.edge = extract(tokens, n, templates.bigram, 1)
	return c, nil
}

// checkSentence returns an error unless each token has the given number of fields, enough for the templates.
func checkSentence(sentence [][]string, columns int, t *Templates) error {
	if len(sentence) == 0 {
		return fmt.Errorf("no tokens; leave it out")
	}
	if columns < t.columns {
		return fmt.Errorf("a template asks for column %d (columns count from 0), and tokens have %d fields before their "+
			"tag; correct the templates or the file", t.columns-1, columns)
	}
	for i, fields := range sentence {
		if len(fields) != columns {
			return fmt.Errorf("token %d has %d fields, the first token of the corpus %d; give each token the same number",
				i+1, len(fields), columns)
		}
		for col, f := range fields {
			if len(f) > maxField {
				return fmt.Errorf("token %d: %d bytes in column %d, which begins %.20q; at most %d are read",
					i+1, len(f), col, f, maxField)
			}
		}
	}
	return nil
}

// WithTags returns a corpus with the same sentences and other tags, such as tags of another scheme. The attributes
// are shared.
func (c *Corpus) WithTags(tags [][]string) (*Corpus, error) {
	other := Corpus{extraction: c.extraction}
	if err := other.setTags(tags); err != nil {
		return nil, err
	}
	return &other, nil
}

// setTags numbers the tags in alphabetical order.
func (c *Corpus) setTags(tags [][]string) error {
	if len(tags) != c.Len() {
		return fmt.Errorf("crf: tags of %d sentences for %d sentences; give each sentence its tags", len(tags), c.Len())
	}
	seen := map[string]int32{}
	for s, list := range tags {
		if tokens := int(c.start[s+1] - c.start[s]); len(list) != tokens {
			return fmt.Errorf("crf: sentence %d: %d tags for %d tokens; give each token one", s+1, len(list), tokens)
		}
		for i, tag := range list {
			if _, ok := seen[tag]; ok {
				continue
			}
			if tag == "" || len(tag) > maxField {
				return fmt.Errorf("crf: sentence %d, token %d: a tag of %d bytes; tags have 1 to %d", s+1, i+1, len(tag), maxField)
			}
			if seen[tag] = 0; len(seen) > maxTags {
				return fmt.Errorf("crf: sentence %d, token %d: %.40q would be tag number %d; at most %d are fitted: is it the "+
					"right column?", s+1, i+1, tag, len(seen), maxTags)
			}
		}
	}
	c.tags = make([]string, 0, len(seen))
	for tag := range seen {
		c.tags = append(c.tags, tag)
	}
	slices.Sort(c.tags)
	for k, tag := range c.tags {
		seen[tag] = int32(k)
	}
	c.tag = make([]int32, 0, c.start[len(c.start)-1])
	for _, list := range tags {
		for _, tag := range list {
			c.tag = append(c.tag, seen[tag])
		}
	}
	return nil
}

// Len returns the number of sentences.
func (c *Corpus) Len() int { return c.sentences() }

func (e *extraction) sentences() int { return len(e.start) - 1 }

// attributes are the attributes of the unigram or the bigram templates, numbered by first occurrence.
type attributes struct {
	width int     // templates
	at    []int32 // width at each position; -1 at the first positions of sentences, which have no pair of tags
	names []string
	index map[string]int32
}

// extract expands templates at the n positions of the sentences, except for the first few positions of each.
func extract(tokens [][][]string, n int, templates []template, first int) attributes {
	a := attributes{width: len(templates), at: make([]int32, 0, n*len(templates)), index: map[string]int32{}}
	var name []byte
	for _, sentence := range tokens {
		for i := range sentence {
			for k := range templates {
				if i < first {
					a.at = append(a.at, -1)
					continue
				}
				name = templates[k].expand(name[:0], sentence, i)
				id, ok := a.index[string(name)]
				if !ok {
					id = int32(len(a.names))
					a.names = append(a.names, string(name))
					a.index[a.names[id]] = id
				}
				a.at = append(a.at, id)
			}
		}
	}
	return a
}
