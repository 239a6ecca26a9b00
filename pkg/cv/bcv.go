package cv

import (
	"fmt"
	"math/bits"

	"github.com/block-regularized/bcv/pkg/cv/oa"
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

// newPlackettBurman makes the method PlackettBurman.
func newPlackettBurman(n, m int, seed uint64) (Set, error) {
	if err := checkSize(n, m, n-1); err != nil {
		return Set{}, err
	}
	a, err := plackettBurmanArray(m)
	if err != nil {
		return Set{}, err
	}
	runs := a.Runs()
	if n < runs {
		return Set{}, fmt.Errorf("cv: %d records for %d blocks; use a smaller m or method bcv", n, runs)
	}
	position := positions(n, seed)
	s := Set{Method: PlackettBurman, N: n, Seed: seed}
	for j, sign := range newSigns(n%runs, m) { // signs of the records beyond full groups
		var p Split
		for i, t := range position {
			train := false
			if full := n - n%runs; int(t) < full {
				train = a.Cells[int(t)%runs][j] == 0
			} else {
				train = sign.trains(t - int32(full))
			}
			if train {
				p.Train = append(p.Train, int32(i))
			} else {
				p.Valid = append(p.Valid, int32(i))
			}
		}
		s.Splits = append(s.Splits, p)
	}
	return s, nil
}

// plackettBurmanArray returns the smallest two-level array with m columns that a
// construction reaches.
func plackettBurmanArray(m int) (oa.Array, error) {
	runs := (m + 4) / 4 * 4
	a, err := oa.TwoLevel(runs)
	for err != nil && runs < 2*m+8 {
		runs += 4
		a, err = oa.TwoLevel(runs)
	}
	return a, err
}
