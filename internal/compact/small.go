package compact

import (
	"encoding/binary"
	"iter"
	"maps"
	"slices"
)

// pageSize is how many numbers a page of a Small array holds. Records are usually numbered without gaps; where
// they are not, each record takes a page.
const pageSize = 256

// Small is an array of numbers by record, most of them small: the numbers of a page take one byte
// each, or two or four if one of them needs that. Missing numbers are 0.
type Small struct {
	pages   map[int]*page
	last    int // number of the page that was used last
	current *page
}

type page struct {
	width int // bytes per number
	bytes []byte
}

func (a *Small) page(record int) *page {
	if k := record / pageSize; a.current == nil || a.last != k {
		a.last, a.current = k, a.pages[k]
	}
	return a.current
}

// Get returns the number of a record, 0 for none.
func (a *Small) Get(record int) uint32 {
	p := a.page(record)
	if p == nil {
		return 0
	}
	return p.get(record % pageSize)
}

// Set sets the number of a record.
func (a *Small) Set(record int, v uint32) {
	p := a.page(record)
	if p == nil {
		p = &page{1, make([]byte, pageSize)}
		if a.pages == nil {
			a.pages = map[int]*page{}
		}
		a.pages[record/pageSize], a.current = p, p
	}
	p.set(record%pageSize, v)
}

// All returns the records whose number is not 0, in ascending order, and their numbers.
func (a *Small) All() iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		for _, k := range slices.Sorted(maps.Keys(a.pages)) {
			for i := range pageSize {
				if v := a.pages[k].get(i); v != 0 && !yield(k*pageSize+i, v) {
					return
				}
			}
		}
	}
}

func (p *page) get(i int) uint32 {
	switch p.width {
	case 1:
		return uint32(p.bytes[i])
	case 2:
		return uint32(binary.NativeEndian.Uint16(p.bytes[2*i:]))
	}
	return binary.NativeEndian.Uint32(p.bytes[4*i:])
}

func (p *page) set(i int, v uint32) {
	for p.width < 4 && v >= 1<<(8*p.width) {
		wide := page{2 * p.width, make([]byte, 2*len(p.bytes))}
		for k := range pageSize {
			wide.set(k, p.get(k))
		}
		*p = wide
	}
	switch p.width {
	case 1:
		p.bytes[i] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(p.bytes[2*i:], uint16(v))
	default:
		binary.NativeEndian.PutUint32(p.bytes[4*i:], v)
	}
}
