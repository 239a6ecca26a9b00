package cv

import (
	"fmt"
	"math/bits"
)

// NewBCV returns a block-regularized m x 2 CV of n records: m halvings whose
// training sets share as nearly n/4 records as possible, two by two (Wang 2019
// thesis, ch. 3). n is at least 4, m from 1 to n-1. 3 x 2 BCV is the blocked
// 3 x 2 CV of Wang et al. (2014).
//
// The construction is nested: the set for a larger m with the same seed begins
// with the set for a smaller one, so that replications can be added later.
// For every n the two halves of each split differ by at most one record.
//
// Records stand in a random order. Split j (from 1) has 2^p blocks, 2^p being
// the first power of two above j; its sign at position t is column j of the
// Sylvester-Hadamard matrix, the parity of the bits that j and t have in
// common (thesis §3.3: columns a, b, ab, c, ac, bc, abc). Full groups of 2^p
// records share n/4 with every other split exactly. On the rest, n mod 2^p
// records, and on all records where 2^p exceeds n, the signs are searched for
// overlaps near n/4.
func NewBCV(n, m int, seed uint64) (Set, error) {
	return Grow(Set{Method: BCV, N: n, Seed: seed}, m)
}

// Grow returns a block-regularized set with m replications that begins with
// those of s, record for record. It shares the index lists of s, and costs the
// new splits alone. Only sets of NewBCV grow.
func Grow(s Set, m int) (Set, error) {
	if err := checkSize(s.N, m, s.N-1); err != nil {
		return Set{}, err
	}
	return growFrom(s, m, positions(s.N, s.Seed), newSigns(s.N, m), 256)
}

// growFrom adds the splits that a set lacks, given the places of the records and
// the signs of at least m columns. It compares the first records, as many as asked for, of the splits that are there
// with what these places make: splits of other places do not fit the new ones.
func growFrom(s Set, m int, position []int32, signs []signs, compare int) (Set, error) {
	if s.Method != BCV {
		return Set{}, fmt.Errorf("cv: a set of method %q does not grow evenly; start from NewBCV", s.Method)
	}
	if m < s.M() {
		return Set{}, fmt.Errorf("cv: the set has %d replications already; grow it to more than %d", s.M(), m)
	}
	out := Set{Method: BCV, N: s.N, Seed: s.Seed, Splits: make([]Split, m)}
	copy(out.Splits, s.Splits)
	for j, p := range s.Splits {
		if !signs[j].made(p, position[:min(compare, s.N)]) {
			return Set{}, fmt.Errorf("cv: split %d of the set is not what its seed makes; grow a set with the function, conditions, limit and groups that made it", j+1)
		}
	}
	for j := s.M(); j < m; j++ {
		out.Splits[j] = halve(position, signs[j])
	}
	return out, nil
}

// positions returns the place of every record in the random order.
func positions(n int, seed uint64) []int32 {
	p := identity(n)
	shuffle(p, stream(seed, streamBlocks))
	return p
}

// halve writes the two halves of a split in ascending order of records, in one
// allocation.
func halve(position []int32, s signs) Split {
	n := len(position)
	half := n / 2 // of the training set
	records := make([]int32, n)
	next := [2]int{half, 0} // where the next record of valid and of train goes
	for i, t := range position {
		in := 0
		if int(t) < s.full { // without a branch on the sign: trains is half as fast
			in = ^bits.OnesCount32(uint32(s.column)&uint32(t)) & 1
		} else if s.rest[int(t)-s.full] {
			in = 1
		}
		records[next[in]] = int32(i)
		next[in]++
	}
	return Split{records[:half:half], records[half:]}
}
