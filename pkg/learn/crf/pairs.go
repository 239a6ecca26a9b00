package crf

import (
	"encoding/binary"
	"slices"
)

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
