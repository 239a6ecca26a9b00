package text

import (
	"fmt"
	"slices"
	"strings"
)

// Scheme is a way to mark chunks by tags.
type Scheme string

// The schemes.
const (
	// IOB1 tags the tokens of a chunk I; B begins a chunk only directly after another chunk of its type.
	IOB1 Scheme = "iob1"
	// IOB2, also called BIO, begins every chunk with B.
	IOB2 Scheme = "iob2"
	// IOE1 tags the tokens of a chunk I; E ends a chunk only directly before another chunk of its type.
	IOE1 Scheme = "ioe1"
	// IOE2 ends every chunk with E.
	IOE2 Scheme = "ioe2"
	// IOBES, also called BIOES, is B I ... E for chunks of two or more tokens and S for one token.
	IOBES Scheme = "iobes"
	// BMES is IOBES with M for I.
	BMES Scheme = "bmes"
	// BILOU is IOBES with L for E and U for S.
	BILOU Scheme = "bilou"
	// BB2B3MES is BMES with B2 and B3 for the second and third token of a chunk, unless
	// they are its last (Zhao et al. 2006, six tags of words in Chinese).
	BB2B3MES Scheme = "bb2b3mes"
)

// schemes returns all schemes.
func schemes() []Scheme { return []Scheme{IOB1, IOB2, IOE1, IOE2, IOBES, BMES, BILOU, BB2B3MES} }

var aliases = map[string]Scheme{"iob": IOB1, "bio": IOB2, "bio2": IOB2, "ioe": IOE2, "bioes": IOBES, "bies": IOBES,
	"bmeso": BMES}

// ParseScheme returns the scheme of a name, in upper or lower case. BIO is IOB2, BIOES is IOBES and IOE is IOE2;
// IOB is IOB1, as where it was defined (Ramshaw and Marcus 1995).
func ParseScheme(name string) (Scheme, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	if s, ok := aliases[lower]; ok {
		return s, nil
	}
	if s := Scheme(lower); slices.Contains(schemes(), s) {
		return s, nil
	}
	return "", fmt.Errorf("text: unknown scheme %.40q; use one of %s", name, join(schemes()))
}

func join[T ~string](names []T) string {
	var out []string
	for _, n := range names {
		out = append(out, string(n))
	}
	return strings.Join(out, ", ")
}

// part is the position of a token in its chunk, the same for all schemes.
type part uint8

const (
	outside part = iota
	begin
	second // B2
	third  // B3
	inside
	end
	single
)

// letters are the prefixes of the tags of each scheme.
var letters = map[Scheme]map[string]part{
	IOB1:     {"I": inside, "O": outside, "B": begin},
	IOB2:     {"I": inside, "O": outside, "B": begin},
	IOE1:     {"I": inside, "O": outside, "E": end},
	IOE2:     {"I": inside, "O": outside, "E": end},
	IOBES:    {"I": inside, "O": outside, "B": begin, "E": end, "S": single},
	BMES:     {"M": inside, "O": outside, "B": begin, "E": end, "S": single},
	BILOU:    {"I": inside, "O": outside, "B": begin, "L": end, "U": single},
	BB2B3MES: {"M": inside, "O": outside, "B": begin, "B2": second, "B3": third, "E": end, "S": single},
}

// Tag is the tag of one token. The zero Tag is outside all chunks.
type Tag struct {
	part part
	Type string // of the chunk, such as PER; empty where chunks have no types
}

// outside reports whether the token is in no chunk.
func (t Tag) outside() bool { return t.part == outside }

// Tag reads a tag such as B-PER, or B if chunks have no types. The type is the text after the first hyphen. A
// prefix that the scheme does not have is an error, and so is a type of O.
func (s Scheme) Tag(text string) (Tag, error) {
	prefix, kind, _ := strings.Cut(text, "-")
	p, ok := letters[s][prefix]
	switch {
	case !ok:
		return Tag{}, fmt.Errorf("text: tag %.40q is not of scheme %s, whose tags begin with %s", text, s, s.prefixes())
	case p == outside && text != "O":
		return Tag{}, fmt.Errorf("text: tag %.40q has a type, but O is outside chunks; write O", text)
	}
	return Tag{part: p, Type: kind}, nil
}

// Text returns the tag as the scheme writes it. It panics for a tag that the scheme does
// not have.
func (s Scheme) Text(t Tag) string {
	for prefix, p := range letters[s] {
		if p != t.part {
			continue
		}
		if t.Type == "" {
			return prefix
		}
		return prefix + "-" + t.Type
	}
	panic(fmt.Sprintf("text: scheme %s has no such tag; convert the tags of one scheme to another", s))
}

func (s Scheme) prefixes() string {
	var out []string
	for prefix := range letters[s] {
		out = append(out, prefix)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// Tags is Scheme.Tag for a sentence.
func (s Scheme) Tags(texts ...string) ([]Tag, error) {
	out := make([]Tag, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = s.Tag(text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Tagging returns the tags of a sentence of n tokens with these chunks, which ascend and
// do not overlap.
func (s Scheme) Tagging(n int, chunks []Chunk) ([]Tag, error) {
	tags := make([]Tag, n)
	from := 0
	for k, c := range chunks {
		if c.Begin < from || c.End <= c.Begin || c.End > n {
			return nil, fmt.Errorf("text: chunk %d is of tokens %d to %d; chunks of a sentence of %d tokens ascend "+
				"without overlap", k+1, c.Begin, c.End-1, n)
		}
		after := k > 0 && chunks[k-1].End == c.Begin && chunks[k-1].Type == c.Type
		before := k+1 < len(chunks) && chunks[k+1].Begin == c.End && chunks[k+1].Type == c.Type
		for i := c.Begin; i < c.End; i++ {
			tags[i] = Tag{part: s.place(i-c.Begin, c.End-c.Begin, after, before), Type: c.Type}
		}
		from = c.End
	}
	return tags, nil
}

// place returns the part of token i of a chunk of n tokens; before and after report whether a chunk of the same
// type is adjacent.
func (s Scheme) place(i, length int, after, before bool) part {
	first, last := i == 0, i == length-1
	switch s {
	case IOB1:
		if first && after {
			return begin
		}
		return inside
	case IOB2:
		if first {
			return begin
		}
		return inside
	case IOE1:
		if last && before {
			return end
		}
		return inside
	case IOE2:
		if last {
			return end
		}
		return inside
	}
	switch {
	case first && last:
		return single
	case last:
		return end
	case first:
		return begin
	case s == BB2B3MES && i == 1:
		return second
	case s == BB2B3MES && i == 2:
		return third
	}
	return inside
}
