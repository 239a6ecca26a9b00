package study

import (
	"slices"
	"testing"
)

func TestWhere(t *testing.T) {
	rows := []int{3, 1, 2, 5}
	if got := Where(rows, func(x int) bool { return x > 1 }); !slices.Equal(got, []int{3, 2, 5}) {
		t.Errorf("%v", got)
	}
	if !slices.Equal(rows, []int{3, 1, 2, 5}) {
		t.Errorf("the rows were changed: %v", rows)
	}
}
