package text

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Chunk is a run of tokens: an entity, a phrase, a word.
type Chunk struct {
	Type       string
	Begin, End int // tokens Begin to End-1, from 0
}

// Semantics defines which tags make a chunk.
type Semantics string

// The semantics.
const (
	// Strict accepts a chunk only if the scheme allows its tags: the mode strict of seqeval. As in seqeval, it does
	// not accept, in IOE1, a chunk of one token that is the first of several adjacent chunks of its type.
	Strict Semantics = "strict"
	// Conlleval begins a chunk wherever a tag or a change of type allows it, as conlleval.pl of the CoNLL shared
	// tasks does for I, O, B and E. In schemes with S, which conlleval.pl lacks, B and S always begin and E and S
	// always end a chunk, as in seqeval's default mode.
	Conlleval Semantics = "conlleval"
)

// ParseSemantics returns the semantics of a name, in upper or lower case; seqeval is Strict.
func ParseSemantics(name string) (Semantics, error) {
	switch s := Semantics(strings.ToLower(strings.TrimSpace(name))); s {
	case Strict, Conlleval:
		return s, nil
	case "seqeval":
		return Strict, nil
	}
	return "", fmt.Errorf("text: unknown semantics %.40q; use strict (seqeval) or conlleval", name)
}

// Chunks returns the chunks of a sentence, in order.
func (s Scheme) Chunks(tags []Tag, how Semantics) []Chunk { return s.AppendChunks(nil, tags, how) }

// AppendChunks appends the chunks of a sentence to dst.
func (s Scheme) AppendChunks(dst []Chunk, tags []Tag, how Semantics) []Chunk {
	if how == Conlleval {
		return appendLoose(dst, tags)
	}
	return s.appendStrict(dst, tags)
}

// at returns tag i, outside at both ends of the sentence.
func at(tags []Tag, i int) Tag {
	if i < 0 || i >= len(tags) {
		return Tag{}
	}
	return tags[i]
}

func (s Scheme) appendStrict(dst []Chunk, tags []Tag) []Chunk {
	for i := 0; i < len(tags); {
		if !s.begins(at(tags, i-1), tags[i]) {
			i++
			continue
		}
		j := i + 1
		for j < len(tags) && s.continues(tags[j-1], tags[j]) {
			j++
		}
		if s.ends(tags[j-1], at(tags, j)) {
			dst = append(dst, Chunk{Type: tags[i].Type, Begin: i, End: j})
		}
		i = j
	}
	return dst
}

// begins reports whether t begins a chunk after prev, in strict semantics. t does not continue a chunk.
func (s Scheme) begins(prev, t Tag) bool {
	same := prev.Type == t.Type
	switch s {
	case IOB1:
		if t.part == begin { // allowed only next to a chunk of its type
			return !prev.outside() && same
		}
		return t.part == inside && (prev.part != inside || !same)
	case IOB2:
		return t.part == begin
	case IOE1:
		if t.part == end {
			return prev.part == end && same
		}
		return t.part == inside && (prev.part != inside || !same)
	case IOE2:
		return !t.outside() && (prev.part != inside || !same)
	}
	return t.part == begin || t.part == single
}

// continues reports whether t continues the chunk of prev.
func (s Scheme) continues(prev, t Tag) bool {
	if prev.Type != t.Type {
		return false
	}
	switch s {
	case IOB1, IOB2:
		return t.part == inside && !prev.outside()
	case IOE1, IOE2:
		return !t.outside() && prev.part == inside
	case BB2B3MES:
		switch t.part {
		case second:
			return prev.part == begin
		case third:
			return prev.part == second
		case inside:
			return prev.part == third || prev.part == inside
		}
		return t.part == end && prev.part >= begin && prev.part <= inside
	}
	return (t.part == inside || t.part == end) && (prev.part == begin || prev.part == inside)
}

// ends reports whether a chunk whose last tag is t is complete if next follows.
func (s Scheme) ends(t, next Tag) bool {
	switch s {
	case IOB1: // a B of another type does not end a chunk of a single B, which IOB1 does not write
		return !(t.part == begin && next.part == begin && next.Type != t.Type)
	case IOB2:
		return true
	case IOE1:
		if t.part == end { // allowed only next to a chunk of its type
			return !next.outside() && next.Type == t.Type
		}
		return true
	case IOE2:
		return t.part == end
	}
	return t.part == end || t.part == single
}

func appendLoose(dst []Chunk, tags []Tag) []Chunk {
	open := -1
	for i := 0; i <= len(tags); i++ {
		prev, t := at(tags, i-1), at(tags, i)
		if open >= 0 && looselyEnds(prev, t) {
			dst = append(dst, Chunk{Type: prev.Type, Begin: open, End: i})
			open = -1
		}
		if looselyBegins(prev, t) {
			open = i
		}
	}
	return dst
}

// looselyEnds reports whether a chunk ends between two tags.
func looselyEnds(prev, t Tag) bool {
	switch {
	case prev.outside():
		return false
	case prev.part == end, prev.part == single, prev.Type != t.Type:
		return true
	}
	return t.part == outside || t.part == begin || t.part == single
}

// looselyBegins reports whether a chunk begins with t after prev.
func looselyBegins(prev, t Tag) bool {
	switch {
	case t.outside():
		return false
	case t.part == begin, t.part == single, prev.outside(), prev.Type != t.Type:
		return true
	}
	return prev.part == end || prev.part == single
}

// Faults returns the number of transitions between tags that the scheme does not allow, including the ends of the
// sentence, and the token of the first one, from 0. In strict semantics chunks are lost there.
func (s Scheme) Faults(tags []Tag) (count, first int) {
	for i := 0; i <= len(tags); i++ {
		if s.allows(at(tags, i-1), at(tags, i)) {
			continue
		}
		if count == 0 {
			first = min(i, len(tags)-1)
		}
		count++
	}
	return count, first
}

// allows reports whether t may follow prev in a tagging of the scheme.
func (s Scheme) allows(prev, t Tag) bool {
	same := prev.Type == t.Type
	switch s {
	case IOB1:
		return t.part != begin || !prev.outside() && same
	case IOB2:
		return t.part != inside || !prev.outside() && same
	case IOE1:
		return prev.part != end || !t.outside() && same
	case IOE2:
		return prev.part != inside || !t.outside() && same
	}
	if open := prev.part >= begin && prev.part <= inside; open {
		return s.continues(prev, t)
	}
	return t.part == outside || t.part == begin || t.part == single
}

// Count is the number of chunks of a text, of predicted chunks, and of correct ones: of the same type at the same
// tokens.
type Count struct {
	Gold, Predicted, Correct int
}

// Plus returns the sums of two counts.
func (c Count) Plus(d Count) Count {
	return Count{Gold: c.Gold + d.Gold, Predicted: c.Predicted + d.Predicted, Correct: c.Correct + d.Correct}
}

// Counts are the counts of each type of chunks.
type Counts map[string]Count

// Add counts the chunks of a sentence, which ascend and do not overlap.
func (c Counts) Add(gold, predicted []Chunk) {
	for _, g := range gold {
		n := c[g.Type]
		n.Gold++
		c[g.Type] = n
	}
	k := 0
	for _, p := range predicted {
		n := c[p.Type]
		n.Predicted++
		for k < len(gold) && gold[k].Begin < p.Begin {
			k++
		}
		if k < len(gold) && gold[k] == p {
			n.Correct++
		}
		c[p.Type] = n
	}
}

// Types returns the types that were counted, sorted.
func (c Counts) Types() []string { return slices.Sorted(maps.Keys(c)) }

// All returns the sums over all types.
func (c Counts) All() Count {
	var all Count
	for _, n := range c {
		all = all.Plus(n)
	}
	return all
}
