package study

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// A shard adds its data sets one by one, and stops when its context ends or one fails.
func TestEach(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	bad := errors.New("bad")
	shard := func(end int, with func() error) func(context.Context, int, int, *rand.Rand) (int, error) {
		return Each(5, func(w int, _ *rand.Rand, into *int) error {
			*into += w
			if *into == end*w {
				return with()
			}
			return nil
		})
	}
	nothing := func() error { return nil }
	if got, err := shard(9, nothing)(ctx, 2, 0, nil); got != 10 || err != nil {
		t.Errorf("%d, %v, want 10", got, err)
	}
	if got, err := shard(3, func() error { return bad })(ctx, 2, 0, nil); got != 6 || !errors.Is(err, bad) {
		t.Errorf("%d, %v, want 6 and the error of the data set", got, err)
	}
	got, err := shard(2, func() error { cancel(); return nil })(ctx, 2, 0, nil)
	if got != 4 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v, want 4 and a cancelled context", got, err)
	}
}

func TestElementwise(t *testing.T) {
	add := Elementwise(func(into *int, from int) { *into += from })
	var sum []int
	first := []int{1, 2}
	add(&sum, first)
	add(&sum, []int{10, 20})
	if !slices.Equal(sum, []int{11, 22}) || first[0] != 1 {
		t.Errorf("sum %v of %v and [10 20]", sum, first)
	}
}

// Counts are added field by field, in arrays and structs too.
func TestAdd(t *testing.T) {
	type pair struct{ X, Y float64 }
	type sums struct {
		N     int
		Share float64
		Of    [2]int
		In    pair
	}
	got := sums{1, 0.5, [2]int{1, 2}, pair{1, 2}}
	Add(&got, sums{2, 0.25, [2]int{3, 4}, pair{3, 4}})
	if want := (sums{3, 0.75, [2]int{4, 6}, pair{4, 6}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Rows are grouped by their keys in order of appearance.
func TestGroup(t *testing.T) {
	got := Group([]int{12, 3, 15, 21, 5}, func(x int) int { return x % 10 })
	want := [][]int{{12}, {3}, {15, 5}, {21}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     float64
	}{{1.23456, 2, 1.23}, {-0.001, 2, 0}, {2.5, 0, 3}} {
		if got := Round(c.x, c.decimals); got != c.want || 1/got < 0 {
			t.Errorf("Round(%v, %d) = %v, want %v", c.x, c.decimals, got, c.want)
		}
	}
}
