package cv

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/oa"
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

// HalfDesign and OddDesign say who trains in the splits of HalfArray and
// OddArray.
func HalfDesign(a oa.Array) (Design, error) {
	half, err := HalfArray(a)
	return designOf(half, 0), err
}

// OddDesign is described at HalfDesign.
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
