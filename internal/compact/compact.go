// Package compact holds numbers and texts of many items in little memory.
package compact

import (
	"math"
	"slices"
	"strings"
)

// Numbers are the distinct numbers of one or more columns. The zero value has none.
type Numbers struct {
	distinct []float64 // in order of appearance
	at       map[float64]uint16
	recent   [64]uint16 // codes that were asked for last, by a hash of their numbers
}

// maxDistinct is how many distinct numbers have a code.
const maxDistinct = math.MaxUint16

// code returns the place of a number in distinct, from 1; 0 if it is new and there is no place left.
func (n *Numbers) code(v float64) uint16 {
	recent := &n.recent[math.Float64bits(v)*0x9e3779b97f4a7c15>>58]
	if k := *recent; k > 0 && n.distinct[k-1] == v {
		return k
	}
	k := n.at[v]
	if k == 0 && len(n.distinct) < maxDistinct {
		if n.at == nil {
			n.at = map[float64]uint16{}
		}
		n.distinct = append(n.distinct, v)
		k = uint16(len(n.distinct))
		n.at[v] = k
	}
	*recent = k
	return k
}

// Column holds a number of each item, in one or two bytes where there are few distinct numbers. Items count from 0.
type Column struct {
	numbers   *Numbers
	low, high []uint8   // by item: bytes of its code, 0 for none; high is nil where all fit in low
	wide      []float64 // by item, in place of codes: NaN for none
	other     bool      // a number is neither 0 nor 1
}

// Columns returns columns that share their distinct numbers.
func (n *Numbers) Columns(count int) []Column { return slices.Repeat([]Column{{numbers: n}}, count) }

// Set sets the number of item i, and reports whether it had none; most is how many items there may be.
func (c *Column) Set(i int, v float64, most int) (fresh bool) {
	c.other = c.other || v != 0 && v != 1
	code := uint16(0)
	if c.wide == nil {
		if code = c.numbers.code(v); code == 0 {
			c.wide, c.low, c.high = slices.Grow(c.All(len(c.low)), max(0, most-len(c.low))), nil, nil
		}
	}
	if c.wide != nil {
		c.wide = reach(c.wide, i, most, math.NaN())
		fresh, c.wide[i] = math.IsNaN(c.wide[i]), v
		return fresh
	}
	c.low = reach(c.low, i, most, 0)
	if c.high == nil && code > math.MaxUint8 {
		c.high = make([]uint8, 0, max(most, len(c.low)))
	}
	if c.high != nil {
		c.high = reach(c.high, max(i, len(c.low)-1), most, 0)
		fresh, c.high[i] = c.high[i] == 0, uint8(code>>8)
	}
	fresh, c.low[i] = c.low[i] == 0 && (fresh || c.high == nil), uint8(code)
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
	code := 0
	switch {
	case i < len(c.wide):
		return c.wide[i]
	case i < len(c.high):
		code = int(c.high[i])<<8 | int(c.low[i])
	case i < len(c.low):
		code = int(c.low[i])
	}
	if code == 0 {
		return math.NaN()
	}
	return c.numbers.distinct[code-1]
}

// All returns the numbers of n items.
func (c *Column) All(n int) []float64 {
	if len(c.wide) == n && n > 0 {
		return c.wide
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = c.At(i)
	}
	return out
}

// Keep leaves only the items that stay, which has one truth value for each item. A column has numbers of all items
// that stay.
func (c *Column) Keep(stay []bool) {
	c.wide, c.low, c.high = Kept(c.wide, stay), Kept(c.low, stay), Kept(c.high, stay)
}

// Kept returns the values of the items that stay, all where stay is nil.
func Kept[T any](values []T, stay []bool) []T {
	if stay == nil {
		return values
	}
	var out []T
	for i, v := range values {
		if stay[i] {
			out = append(out, v)
		}
	}
	return out
}

// Binary reports whether all numbers are 0 or 1.
func (c *Column) Binary() bool { return !c.other }

// Texts holds a text of each item, such as its class. Equal texts share a number.
type Texts struct {
	Names []string // in order of appearance
	Of    []int32  // by item: place in Names, from 1; 0 for none
	at    map[string]int32

	recent [64]int32 // numbers that were asked for last, by the length and the ends of their texts
}

// Set sets the text of item i if it has none, and returns the one that it has then.
func (t *Texts) Set(i int, text string) string {
	t.Of = reach(t.Of, i, i+1, 0)
	if t.Of[i] == 0 {
		t.Of[i] = t.Number(text)
	}
	return t.Names[t.Of[i]-1]
}

// Place returns the place of a text in Names, from 1; 0 for one that is new.
func (t *Texts) Place(text string) int32 {
	recent := &t.recent[0]
	if n := len(text); n > 0 {
		recent = &t.recent[(n+5*int(text[0])+3*int(text[n-1]))%len(t.recent)]
	}
	if k := *recent; k > 0 && t.Names[k-1] == text {
		return k
	}
	*recent = t.at[text]
	return *recent
}

// Number is Place, but a text that is new comes after the others.
func (t *Texts) Number(text string) int32 {
	k := t.Place(text)
	if k == 0 {
		if t.at == nil {
			t.at = map[string]int32{}
		}
		text = strings.Clone(text)
		k = t.Add(text)
		t.at[text] = k
	}
	return k
}

// Add adds a text that Place does not find, and returns its place in Names.
func (t *Texts) Add(text string) int32 {
	t.Names = append(t.Names, text)
	return int32(len(t.Names))
}
