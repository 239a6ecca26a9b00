package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// newGroupedBCV makes the method Grouped; groups[i] names the group of record i.
func newGroupedBCV(groups []string, m int, seed uint64, conditions []Condition) (Set, error) {
	members := groupMembers(groups)
	for _, m := range members {
		if 2*len(m) > len(groups) {
			return Set{}, fmt.Errorf("cv: group %q holds more than half of the %d records; halves that keep it "+
				"together cannot be equal, divide the group", groups[m[0]], len(groups))
		}
	}
	for _, c := range conditions {
		if err := c.check(len(groups)); err != nil {
			return Set{}, err
		}
	}
	units := len(members)
	if units < 4 {
		return Set{}, fmt.Errorf("cv: %d groups; two-fold CV that keeps groups together needs at least 4", units)
	}
	if m > units-1 {
		return Set{}, fmt.Errorf("cv: %d replications of %d groups; at most %d can overlap evenly, use a smaller m",
			m, units, units-1)
	}
	if err := checkSize(len(groups), m, units-1); err != nil {
		return Set{}, err
	}
	position := groupPositions(members, seed)
	signs := levelSigns(units, m)
	weights := groupWeights(members, conditions)
	for size := 2; size <= units && size/2 <= m; size *= 2 {
		balanceLevel(position, weights, signs[size/2-1:size-1], stream(seed, streamLevels-size))
	}
	small, err := growFrom(Set{Method: BCV, N: units, Seed: seed}, m, position, signs, 0)
	if err != nil {
		return Set{}, err
	}
	out := Set{Method: Grouped, N: len(groups), Seed: seed}
	for _, p := range small.Splits {
		out.Splits = append(out.Splits, sorted(expand(p.Train, members), expand(p.Valid, members)))
	}
	return out, nil
}

// groupMembers lists the records of each group, in order of first appearance.
func groupMembers(groups []string) [][]int32 {
	index := map[string]int{}
	var members [][]int32
	for i, g := range groups {
		k, ok := index[g]
		if !ok {
			k = len(members)
			index[g] = k
			members = append(members, nil)
		}
		members[k] = append(members[k], int32(i))
	}
	return members
}

// largestFirst orders groups by size, the largest first, at random among equals.
func largestFirst(members [][]int32, rng *rand.Rand) []int32 {
	order := identity(len(members))
	shuffle(order, rng)
	slices.SortStableFunc(order, func(i, k int32) int { return len(members[k]) - len(members[i]) })
	return order
}

// groupPositions returns the position of each group in that order.
func groupPositions(members [][]int32, seed uint64) []int32 {
	order := largestFirst(members, stream(seed, streamBlocks))
	position := make([]int32, len(members))
	for t, g := range order {
		position[g] = int32(t)
	}
	return position
}

// weights are the numbers whose sums the halves or blocks should share equally: the records of each
// group, and its labels of each category of the conditions. importance makes them
// comparable.
type weights struct {
	of         [][]int // by group
	importance []int
}

// groupWeights counts records and labels of groups. The importance of a category is the
// number of records over the total of the category, since X² divides by that total.
func groupWeights(members [][]int32, conditions []Condition) weights {
	w := weights{of: make([][]int, len(members)), importance: []int{1}}
	n := 0
	for g, m := range members {
		w.of[g] = []int{len(m)}
		n += len(m)
	}
	for _, c := range conditions {
		total := make([]int, c.Categories)
		for g, m := range members {
			counts := c.totals(m)
			w.of[g] = append(w.of[g], counts...)
			for k, v := range counts {
				total[k] += v
			}
		}
		for _, v := range total {
			w.importance = append(w.importance, max(1, n/max(1, v)))
		}
	}
	return w
}

// patience is the number of exchanges in a row without success after which a search ends.
const patience = 5_000

// balanceLevel exchanges groups inside the blocks of the previous level, while
// that lowers the sum of squared differences between halves.
func balanceLevel(position []int32, w weights, columns []signs, rng *rand.Rand) {
	parents := byParent(position, 2*len(columns))
	excess := make([][]int, len(columns)) // training less validation, of each weight
	for c, s := range columns {
		excess[c] = make([]int, len(w.importance))
		for g, t := range position {
			for k, v := range w.of[g] {
				excess[c][k] += signed(s.trains(t)) * v
			}
		}
	}
	for idle := 0; idle < patience; idle++ {
		block := parents[rng.IntN(len(parents))]
		if len(block) < 2 {
			continue
		}
		a, b := block[rng.IntN(len(block))], block[rng.IntN(len(block))]
		change := int64(0)
		for c, s := range columns {
			turn := signed(s.trains(position[a])) - signed(s.trains(position[b]))
			for k, old := range excess[c] {
				e := old + (w.of[b][k]-w.of[a][k])*turn
				change += int64(w.importance[k]) * (int64(e)*int64(e) - int64(old)*int64(old))
			}
		}
		if change >= 0 {
			continue
		}
		idle = 0
		for c, s := range columns {
			turn := signed(s.trains(position[a])) - signed(s.trains(position[b]))
			for k := range excess[c] {
				excess[c][k] += (w.of[b][k] - w.of[a][k]) * turn
			}
		}
		position[a], position[b] = position[b], position[a]
	}
}

// signed returns 1 for true and -1 for false.
func signed(b bool) int {
	if b {
		return 1
	}
	return -1
}

// groupedFolds returns the splits of K folds of whole groups: each group goes to the block with the
// fewest records, the largest groups first, and exchanges even the blocks further.
func groupedFolds(members [][]int32, w weights, k int, rng *rand.Rand) []Split {
	block, sums := make([]int, len(members)), make([][]int, k)
	for b := range sums {
		sums[b] = make([]int, len(w.importance))
	}
	for _, g := range largestFirst(members, rng) {
		for b := range sums {
			if sums[b][0] < sums[block[g]][0] {
				block[g] = b
			}
		}
		for i, v := range w.of[g] {
			sums[block[g]][i] += v
		}
	}
	balanceBlocks(block, sums, w, rng)
	order, of := []int32{}, []int{}
	for g, records := range members {
		for _, i := range records {
			order, of = append(order, i), append(of, block[g])
		}
	}
	return blockSplits(order, k, func(t int) int { return of[t] })
}

// balanceBlocks moves groups to other blocks, and exchanges them between blocks, while that lowers the sum of
// squared differences between blocks. sums are those of the weights in each block.
func balanceBlocks(block []int, sums [][]int, w weights, rng *rand.Rand) {
	units, k, nothing := len(block), len(sums), make([]int, len(w.importance))
	for idle := 0; idle < patience; idle++ {
		a, b := rng.IntN(units), rng.IntN(units+k) // from units on, b is a block and not a group
		to, back := b-units, nothing
		if b < units {
			to, back = block[b], w.of[b]
		}
		from := block[a]
		change := int64(0)
		for i, v := range w.of[a] {
			d := int64(back[i] - v)
			change += 2 * int64(w.importance[i]) * d * (int64(sums[from][i]-sums[to][i]) + d)
		}
		if from == to || change >= 0 {
			continue
		}
		idle = 0
		for i, v := range w.of[a] {
			sums[from][i] += back[i] - v
			sums[to][i] += v - back[i]
		}
		block[a] = to
		if b < units {
			block[b] = from
		}
	}
}

func expand(units []int32, members [][]int32) []int32 {
	var out []int32
	for _, u := range units {
		out = append(out, members[u]...)
	}
	return out
}
