package neighbour

import (
	"math"
	"math/bits"
	"slices"
)

// pair counts votes with the triangular kernel between two classes.
type pair struct {
	length int
	signed []float64 // the distances of the lists, negative for class 1
	second []uint64  // for each record, a bit for each of the first 64 elements of its list: 1 for class 1
}

func newPair(l *lists, class []int32) *pair {
	p := &pair{length: l.length, signed: slices.Clone(l.distance), second: make([]uint64, l.n)}
	for i := range l.n {
		for t, r := range l.record[i*l.length:][:l.length] {
			if class[r] == 1 {
				p.signed[i*l.length+t] *= -1
				p.second[i] |= 1 << t
			}
		}
	}
	return p
}

// margin returns the votes for class 0 minus the votes for class 1, in units of distance, for record i whose list
// has its training records at the bits of m; the first k of them vote. It returns 0 if the general method has to
// decide: if m has too few neighbours, or if the votes are so nearly equal that the bounds of kknn, which change
// each by no more than least, could matter.
func (p *pair) margin(i int, m uint64, k int, bounds float64) float64 {
	signed := (*[64]float64)(p.signed[i*p.length:])
	rest := m
	var sum float64
	for range k {
		sum += signed[bits.TrailingZeros64(rest)&63]
		rest &= rest - 1
	}
	top := math.Abs(signed[bits.TrailingZeros64(rest)&63])
	count := k - 2*bits.OnesCount64((m^rest)&p.second[i])
	margin := float64(count)*top - sum
	if rest == 0 || top < least || math.Abs(margin) <= bounds*top {
		return 0
	}
	return margin
}
