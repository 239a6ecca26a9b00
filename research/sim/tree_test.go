package sim

import (
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// shape shows the tree along which results merged.
func shape(shards int) *tree[string] {
	return newTree(shards, func(into *string, from string) { *into = "(" + *into + " " + from + ")" })
}

func addLeaf(t interface{ Fatal(...any) }, tr *tree[string], k int) {
	s := fmt.Sprint(k)
	if err := tr.add(k, 1, &s); err != nil {
		t.Fatal(err)
	}
}

func TestTreeShape(t *testing.T) {
	tr := shape(7)
	for _, k := range []int{6, 2, 0, 5, 3, 4, 1} {
		addLeaf(t, tr, k)
	}
	got, err := tr.result()
	if want := "((((0 1) (2 3)) (4 5)) 6)"; got != want || err != nil {
		t.Errorf("%s, want %s; %v", got, want, err)
	}
}

// In whatever order shards come, from one file or from several that overlap, the
// result is the same, and each shard counts once.
func TestTreeAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shards := rapid.IntRange(1, 70).Draw(t, "shards")
		inOrder := shape(shards)
		for k := range shards {
			addLeaf(t, inOrder, k)
			if n, most := len(inOrder.nodes), 8; n > most {
				t.Fatalf("%d nodes after %d shards in order", n, k+1)
			}
		}
		want, _ := inOrder.result()

		all := shape(shards)
		for range rapid.IntRange(0, 3).Draw(t, "files") {
			file := shape(shards)
			for _, k := range rapid.SliceOfNDistinct(rapid.IntRange(0, shards-1), 1, shards, rapid.ID[int]).Draw(t,
				"file") {
				addLeaf(t, file, k)
			}
			for _, from := range file.sorted() {
				n := file.nodes[from]
				s := strings.Clone(*n.state)
				if err := all.add(from, n.size, &s); err != nil {
					t.Fatal(err)
				}
			}
		}
		count := 0
		for k := range shards {
			if all.holds(k, 1) {
				count++
			}
		}
		if count != all.done {
			t.Fatalf("holds %d shards, counts %d", count, all.done)
		}
		if k := all.missing(); (k < 0) != (all.done == shards) || k >= 0 && all.holds(k, 1) {
			t.Fatalf("missing shard %d of %d", k, shards)
		}
		for _, k := range rapid.Permutation(upTo(shards)).Draw(t, "order") {
			addLeaf(t, all, k)
		}
		got, err := all.result()
		if err != nil {
			t.Fatal(err)
		}
		check.Equal(t, "got", got, want)
		check.Equal(t, "all.done", all.done, shards)
		check.That(t, all.missing() < 0, "all.missing() = %v, want less than %v", all.missing(), 0)
	})
}

func upTo(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = k
	}
	return out
}

// With the first shard late, the results that wait are few.
func TestTreeMemory(t *testing.T) {
	tr := newTree(1<<16, func(into *int, from int) { *into += from })
	for k := 1; k < 1<<16; k++ {
		one := 1
		if err := tr.add(k, 1, &one); err != nil {
			t.Fatal(err)
		}
		if len(tr.nodes) > 2*16 {
			t.Fatalf("%d results wait after %d shards", len(tr.nodes), k)
		}
	}
}

func TestTreeMergePanics(t *testing.T) {
	tr := newTree(4, func(*int, int) { panic("unequal lengths") })
	one := 1
	if err := tr.add(2, 1, &one); err != nil {
		t.Fatal(err)
	}
	err := tr.add(3, 1, &one)
	if err == nil || !strings.Contains(err.Error(), "before shard 3 with those from it on: panic: unequal lengths") {
		t.Errorf("error %v", err)
	}
}
