package crf

import (
	"encoding/binary"
	"slices"
)

// groups are the attributes of a fit; attributes that occur at the same positions form one group.
type groups struct {
	of        []int32 // group of each attribute of the corpus; -1: not in the fit
	size      []int32 // attributes in each group
	kept      int     // attributes in the fit
	rowStart  []int32 // where the groups of each position begin in rows
	rows      []int32
	listStart []int32 // where the positions of each group begin in lists
	lists     []int32
}

// newGroups numbers the attributes that occur at least cutoff times at the given positions of the corpus, by first
// occurrence: attributes of other positions do not change the numbers.
func newGroups(a *attributes, positions []int32, cutoff int) *groups {
	local, count := a.number(positions, cutoff)
	all := lists(a, positions, local, count)
	g := &groups{of: make([]int32, len(a.names)), kept: len(count)}
	group := all.merge(g)
	for id, l := range local {
		if g.of[id] = -1; l >= 0 {
			g.of[id] = group[l]
		}
	}
	g.index(len(positions))
	return g
}

// number returns the number of each attribute of the corpus in the fit, or -1, and how often each attribute of the
// fit occurs.
func (a *attributes) number(positions []int32, cutoff int) (local, count []int32) {
	total := make([]int32, len(a.names))
	for _, p := range positions {
		for _, id := range a.row(p) {
			if id >= 0 {
				total[id]++
			}
		}
	}
	local = make([]int32, len(a.names))
	for id := range local {
		local[id] = -1
	}
	for _, p := range positions {
		for _, id := range a.row(p) {
			if id >= 0 && local[id] < 0 && int(total[id]) >= cutoff {
				local[id] = int32(len(count))
				count = append(count, total[id])
			}
		}
	}
	return local, count
}

func (a *attributes) row(position int32) []int32 {
	return a.at[int(position)*a.width:][:a.width]
}

// occurrences returns the ascending positions of each attribute in the fit.
type occurrences struct {
	start, at []int32
}

func (o *occurrences) list(k int) []int32 { return o.at[o.start[k]:o.start[k+1]] }

func lists(a *attributes, positions, local, count []int32) *occurrences {
	o := &occurrences{start: make([]int32, len(count)+1)}
	for k, n := range count {
		o.start[k+1] = o.start[k] + n
	}
	o.at = make([]int32, o.start[len(count)])
	next := slices.Clone(o.start[:len(count)])
	for i, p := range positions {
		for _, id := range a.row(p) {
			if id < 0 || local[id] < 0 {
				continue
			}
			o.at[next[local[id]]] = int32(i)
			next[local[id]]++
		}
	}
	return o
}

// merge fills the sizes and lists of g and returns the group of each attribute. Attributes of one group have the
// same first position, so they are adjacent.
func (o *occurrences) merge(g *groups) (group []int32) {
	n := len(o.start) - 1
	group = make([]int32, n)
	var leader []int32 // attribute that began each group
	g.listStart = append(g.listStart, 0)
	fresh := 0 // the first group that began at the position of the previous attribute
	for k := range n {
		list := o.list(k)
		if k > 0 && list[0] != o.list(k - 1)[0] {
			fresh = len(leader)
		}
		same := fresh
		for same < len(leader) && !slices.Equal(list, o.list(int(leader[same]))) {
			same++
		}
		if same == len(leader) {
			leader = append(leader, int32(k))
			g.size = append(g.size, 0)
			g.lists = append(g.lists, list...)
			g.listStart = append(g.listStart, int32(len(g.lists)))
		}
		group[k] = int32(same)
		g.size[same]++
	}
	return group
}

// index fills the groups of each position, in ascending order.
func (g *groups) index(positions int) {
	g.rowStart = make([]int32, positions+1)
	for _, p := range g.lists {
		g.rowStart[p+1]++
	}
	for p := range positions {
		g.rowStart[p+1] += g.rowStart[p]
	}
	g.rows = make([]int32, len(g.lists))
	next := slices.Clone(g.rowStart[:positions])
	for k := range g.size {
		for _, p := range g.list(k) {
			g.rows[next[p]] = int32(k)
			next[p]++
		}
	}
}

func (g *groups) list(k int) []int32 { return g.lists[g.listStart[k]:g.listStart[k+1]] }

func (g *groups) row(position int) []int32 {
	return g.rows[g.rowStart[position]:g.rowStart[position+1]]
}

// kinds are the different sets of edge groups at positions: positions of one kind share a matrix of pairs of tags.
// If the only bigram template is B, there is a single kind.
type kinds struct {
	of    []int32   // kind of each position; -1 for the first of a sentence
	rows  [][]int32 // edge groups of each kind
	lists [][]int32 // kinds of each edge group
}

// newKinds numbers the kinds by first occurrence.
func newKinds(g *groups, first []bool) *kinds {
	k := &kinds{of: make([]int32, len(first)), lists: make([][]int32, len(g.size))}
	seen := map[string]int32{}
	var key []byte
	for p := range first {
		if k.of[p] = -1; first[p] {
			continue
		}
		row := g.row(p)
		key = key[:0]
		for _, group := range row {
			key = binary.LittleEndian.AppendUint32(key, uint32(group))
		}
		id, ok := seen[string(key)]
		if !ok {
			id = int32(len(k.rows))
			seen[string(key)] = id
			k.rows = append(k.rows, slices.Clone(row))
			for _, group := range row {
				k.lists[group] = append(k.lists[group], id)
			}
		}
		k.of[p] = id
	}
	return k
}

// blockTokens is the least number of tokens of a block, except for the last; with more pairs of tags than that, the
// number of pairs is the least. So the slots of a single kind need no more memory than one number per pair of
// position and tag.
const blockTokens = 512

// block is a run of sentences that one worker sums.
type block struct {
	first, end int32 // sentences of the fit
	slots      int32 // its first slot
	kinds      []int32
}

// blocks divides the sentences into runs and gives each block a slot, for sums over its pairs of tags, for each
// kind in it. slot is the slot of each position.
func blocks(start []int32, k *kinds, pairs int) (list []block, slot []int32) {
	least := int32(max(blockTokens, pairs))
	slot = make([]int32, len(k.of))
	last := make([]int32, len(k.rows)) // slot of each kind, from 1
	total := int32(0)
	b := block{}
	for s := range len(start) - 1 {
		for p := start[s]; p < start[s+1]; p++ {
			kind := k.of[p]
			if slot[p] = -1; kind < 0 {
				continue
			}
			if last[kind] <= b.slots {
				b.kinds = append(b.kinds, kind)
				total++
				last[kind] = total
			}
			slot[p] = last[kind] - 1
		}
		b.end = int32(s + 1)
		if start[s+1]-start[b.first] >= least || s == len(start)-2 {
			list = append(list, b)
			b = block{first: b.end, end: b.end, slots: total}
		}
	}
	return list, slot
}
