package cv

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv/oa"
)

// Design says which blocks of records train in which splits:
// Train[block][split].
type Design struct {
	Train [][]bool
}

// designOf returns the design in which the blocks with the given level train.
func designOf(a oa.Array, level int8) Design {
	d := Design{Train: make([][]bool, a.Runs())}
	for i, run := range a.Cells {
		for _, v := range run {
			d.Train[i] = append(d.Train[i], v == level)
		}
	}
	return d
}

// BCVDesign returns the design of m x 2 BCV from a two-level array: one split a
// column, '+' trains (Wang 2019 thesis, §3.3).
func BCVDesign(a oa.Array) Design { return designOf(a, 0) }

// HalfArray returns the part of OA(2J, 2J-1) that gives J half splits of 2J-2
// blocks, J even (Wang 2019 thesis, algorithm 2.1): without the constant first
// run and the run after it, the J columns that have the more frequent level in
// that run. '+' trains; any two training sets share (J-2)/(4(J-1)) of all
// blocks.
func HalfArray(a oa.Array) (oa.Array, error) {
	frequent, _, err := dividedColumns(a)
	if err != nil {
		return oa.Array{}, err
	}
	return a.Columns(frequent...).WithoutRun(0).WithoutRun(0), nil
}

// OddArray returns the part of OA(2J+2, 2J+1) that gives J splits of 2J blocks
// with (J+1)/2J of the records, J odd: the columns that HalfArray leaves out
// (Wang 2019 thesis, algorithm 2.2). Here '-' trains, as in the thesis's table
// 2.6; its algorithm says '+', which gives too few blocks.
func OddArray(a oa.Array) (oa.Array, error) {
	_, rare, err := dividedColumns(a)
	if err != nil {
		return oa.Array{}, err
	}
	return a.Columns(rare...).WithoutRun(0).WithoutRun(0), nil
}

// HalfDesign returns the design of HalfArray: '+' trains.
func HalfDesign(a oa.Array) (Design, error) {
	half, err := HalfArray(a)
	return designOf(half, 0), err
}

// OddDesign returns the design of OddArray: '-' trains.
func OddDesign(a oa.Array) (Design, error) {
	odd, err := OddArray(a)
	return designOf(odd, 1), err
}

// dividedColumns divides the columns by their level in the run after the
// constant one: the more frequent level first.
func dividedColumns(a oa.Array) (frequent, rare []int, err error) {
	if a.Levels != 2 || a.Runs() < 8 || a.Factors() != a.Runs()-1 {
		return nil, nil, fmt.Errorf("cv: an array of %d runs, %d columns and %d levels; use OA(4k, 4k-1) of two levels with k at least 2", a.Runs(), a.Factors(), a.Levels)
	}
	var byLevel [2][]int
	for j, v := range a.Cells[1] {
		if a.Cells[0][j] != a.Cells[0][0] {
			return nil, nil, fmt.Errorf("cv: the first run is not constant; sort the array so that it is")
		}
		byLevel[v] = append(byLevel[v], j)
	}
	if len(byLevel[0]) > len(byLevel[1]) {
		return byLevel[0], byLevel[1], nil
	}
	return byLevel[1], byLevel[0], nil
}

// Blocks returns the numbers, from 1, of the blocks that train and validate in
// a split counted from 0.
func (d Design) Blocks(split int) (train, valid []int) {
	for b, row := range d.Train {
		if row[split] {
			train = append(train, b+1)
		} else {
			valid = append(valid, b+1)
		}
	}
	return train, valid
}

// ThirdsDesign returns the six splits of 18 blocks with two thirds of the
// records in training that the thesis names as its case 4 (§2.2.5), from the
// first six columns of OA(18, 7): the blocks of level 0 validate. BRLT finds
// more even overlaps for this size.
func ThirdsDesign() Design {
	d := designOf(oa.ThreeLevel18().Columns(0, 1, 2, 3, 4, 5), 0)
	for _, row := range d.Train {
		for j := range row {
			row[j] = !row[j]
		}
	}
	return d
}

// NewFromDesign returns the partition set that a design makes of n records,
// dealt at random to its blocks; block sizes differ by at most one. n must be
// at least the number of blocks, all of which have the same splits, 1 or more. With n a multiple of it all training sets have
// the share and the overlaps that the design has.
func NewFromDesign(n int, d Design, seed uint64) (Set, error) {
	blocks := len(d.Train)
	if blocks == 0 || n < blocks || n > maxRecords {
		return Set{}, fmt.Errorf("cv: %d records for %d blocks; give at least one record a block", n, blocks)
	}
	for b, row := range d.Train {
		if len(row) == 0 || len(row) != len(d.Train[0]) {
			return Set{}, fmt.Errorf("cv: block %d of the design has %d splits, block 1 %d; give every block the same splits, at least one", b+1, len(row), len(d.Train[0]))
		}
	}
	order := identity(n)
	shuffle(order, stream(seed, streamBlocks))
	s := Set{Method: BRLT, N: n, Seed: seed}
	for j := range d.Train[0] {
		var p Split
		for t, i := range order {
			if d.Train[t%blocks][j] {
				p.Train = append(p.Train, i)
			} else {
				p.Valid = append(p.Valid, i)
			}
		}
		s.Splits = append(s.Splits, sorted(p.Train, p.Valid))
	}
	return s, nil
}

// NewHalfBRLT returns J block-regularized half splits by the array of thesis
// algorithm 2.1 (case 2), J even and at least 4. It needs an array that
// oa.TwoLevel reaches and at least one record a block. Where n is no multiple of
// the number of blocks, sizes may be off by a few records; BRLT has exact ones.
func NewHalfBRLT(n, j int, seed uint64) (Set, error) {
	if j < 4 || j%2 == 1 {
		return Set{}, fmt.Errorf("cv: %d half splits; case 2 of the thesis needs an even number from 4 on (method brlt takes any)", j)
	}
	return arraySet(n, 2*j, HalfDesign, seed)
}

// NewOddBRLT returns J block-regularized splits with (J+1)/2J of the records in
// training by thesis algorithm 2.2 (case 3), J odd and at least 3. It needs what
// NewHalfBRLT needs.
func NewOddBRLT(n, j int, seed uint64) (Set, error) {
	if j < 3 || j%2 == 0 {
		return Set{}, fmt.Errorf("cv: %d splits; case 3 of the thesis needs an odd number from 3 on (method brlt takes any)", j)
	}
	return arraySet(n, 2*j+2, OddDesign, seed)
}

func arraySet(n, runs int, design func(oa.Array) (Design, error), seed uint64) (Set, error) {
	a, err := oa.TwoLevel(runs)
	if err != nil {
		return Set{}, err
	}
	d, err := design(a)
	if err != nil {
		return Set{}, err
	}
	return NewFromDesign(n, d, seed)
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
