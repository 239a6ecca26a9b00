// Package oa makes orthogonal arrays of strength 2, the designs behind
// block-regularized partition sets.
//
// An array OA(N, f) has N runs (rows) and f factors (columns) of s levels. Its
// strength is 2 if in any two columns each of the s² pairs of levels occurs in
// N/s² runs. A column of a two-level array divides N blocks of records into two
// halves, and strength 2 means that the training halves of any two columns share
// N/4 of the blocks: a quarter of the records (Wang 2019 thesis, §2.2, §3.3).
//
// A two-level array of N runs and N-1 columns is a Hadamard matrix, with N rows
// of signs orthogonal to each other, without its constant column. TwoLevel has
// three constructions:
//
//	Sylvester (1867)     H(2N) = [H(N) H(N); H(N) -H(N)]: powers of two, nested
//	Paley (1933) first   N = q + 1, q = 3 mod 4 a power of a prime, from the
//	                     quadratic character of the field of q elements
//	Paley (1933) second  N = 2(q + 1), q = 1 mod 4
//
// and Kronecker products of the first with the others. Array.Check verifies the
// strength of any array, such as one from a publication.
package oa

import "fmt"

// Array is an orthogonal array, or a part of one. Cells[i][j] is the level of
// column (factor) j in run i, from 0 to Levels-1. In arrays of two levels, 0 is
// written '+' and 1 '-'.
type Array struct {
	Levels int
	Cells  [][]int8
}

// Runs returns the number of rows.
func (a Array) Runs() int { return len(a.Cells) }

// Factors returns the number of columns.
func (a Array) Factors() int {
	if len(a.Cells) == 0 {
		return 0
	}
	return len(a.Cells[0])
}

// Sign returns +1 for level 0 and -1 for any other level of a column, runs and
// columns counted from 0.
func (a Array) Sign(run, column int) int {
	if a.Cells[run][column] == 0 {
		return 1
	}
	return -1
}

// Check returns an error unless a has strength 2: all levels in range, and
// every pair of levels equally often in any two columns.
func (a Array) Check() error {
	n, s := a.Runs(), a.Levels
	if n == 0 || s < 2 || n%(s*s) != 0 {
		return fmt.Errorf("oa: %d runs of %d levels; strength 2 needs a multiple of %d runs", n, s, s*s)
	}
	for i, row := range a.Cells {
		if len(row) != a.Factors() {
			return fmt.Errorf("oa: run %d has %d cells, run 1 has %d; give all runs the same",
				i+1, len(row), a.Factors())
		}
		for j, v := range row {
			if v < 0 || int(v) >= s {
				return fmt.Errorf("oa: level %d in run %d, column %d; levels go from 0 to %d", v, i+1, j+1, s-1)
			}
		}
	}
	count := make([]int, s*s)
	for j := range a.Factors() {
		for k := range j {
			clear(count)
			for _, row := range a.Cells {
				count[int(row[j])*s+int(row[k])]++
			}
			for pair, c := range count {
				if c != n/(s*s) {
					return fmt.Errorf("oa: columns %d and %d have levels %d, %d in %d runs, not in %d",
						j+1, k+1, pair/s, pair%s, c, n/(s*s))
				}
			}
		}
	}
	return nil
}

// Columns returns the array of some columns, in the order given, counted from
// 0. It panics if one does not exist.
func (a Array) Columns(columns ...int) Array {
	out := Array{Levels: a.Levels, Cells: make([][]int8, a.Runs())}
	for i, row := range a.Cells {
		for _, j := range columns {
			out.Cells[i] = append(out.Cells[i], row[j])
		}
	}
	return out
}

// WithoutRun returns the array without one run, counted from 0. It panics if
// the run does not exist.
func (a Array) WithoutRun(run int) Array {
	out := Array{Levels: a.Levels}
	out.Cells = append(append(out.Cells, a.Cells[:run]...), a.Cells[run+1:]...)
	return out
}
