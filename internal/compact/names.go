package compact

import (
	"hash/maphash"
	"slices"
	"strings"
)

// Names numbers distinct names from 0 in order of appearance. As long as every new name comes after all others, by
// length and then by bytes, as q1, q2, ..., q10 do, none is hashed and there is no index. The zero value has none.
type Names struct {
	count int
	parts [][]string // by number: partNames of them each
	text  strings.Builder
	slots []slot // the index, by hash: a power of two of which at most half are taken; nil for none
	seed  maphash.Seed
}

// slot is a name in the index.
type slot struct {
	hash  uint32
	place int32 // number of the name from 1; 0 for none
}

// The number of names and the bytes of text that are allocated at a time, but for the first ones.
const (
	partNames = 1 << 11
	textBytes = 1 << 15
)

// Len returns how many names there are.
func (n *Names) Len() int { return n.count }

// Of returns the name with a number, which is less than Len.
func (n *Names) Of(i int) string { return n.parts[i/partNames][i%partNames] }

// All returns the names by their numbers.
func (n *Names) All() []string { return slices.Concat(n.parts...) }

// Number returns the number of a name, which comes after the others if it is new.
func (n *Names) Number(name string) int {
	count := n.count
	if n.slots == nil {
		if count == 0 || after(name, n.Of(count-1)) {
			n.add(name)
			return count
		}
		n.seed = maphash.MakeSeed()
		n.grow()
	}
	hash := uint32(maphash.String(n.seed, name))
	k := n.slotOf(hash, name)
	if place := n.slots[k].place; place != 0 {
		return int(place - 1)
	}
	n.add(name)
	n.slots[k] = slot{hash, int32(count + 1)}
	if 2*n.count > len(n.slots) {
		n.grow()
	}
	return count
}

// after reports whether a name is longer than another one, or as long and greater.
func after(name, other string) bool {
	return len(name) > len(other) || len(name) == len(other) && name > other
}

// slotOf returns the slot that a name has, or the free one that it takes.
func (n *Names) slotOf(hash uint32, name string) int {
	most := len(n.slots) - 1
	k := int(hash) & most
	for {
		s := n.slots[k]
		if s.place == 0 || s.hash == hash && n.Of(int(s.place-1)) == name {
			return k
		}
		k = (k + 1) & most
	}
}

// add adds a copy of a name: part of a text of many, which is never moved.
func (n *Names) add(name string) {
	if n.text.Cap()-n.text.Len() < len(name) {
		size := min(textBytes, 64+2*n.text.Cap())
		n.text.Reset()
		n.text.Grow(max(size, len(name)))
	}
	from := n.text.Len()
	n.text.WriteString(name)
	if n.count%partNames == 0 {
		n.parts = append(n.parts, make([]string, 0, min(n.count, partNames)))
	}
	last := &n.parts[n.count/partNames]
	*last = append(*last, n.text.String()[from:])
	n.count++
}

// grow makes an index with room for twice the names.
func (n *Names) grow() {
	was, size := n.slots, 64
	for size < 4*n.count {
		size *= 2
	}
	n.slots = make([]slot, size)
	if was == nil {
		for i := range n.count {
			hash := uint32(maphash.String(n.seed, n.Of(i)))
			n.slots[n.slotOf(hash, n.Of(i))] = slot{hash, int32(i + 1)}
		}
	}
	for _, s := range was {
		if s.place > 0 {
			k := int(s.hash) & (size - 1)
			for n.slots[k].place != 0 { // all names are different
				k = (k + 1) & (size - 1)
			}
			n.slots[k] = s
		}
	}
}
