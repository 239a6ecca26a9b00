// Package compact holds numbers and texts of many items in little memory.
package compact

import (
	"math"
	"slices"
	"strings"
)

// Column holds a number of each item, in one byte where there are few distinct numbers. Items count from 0.
type Column struct {
	codes    []uint8   // by item: place in distinct, from 1; 0 for none
	distinct []float64 // numbers in order of appearance
	last     uint8     // code that was set last
	wide     []float64 // by item, in place of codes: NaN for none
}

// maxDistinct is how many distinct numbers a column of bytes may have.
const maxDistinct = 64

// Set sets the number of item i, and reports whether it had none; most is how many items there may be.
func (c *Column) Set(i int, v float64, most int) bool {
	if c.wide == nil {
		if c.last == 0 || c.distinct[c.last-1] != v {
			c.last = uint8(slices.Index(c.distinct, v) + 1)
		}
		if c.last == 0 && len(c.distinct) < maxDistinct {
			c.distinct = append(c.distinct, v)
			c.last = uint8(len(c.distinct))
		}
		if c.last > 0 {
			c.codes = reach(c.codes, i, most, 0)
			fresh := c.codes[i] == 0
			c.codes[i] = c.last
			return fresh
		}
		wide := make([]float64, len(c.codes), max(len(c.codes), most))
		for k := range wide {
			wide[k] = c.At(k)
		}
		*c = Column{wide: wide}
	}
	c.wide = reach(c.wide, i, most, math.NaN())
	fresh := math.IsNaN(c.wide[i])
	c.wide[i] = v
	return fresh
}

// reach returns a slice that has a place i, filled up with none.
func reach[T any](s []T, i, most int, none T) []T {
	if s == nil {
		s = make([]T, 0, most)
	}
	for i >= len(s) {
		s = append(s, none)
	}
	return s
}

// At returns the number of item i; NaN for none.
func (c *Column) At(i int) float64 {
	switch {
	case c.wide != nil && i < len(c.wide):
		return c.wide[i]
	case i < len(c.codes) && c.codes[i] > 0:
		return c.distinct[c.codes[i]-1]
	}
	return math.NaN()
}

// All returns the numbers of n items.
func (c *Column) All(n int) []float64 {
	if len(c.wide) == n {
		return c.wide
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = c.At(i)
	}
	return out
}

// Keep leaves only the items that stay, which has one truth value for each item.
func (c *Column) Keep(stay []bool) {
	n := 0
	for i, yes := range stay {
		switch {
		case !yes:
			continue
		case c.wide != nil:
			c.wide[n] = c.wide[i]
		default:
			c.codes[n] = c.codes[i]
		}
		n++
	}
	if c.wide != nil {
		c.wide = c.wide[:n]
	} else {
		c.codes = c.codes[:n]
	}
}

// Binary reports whether all numbers are 0 or 1.
func (c *Column) Binary() bool {
	return c.wide == nil && !slices.ContainsFunc(c.distinct, func(v float64) bool { return v != 0 && v != 1 })
}

// Texts holds a text of each item, such as its class. Equal texts share a number.
type Texts struct {
	Names []string // in order of appearance
	Of    []int32  // by item: place in Names, from 1; 0 for none
	at    map[string]int32
}

// Set sets the text of item i if it has none, and returns the one that it has then.
func (t *Texts) Set(i int, text string) string {
	t.Of = reach(t.Of, i, i+1, 0)
	if t.Of[i] == 0 {
		t.Of[i] = t.Number(text)
	}
	return t.Names[t.Of[i]-1]
}

// Number returns the place of a text in Names, from 1. A text that is new comes after the others.
func (t *Texts) Number(text string) int32 {
	k, known := t.at[text]
	if !known {
		if t.at == nil {
			t.at = map[string]int32{}
		}
		text = strings.Clone(text)
		t.Names = append(t.Names, text)
		k = int32(len(t.Names))
		t.at[text] = k
	}
	return k
}
