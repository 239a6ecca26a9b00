package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// GrowRegularized is Grow for sets of method BCV with conditions; conditions and limit must
// be the ones that the set was made with.
func GrowRegularized(s Set, m int, conditions []Condition, limit float64) (Set, error) {
	if !(limit > 0) {
		return Set{}, fmt.Errorf("cv: limit %v of X²/J; use a value above 0 (1 is usual)", limit)
	}
	if err := checkSize(s.N, m, s.N-1); err != nil {
		return Set{}, err
	}
	for _, c := range conditions {
		if err := c.check(s.N); err != nil {
			return Set{}, err
		}
	}
	position := stratifiedPositions(s.N, s.Seed, conditions)
	signs := levelSigns(s.N, m)
	for size := 2; size <= s.N && size/2 <= m; size *= 2 {
		l := newLevel(position, signs[size/2-1:size-1], conditions, limit)
		l.improve(stream(s.Seed, streamLevels-size))
	}
	return growFrom(s, m, position, signs, s.N)
}

// streamLevels, minus the number of blocks, is the stream of a level's
// exchanges; the streams of splits count up from 1.
const streamLevels = -1

// stratifiedPositions orders records by joint stratum, at random within one,
// and returns the position of each. Inside runs of 64 positions the order is
// flipped by a random mask, which keeps each block's share of the run: without
// it the same block would always get the first record of a stratum.
func stratifiedPositions(n int, seed uint64, conditions []Condition) []int32 {
	rng := stream(seed, streamBlocks)
	order := identity(n)
	shuffle(order, rng)
	sortByStratum(order, conditions)
	const run = 64
	position := make([]int32, n)
	for start := 0; start < n; start += run {
		mask := 0
		if start+run <= n {
			mask = rng.IntN(run)
		}
		for t := start; t < min(start+run, n); t++ {
			position[order[t]] = int32(start + (t - start) ^ mask)
		}
	}
	return position
}

// sortByStratum puts records of one joint stratum next to each other, and keeps their order.
func sortByStratum(order []int32, conditions []Condition) {
	slices.SortStableFunc(order, func(i, k int32) int {
		for _, c := range conditions {
			if d := slices.Compare(c.Of[i], c.Of[k]); d != 0 {
				return d
			}
		}
		return 0
	})
}

// level is one step of the nested construction: 2^p blocks and the splits that
// need exactly 2^p.
type level struct {
	limit    float64
	position []int32
	signs    []signs // one per split, or column, of the level: half as many as blocks
	tables   []levelTable
	byParent [][]int32
}

// levelTable holds one condition's counts: of all records, and of the training
// set of each column.
type levelTable struct {
	condition Condition
	all       []int
	train     [][]int
	excess    []float64 // per column: excess of X²/J over the limit
}

func newLevel(position []int32, signs []signs, conditions []Condition, limit float64) *level {
	l := &level{limit: limit, position: position, signs: signs, byParent: byParent(position, 2*len(signs))}
	everyone := identity(len(position))
	for _, c := range conditions {
		t := levelTable{condition: c, all: c.totals(everyone), excess: make([]float64, len(signs))}
		for column, s := range signs {
			train := make([]int, c.Categories)
			for i, list := range c.Of {
				if s.trains(position[i]) {
					for _, k := range list {
						train[k]++
					}
				}
			}
			t.train = append(t.train, train)
			t.excess[column] = t.over(column, limit)
		}
		l.tables = append(l.tables, t)
	}
	return l
}

// over returns the excess of X²/J of a column over the limit, at least 0.
func (t levelTable) over(column int, limit float64) float64 {
	return max(0, t.condition.distance(t.train[column], t.all)/float64(max(t.condition.Categories, 1))-limit)
}

// improve exchanges the positions of pairs of records while some column exceeds
// the limit, and gives up after 20,000 pairs in a row that did not help.
func (l *level) improve(rng *rand.Rand) {
	const patience = 20_000
	total := 0.0
	for _, t := range l.tables {
		for _, e := range t.excess {
			total += e
		}
	}
	for idle := 0; idle < patience && total > 0; idle++ {
		block := l.byParent[rng.IntN(len(l.byParent))]
		if len(block) < 2 {
			continue
		}
		i, k := block[rng.IntN(len(block))], block[rng.IntN(len(block))]
		before := total
		if total += l.exchange(i, k); total < before-1e-12 {
			idle = 0
		} else {
			l.exchange(i, k) // undo it
			total = before
		}
	}
}

// exchange swaps the positions of two records of one parent block and returns the
// change of the summed excess.
func (l *level) exchange(i, k int32) float64 {
	change := 0.0
	pi, pk := l.position[i], l.position[k]
	for column, s := range l.signs {
		a, b := s.trains(pi), s.trains(pk)
		if a == b {
			continue
		}
		by := 1 // record i enters the training set, k leaves it
		if a {
			by = -1
		}
		for _, t := range l.tables {
			train := t.train[column]
			for _, c := range t.condition.Of[i] {
				train[c] += by
			}
			for _, c := range t.condition.Of[k] {
				train[c] -= by
			}
			e := t.over(column, l.limit)
			change += e - t.excess[column]
			t.excess[column] = e
		}
	}
	l.position[i], l.position[k] = pk, pi
	return change
}
