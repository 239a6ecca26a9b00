package tree

import (
	"math"
	"math/bits"
)

// sorter sorts the keys of nodes that do not keep them in order.
type sorter struct {
	bits []uint64 // the places of the records of a node, one bit each; all 0 between uses
	top  []uint64 // the words of bits that are not 0
	keys []uint64
}

func newSorter(n int) sorter {
	words := n/64 + 1
	return sorter{make([]uint64, words), make([]uint64, words/64+1), make([]uint64, max(n, 16))}
}

// setPlaces fills in the place of each record in the order of each numeric
// feature, which sortMany needs.
func (c *columns) setPlaces() {
	c.place = make([][]uint32, c.p)
	for j, order := range c.order {
		if order == nil {
			continue
		}
		c.place[j] = make([]uint32, c.n)
		for at, k := range order {
			c.place[j][uint32(k)] = uint32(at)
		}
	}
}

// sort returns the keys of the given records in numeric feature j, in order if
// the feature varies among them.
func (g *grower) sort(rows []int32, j int32) []uint64 {
	s := &g.sorter
	if len(rows) > 16 {
		return g.sortMany(rows, j)
	}
	keys := s.keys[:16]
	codes, p := g.codes[j:], g.p
	first := codes[int(rows[0])*p]
	var differ uint32
	for i, r := range rows {
		code := codes[int(r)*p]
		differ |= code ^ first
		keys[i] = key(code, r)
	}
	if differ == 0 {
		return keys[:len(rows)]
	}
	switch size := len(rows); {
	case size == 2:
		keys[0], keys[1] = min(keys[0], keys[1]), max(keys[0], keys[1])
	case size <= 8:
		for i := size; i < 8; i++ {
			keys[i] = math.MaxUint64
		}
		sort8((*[8]uint64)(keys))
	default:
		for i := size; i < 16; i++ {
			keys[i] = math.MaxUint64
		}
		sort16((*[16]uint64)(keys))
	}
	return keys[:len(rows)]
}

// sortMany sets a bit for the place of each record, and reads the bits in order.
func (g *grower) sortMany(rows []int32, j int32) []uint64 {
	s := &g.sorter
	place, order, keys := g.place[j], g.order[j], s.keys[:len(rows)]
	for _, r := range rows {
		k := place[r]
		s.bits[k>>6] |= 1 << (k & 63)
		s.top[k>>12] |= 1 << (k >> 6 & 63)
	}
	size := 0
	for t, words := range s.top {
		s.top[t] = 0
		for ; words != 0; words &= words - 1 {
			w := t<<6 + bits.TrailingZeros64(words)
			set := s.bits[w]
			s.bits[w] = 0
			for ; set != 0; set &= set - 1 {
				keys[size] = order[w<<6+bits.TrailingZeros64(set)]
				size++
			}
		}
	}
	return keys
}

// sort8 is Batcher's network: 19 exchanges without branches.
func sort8(k *[8]uint64) {
	a, b, c, d, e, f, g, h := k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	e, f = min(e, f), max(e, f)
	g, h = min(g, h), max(g, h)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	e, g = min(e, g), max(e, g)
	f, h = min(f, h), max(f, h)
	b, c = min(b, c), max(b, c)
	f, g = min(f, g), max(f, g)
	a, e = min(a, e), max(a, e)
	b, f = min(b, f), max(b, f)
	c, g = min(c, g), max(c, g)
	d, h = min(d, h), max(d, h)
	c, e = min(c, e), max(c, e)
	d, f = min(d, f), max(d, f)
	b, c = min(b, c), max(b, c)
	d, e = min(d, e), max(d, e)
	f, g = min(f, g), max(f, g)
	*k = [8]uint64{a, b, c, d, e, f, g, h}
}

// sort16 sorts both halves and merges them by Batcher's odd-even merge.
func sort16(k *[16]uint64) {
	sort8((*[8]uint64)(k[:8]))
	sort8((*[8]uint64)(k[8:]))
	for i := range 8 {
		k[i], k[i+8] = min(k[i], k[i+8]), max(k[i], k[i+8])
	}
	for i := 4; i < 8; i++ {
		k[i], k[i+4] = min(k[i], k[i+4]), max(k[i], k[i+4])
	}
	for i := 2; i < 14; i += 4 {
		k[i], k[i+2] = min(k[i], k[i+2]), max(k[i], k[i+2])
		k[i+1], k[i+3] = min(k[i+1], k[i+3]), max(k[i+1], k[i+3])
	}
	for i := 1; i < 15; i += 2 {
		k[i], k[i+1] = min(k[i], k[i+1]), max(k[i], k[i+1])
	}
}
