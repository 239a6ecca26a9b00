package designs

import (
	"slices"

	"github.com/block-regularized/bcv/pkg/cv/oa"
)

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
