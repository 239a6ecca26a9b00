package cv

import (
	"fmt"
	"math/bits"
)

// Grow returns a block-regularized set with m replications that begins with
// the replications of s, record for record. It shares the index lists of s, and makes only
// the new splits. Only sets of method BCV grow; for sets with conditions use
// GrowRegularized.
func Grow(s Set, m int) (Set, error) {
	if err := checkSize(s.N, m, s.N-1); err != nil {
		return Set{}, err
	}
	return growFrom(s, m, positions(s.N, s.Seed), newSigns(s.N, m), 256)
}

// growFrom adds the splits that a set lacks, given the positions of the records
// and the signs of at least m columns. It checks the first compare records of the existing
// splits against these positions: splits of other positions do not fit the new ones.
func growFrom(s Set, m int, position []int32, signs []signs, compare int) (Set, error) {
	if s.Method != BCV {
		return Set{}, fmt.Errorf("cv: a set of method %q does not grow evenly; start from method bcv", s.Method)
	}
	if m < s.M() {
		return Set{}, fmt.Errorf("cv: the set has %d replications already; grow it to more than %d", s.M(), m)
	}
	out := Set{Method: BCV, N: s.N, Seed: s.Seed, Splits: make([]Split, m)}
	copy(out.Splits, s.Splits)
	for j, p := range s.Splits {
		if !signs[j].made(p, position[:min(compare, s.N)]) {
			return Set{}, fmt.Errorf("cv: split %d of the set is not what its seed makes; grow a set with the "+
				"function, conditions, limit and groups that made it", j+1)
		}
	}
	for j := s.M(); j < m; j++ {
		out.Splits[j] = halve(position, signs[j])
	}
	return out, nil
}

// positions returns the position of every record in the random order.
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
	next := [2]int{half, 0} // index of the next record of valid and of train
	for i, t := range position {
		in := 0
		if int(t) < s.full { // without a branch: twice as fast as trains
			in = ^bits.OnesCount32(uint32(s.column)&uint32(t)) & 1
		} else if s.rest[int(t)-s.full] {
			in = 1
		}
		records[next[in]] = int32(i)
		next[in]++
	}
	return Split{records[:half:half], records[half:]}
}
