package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"math"
)

// Digest returns 32 hexadecimal digits that depend on all features and targets, their names and their levels, and on
// groups, times and weights: data with the same digest train the same learner. It stays the same between releases,
// since checkpoint files hold it.
func (d *Data) Digest() string {
	h := sha256.New()
	number := func(x float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
		h.Write(b[:])
	}
	for i := range d.N() {
		for _, x := range d.X.RawRowView(i) {
			number(x)
		}
		number(d.Target(int32(i)))
	}
	for j := range d.P() {
		fmt.Fprintf(h, "%q%q", d.Feature(j).Name, d.Feature(j).Levels)
	}
	fmt.Fprintf(h, "%q", d.Classes)
	if d.Groups != nil { // learners that divide their training records again keep groups whole
		fmt.Fprintf(h, "%q", d.Groups)
	}
	if d.Times != nil || d.Weights != nil {
		fmt.Fprintf(h, "%x%x", d.Times, d.Weights)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

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
