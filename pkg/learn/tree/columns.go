package tree

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Limits of the data. Products of three numbers of records stay below 2^63, and
// a class and a weight fit into 32 bits.
const (
	maxRecords = 1<<21 - 1
	maxClasses = 1 << 16
)

// columns is a data set as trees see it. Fits share it.
type columns struct {
	n, p, k int
	class   []uint32
	codes   []uint32    // n x p: the rank of the value, or the level
	values  [][]float64 // by numeric feature: its different values, ascending; nil for nominal ones
	levels  []int       // by feature: the number of levels, 0 for numeric ones
	order   [][]uint64  // by numeric feature: the keys of all records, ascending
	place   [][]uint32  // by numeric feature and record: its place in order; forests alone need it
	nominal bool        // whether any feature is nominal
	nlogn   []float64   // i log i, for i from 0 to n
}

// A key is the code of a record in one feature and the number of the record.
// Sorted keys are records in the order of that feature, records with equal
// values in the order of their numbers.
func key(code uint32, record int32) uint64 { return uint64(code)<<32 | uint64(uint32(record)) }

// newColumns checks d, then ranks and sorts its features, unless ctx ends.
func newColumns(ctx context.Context, d *dataset.Data) (*columns, error) {
	if err := learn.Classification("tree", d); err != nil {
		return nil, err
	}
	n, p := d.X.Dims()
	if n > maxRecords {
		return nil, fmt.Errorf("tree: %d records; at most %d can be compared exactly, take a sample", n, maxRecords)
	}
	if d.K() > maxClasses {
		return nil, fmt.Errorf("tree: %d classes; at most %d are possible", d.K(), maxClasses)
	}
	c := &columns{
		n: n, p: p, k: d.K(), class: make([]uint32, n), codes: make([]uint32, n*p),
		values: make([][]float64, p), levels: make([]int, p), order: make([][]uint64, p),
		nlogn: nlogn(n),
	}
	for i, y := range d.Class {
		c.class[i] = uint32(y)
	}
	for j := range p {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f := d.Feature(j); f.Nominal() {
			c.levels[j], c.nominal = len(f.Levels), true
			for i := range n {
				c.codes[i*p+j] = uint32(d.X.At(i, j))
			}
			continue
		}
		c.rank(d, j)
	}
	return c, nil
}

// first returns the first k features, which share all but the codes.
func (c *columns) first(k int) *columns {
	if k == c.p {
		return c
	}
	out := *c
	out.p, out.values, out.levels, out.order, out.place = k, c.values[:k], c.levels[:k], c.order[:k], c.place[:k]
	out.nominal = slices.Max(out.levels) > 0
	out.codes = make([]uint32, 0, c.n*k)
	for i := range c.n {
		out.codes = append(out.codes, c.codes[i*c.p:][:k]...)
	}
	return &out
}

// rank fills in the codes, values and order of numeric feature j.
func (c *columns) rank(d *dataset.Data, j int) {
	values := make([]float64, c.n)
	for i := range values {
		values[i] = d.X.At(i, j)
	}
	column := slices.Clone(values)
	slices.Sort(values)
	values = slices.Compact(values)
	c.values[j], c.order[j] = values, make([]uint64, c.n)
	for i, v := range column {
		code, _ := slices.BinarySearch(values, v)
		c.codes[i*c.p+j] = uint32(code)
		c.order[j][i] = key(uint32(code), int32(i))
	}
	slices.Sort(c.order[j])
}

// cut returns the greatest code of numeric feature j that lies left of the
// middle between the values with codes low and high. The middle itself is left
// unless open is true.
func (c *columns) cut(j int32, low, high uint32, open bool) uint32 {
	if high == low+1 {
		return low
	}
	v := c.values[j]
	middle := v[low]/2 + v[high]/2
	for low+1 < high {
		mid := low + (high-low)/2
		if v[mid] < middle || (v[mid] == middle && !open) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

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
