package sim

import (
	"cmp"
	"math"
	"slices"
)

// Quantiles keeps values for quantiles: all of them up to Size, so that
// quantiles are exact, and beyond that a summary which merges (after Munro and
// Paterson 1980; Agarwal and others 2013). It is a ladder of lists: a value in
// list l counts for 2^l values. A list that grows beyond Size is sorted, and
// every second value goes up; which of them changes each time, so that errors
// cancel. No chance is involved. The zero value is empty; its fields are the
// state, for logs. NaN is not for quantiles.
//
// The rank of a result is off by at most about log2(N/Size)/Size of the values, 0.2% for
// a million values and the default Size; observed errors are about four times smaller. Memory and file take
// Size values, of eight bytes, for each doubling
// of N beyond Size. A t-digest has no bound, and sketches with relative accuracy
// need positive values; this has one, and takes any.
type Quantiles struct {
	Size   int // 0 means 4096; merge accumulators of one size
	N      int
	Levels [][]float64
	Turn   uint64  // bit l: whether list l sends its odd values up next
	Slack  float64 // bound of the rank error, in values
}

func (q *Quantiles) size() int {
	if q.Size <= 0 {
		return 4096
	}
	return q.Size
}

// Add adds a value.
func (q *Quantiles) Add(x float64) {
	if len(q.Levels) == 0 {
		q.Levels = append(q.Levels, nil)
	}
	q.Levels[0] = append(q.Levels[0], x)
	q.N++
	if len(q.Levels[0]) > q.size() {
		q.shrink()
	}
}

// Merge adds the values of o.
func (q *Quantiles) Merge(o Quantiles) {
	if q.N == 0 && q.Size == 0 {
		q.Size = o.Size
	}
	for l, values := range o.Levels {
		if l == len(q.Levels) {
			q.Levels = append(q.Levels, nil)
		}
		q.Levels[l] = append(q.Levels[l], values...)
	}
	q.N += o.N
	q.Turn ^= o.Turn
	q.Slack += o.Slack
	q.shrink()
}

// shrink halves the lists that are too long.
func (q *Quantiles) shrink() {
	for l := 0; l < len(q.Levels); l++ {
		list := q.Levels[l]
		if len(list) <= q.size() {
			continue
		}
		if l+1 == len(q.Levels) {
			q.Levels = append(q.Levels, nil)
		}
		slices.Sort(list)
		whole := len(list) &^ 1
		for i := int(q.Turn >> l & 1); i < whole; i += 2 {
			q.Levels[l+1] = append(q.Levels[l+1], list[i])
		}
		q.Levels[l] = append(list[:0], list[whole:]...)
		q.Turn ^= 1 << l
		q.Slack += float64(uint64(1) << l)
	}
}

// Quantile returns the p-quantile, 0 <= p <= 1, with linear interpolation
// between neighbouring values (type 7 of R); NaN if there are none.
func (q Quantiles) Quantile(p float64) float64 {
	if q.N == 0 || math.IsNaN(p) {
		return math.NaN()
	}
	type value struct{ x, weight float64 }
	var all []value
	for l, list := range q.Levels {
		for _, x := range list {
			all = append(all, value{x, float64(uint64(1) << l)})
		}
	}
	slices.SortFunc(all, func(a, b value) int { return cmp.Compare(a.x, b.x) })
	target := min(max(p, 0), 1) * float64(q.N-1)
	below, lastRank, last := 0.0, 0.0, all[0].x
	for k, v := range all {
		rank := below + (v.weight-1)/2 // in the middle of those it counts for
		if rank >= target {
			if k == 0 || rank == target {
				return v.x
			}
			return last + (target-lastRank)/(rank-lastRank)*(v.x-last)
		}
		below, lastRank, last = below+v.weight, rank, v.x
	}
	return last
}
