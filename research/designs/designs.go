// Package designs makes the partition sets of the thesis from orthogonal arrays, split by
// split as published. Package cv has constructions for every size.
package designs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/cv/oa"
)

// Design holds which blocks of records train in which splits:
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

// BCV returns the design of m x 2 BCV from a two-level array: one split a
// column, '+' trains (Wang 2019 thesis, §3.3).
func BCV(a oa.Array) Design { return designOf(a, 0) }

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

// Half returns the design of HalfArray: '+' trains.
func Half(a oa.Array) (Design, error) {
	half, err := HalfArray(a)
	return designOf(half, 0), err
}

// Odd returns the design of OddArray: '-' trains.
func Odd(a oa.Array) (Design, error) {
	odd, err := OddArray(a)
	return designOf(odd, 1), err
}

// dividedColumns divides the columns by their level in the run after the
// constant one: the more frequent level first.
func dividedColumns(a oa.Array) (frequent, rare []int, err error) {
	if a.Levels != 2 || a.Runs() < 8 || a.Factors() != a.Runs()-1 {
		return nil, nil, fmt.Errorf("designs: an array of %d runs, %d columns and %d levels; use OA(4k, 4k-1) of two "+
			"levels with k at least 2", a.Runs(), a.Factors(), a.Levels)
	}
	var byLevel [2][]int
	for j, v := range a.Cells[1] {
		if a.Cells[0][j] != a.Cells[0][0] {
			return nil, nil, fmt.Errorf("designs: the first run is not constant; sort the array so that it is")
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

// Set returns the partition set that the design makes of n records, which are dealt at
// random to its blocks; block sizes differ by at most one. n must be at least the number
// of blocks, all of which have the same splits, 1 or more. With n a multiple of the number
// of blocks all training sets have the share and the overlaps that the design has.
func (d Design) Set(n int, seed uint64) (cv.Set, error) {
	blocks := len(d.Train)
	if blocks == 0 || n < blocks || n > math.MaxInt32 {
		return cv.Set{}, fmt.Errorf("designs: %d records for %d blocks; give at least one record per block", n, blocks)
	}
	for b, row := range d.Train {
		if len(row) == 0 || len(row) != len(d.Train[0]) {
			return cv.Set{}, fmt.Errorf("designs: block %d has %d splits, block 1 %d; give every block the same "+
				"splits, at least one",
				b+1, len(row), len(d.Train[0]))
		}
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(n, func(i, k int) { order[i], order[k] = order[k], order[i] })
	s := cv.Set{Method: cv.BRLT, N: n, Seed: seed}
	for j := range d.Train[0] {
		var p cv.Split
		for t, i := range order {
			if d.Train[t%blocks][j] {
				p.Train = append(p.Train, i)
			} else {
				p.Valid = append(p.Valid, i)
			}
		}
		slices.Sort(p.Train)
		slices.Sort(p.Valid)
		s.Splits = append(s.Splits, p)
	}
	return s, nil
}

// HalfBRLT returns J block-regularized half splits by the array of thesis
// algorithm 2.1 (case 2), J even and at least 4. It needs an array that
// oa.TwoLevel reaches and at least one record per block. Where n is not a multiple of
// the number of blocks, sizes may be off by a few records; cv.BRLT has exact ones.
func HalfBRLT(n, j int, seed uint64) (cv.Set, error) {
	if j < 4 || j%2 == 1 {
		return cv.Set{}, fmt.Errorf("designs: %d half splits; case 2 of the thesis needs an even number from 4 on "+
			"(method brlt takes any)", j)
	}
	a, err := oa.TwoLevel(2 * j)
	if err != nil {
		return cv.Set{}, err
	}
	d, err := Half(a)
	if err != nil {
		return cv.Set{}, err
	}
	return d.Set(n, seed)
}

// Reorder returns a with its runs and columns in an order that makes it equal
// to like, a part of it in columns if like has fewer. It reports false if
// there is none. Publications choose an order of their own; Reorder finds out
// whether they have the same array. The search is meant for small ones.
func Reorder(a, like oa.Array) (oa.Array, bool) {
	if a.Levels != like.Levels || a.Runs() != like.Runs() {
		return oa.Array{}, false
	}
	columns, ok := matchColumns(a, like, nil)
	if !ok {
		return oa.Array{}, false
	}
	out := a.Columns(columns...)
	slices.SortFunc(out.Cells, slices.Compare)
	// The sorted runs of like give the place of each sorted run of out.
	place := make([]int, like.Runs())
	for i := range place {
		place[i] = i
	}
	slices.SortStableFunc(place, func(i, k int) int { return slices.Compare(like.Cells[i], like.Cells[k]) })
	cells := make([][]int8, len(place))
	for i, to := range place {
		cells[to] = out.Cells[i]
	}
	return oa.Array{Levels: a.Levels, Cells: cells}, true
}

// matchColumns extends a choice of columns of a that equals the first columns
// of like up to the order of runs.
func matchColumns(a, like oa.Array, chosen []int) ([]int, bool) {
	k := len(chosen)
	first := make([]int, k)
	for j := range first {
		first[j] = j
	}
	if !slices.EqualFunc(sortedRuns(a.Columns(chosen...)), sortedRuns(like.Columns(first...)), slices.Equal) {
		return nil, false
	}
	if k == like.Factors() {
		return chosen, true
	}
	for j := range a.Factors() {
		if !slices.Contains(chosen, j) {
			if found, ok := matchColumns(a, like, append(slices.Clone(chosen), j)); ok {
				return found, true
			}
		}
	}
	return nil, false
}

func sortedRuns(a oa.Array) [][]int8 {
	rows := slices.Clone(a.Cells)
	slices.SortFunc(rows, slices.Compare)
	return rows
}
