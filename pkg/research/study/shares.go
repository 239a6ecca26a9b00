package study

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
)

// division says for each simulation of a plan, and each of its shards, which part has it.
type division struct {
	owner [][]int32
	parts int
	lists [][][]int // [part][simulation], once somebody has asked
}

// of returns the shards of a part, those of each simulation in ascending order.
func (d *division) of(part int) [][]int {
	if d.lists == nil {
		d.lists = make([][][]int, d.parts)
		for k := range d.lists {
			d.lists[k] = make([][]int, len(d.owner))
		}
		for i, owner := range d.owner {
			for shard, k := range owner {
				d.lists[k][i] = append(d.lists[k][i], shard)
			}
		}
	}
	return d.lists[part]
}

// kind is some shards of one simulation that cost the same.
type kind struct {
	simulation int
	cost       int64 // microseconds of processor time of a shard
	shards     []int // nil for all
}

// checkParts returns an error if there are more parts than shards.
func (p Plan) checkParts(parts int) error {
	if most := max(1, p.Shards()); parts > most {
		return &SettingError{fmt.Errorf("study: %d parts of %d shards; give at most as many parts as shards", parts, most)}
	}
	return nil
}

// divide shares the shards out to parts that take about equally long: the dearest first,
// each to the part that has least so far (Graham 1969, SIAM J. Appl. Math. 17:416). Of
// shards that cost the same a part has neighbours, which merge early when they are
// collected. The costs are the stored ones, never those of this machine, so that all parts
// divide alike.
func (p Plan) divide(scale Scale, parts int) *division {
	d := &division{parts: parts}
	for _, s := range p.Simulations {
		d.owner = append(d.owner, make([]int32, s.Plan().Shards))
	}
	kinds := p.kinds(scale)
	slices.SortStableFunc(kinds, func(a, b kind) int { return cmp.Compare(b.cost, a.cost) })
	loads := make(loads, parts)
	for k := range loads {
		loads[k].part = k
	}
	for _, of := range kinds {
		owner := d.owner[of.simulation]
		n := len(of.shards)
		if of.shards == nil {
			n = len(owner)
		}
		next := 0
		for part, count := range loads.take(n, of.cost) {
			for range count {
				shard := next
				if of.shards != nil {
					shard = of.shards[next]
				}
				owner[shard] = int32(part)
				next++
			}
		}
	}
	return d
}

// load is what a part has to do so far.
type load struct {
	part int
	cost int64
}

// loads is a heap with the part on top that has least to do, of several the first.
type loads []load

// take hands out n shards and returns how many each part gets.
func (l loads) take(n int, cost int64) []int {
	counts := make([]int, len(l))
	for range n {
		counts[l[0].part]++
		l[0].cost += cost
		heap.Fix(l, 0)
	}
	return counts
}

// Len, Less, Swap, Push and Pop are those of package heap.
func (l loads) Len() int { return len(l) }

// Less orders by cost, then by part.
func (l loads) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].cost, l[j].cost), cmp.Compare(l[i].part, l[j].part)) < 0
}

// Swap swaps two parts.
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }

// Push is not used: the number of parts stays.
func (l loads) Push(any) {}

// Pop is not used.
func (l loads) Pop() any { return nil }
