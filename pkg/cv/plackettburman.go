package cv

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
)

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
