package text

import "fmt"

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
