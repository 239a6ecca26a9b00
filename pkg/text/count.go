package text

import (
	"maps"
	"slices"
)

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
