package fold

import (
	"encoding/binary"
	"maps"
	"slices"
)

// pageSize is how many numbers a page of a narrow holds. Records are mostly numbered
// without gaps; where they are not, a record costs a page.
const pageSize = 256

// narrow is an array of numbers by record, most of them small: a page has one byte a
// number, or two or four if one of its numbers needs them. Absent numbers are 0.
type narrow struct {
	pages   map[int]*page
	last    int // number of the page that was used last
	current *page
}

type page struct {
	width int // bytes a number
	bytes []byte
}

func (a *narrow) page(record int) *page {
	if k := record / pageSize; a.current == nil || a.last != k {
		a.last, a.current = k, a.pages[k]
	}
	return a.current
}

// get returns the number of a record.
func (a *narrow) get(record int) uint32 {
	p := a.page(record)
	if p == nil {
		return 0
	}
	return p.get(record % pageSize)
}

// set sets the number of a record.
func (a *narrow) set(record int, v uint32) {
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

// first returns the first record whose number fits, or -1.
func (a *narrow) first(fits func(v uint32) bool) int {
	for _, k := range slices.Sorted(maps.Keys(a.pages)) {
		for i := range pageSize {
			if v := a.pages[k].get(i); v != 0 && fits(v) {
				return k*pageSize + i
			}
		}
	}
	return -1
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
