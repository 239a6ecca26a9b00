package dataset

import (
	"encoding/binary"
	"hash/maphash"
	"math"
)

// Copies returns the number of records that equal an earlier record in all features and the target. If copies are
// on both sides of a fold, a model has seen validation records.
func (d *Data) Copies() int {
	seed := maphash.MakeSeed()
	seen := make(map[uint64]bool, d.N())
	row := make([]byte, 0, 8*(d.P()+1))
	for i := range d.N() {
		row = row[:0]
		for _, v := range d.X.RawRowView(i) {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(v))
		}
		if d.Class != nil {
			row = binary.LittleEndian.AppendUint64(row, uint64(d.Class[i]))
		} else {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(d.Response[i]))
		}
		seen[maphash.Bytes(seed, row)] = true
	}
	return d.N() - len(seen)
}
