package sim

import (
	"fmt"
	"maps"
	"slices"
)

// tree merges the results of shards, which come in any order, along a fixed
// binary tree: the results of shards [from, from+size), size a power of two that
// divides from, merge with the results of their neighbour as soon as both are there.
// What a node holds depends on its shards alone, whoever computed them, and
// whichever file they come from. While shards are handed out in order, at most
// 2 log2(shards) nodes are alive for each shard in flight, so that memory is
// bounded without any worker having to wait for a slow shard.
type tree[S any] struct {
	shards, done int
	merge        func(into *S, from S)
	nodes        map[int]node[S] // by first shard; no two hold the same shard
}

// node is the merged result of size shards.
type node[S any] struct {
	size  int
	state *S
}

func newTree[S any](shards int, merge func(into *S, from S)) *tree[S] {
	return &tree[S]{shards: shards, merge: merge, nodes: map[int]node[S]{}}
}

// holds reports whether the shards [from, from+size) are all in one node.
func (t *tree[S]) holds(from, size int) bool {
	for s := size; s < 2*t.shards; s *= 2 {
		if n, ok := t.nodes[from&^(s-1)]; ok && n.size >= s {
			return true
		}
	}
	return false
}

// add takes the result of the shards [from, from+size). Of two nodes either one
// holds the other or they have nothing in common: shards that are there already
// are not counted twice.
func (t *tree[S]) add(from, size int, state *S) error {
	if t.holds(from, size) {
		return nil
	}
	for k := from; k < from+size && size > 1; k++ {
		t.done -= t.nodes[k].size
		delete(t.nodes, k)
	}
	t.done += size
	for {
		sibling, ok := t.nodes[from^size]
		if !ok || sibling.size != size {
			t.nodes[from] = node[S]{size, state}
			return nil
		}
		delete(t.nodes, from^size)
		left, right := state, sibling.state
		if from&size != 0 {
			left, right = right, left
		}
		from &^= size
		if err := t.join(left, right, from+size); err != nil {
			return err
		}
		state, size = left, 2*size
	}
}

// join merges two neighbours, of which the second begins with shard at.
func (t *tree[S]) join(left, right *S, at int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("sim: Merge of the results before shard %d with those from it on: panic: %v", at, r)
		}
	}()
	t.merge(left, *right)
	return nil
}

// sorted returns the first shards of all nodes.
func (t *tree[S]) sorted() []int { return slices.Sorted(maps.Keys(t.nodes)) }

// missing returns the first shard that is not there, -1 if all are.
func (t *tree[S]) missing() int {
	next := 0
	for _, from := range t.sorted() {
		if from != next {
			break
		}
		next += t.nodes[from].size
	}
	if next == t.shards {
		return -1
	}
	return next
}

// result merges what is left when all shards are there: one node for each bit
// of their number. It uses the tree up.
func (t *tree[S]) result() (S, error) {
	var out *S
	for _, from := range t.sorted() {
		n := t.nodes[from]
		if out == nil {
			out = n.state
		} else if err := t.join(out, n.state, from); err != nil {
			var zero S
			return zero, err
		}
	}
	return *out, nil
}
