package compact

import (
	"math"
	"slices"
	"testing"
)

// A column holds any numbers, whether their codes take one byte or two or there are too many of them.
func TestColumn(t *testing.T) {
	for _, distinct := range []int{1, 2, 254, 255, 256, 257, 65534, 65535, 65536, 70000} {
		const first = 3 // items before it have no number in the first column
		var numbers Numbers
		columns := numbers.Columns(2)
		value := func(i int) float64 { return float64(i%distinct) / 8 }
		n := 2*distinct + first
		for i := first; i < n; i++ {
			for c := range columns {
				if !columns[c].Set(i, value(i), 0) {
					t.Fatalf("%d numbers: item %d has a number before it is set", distinct, i)
				}
			}
		}
		for c := range columns {
			if columns[c].Set(n-1, value(n-1), 0) || columns[c].Set(first, value(first), 0) {
				t.Errorf("%d numbers: items are without a number after they were set", distinct)
			}
			if !math.IsNaN(columns[c].At(first-1)) || !math.IsNaN(columns[c].At(n)) {
				t.Errorf("%d numbers: items have a number that was not set", distinct)
			}
			stay := slices.Repeat([]bool{true}, n)
			for i := range first {
				stay[i] = false
			}
			columns[c].Keep(stay)
			for i, v := range columns[c].All(n - first) {
				if want := value(i + first); v != want || columns[c].At(i) != want {
					t.Fatalf("%d numbers: item %d has %v, want %v", distinct, i, v, want)
				}
			}
			if narrow := columns[c].high == nil && columns[c].wide == nil; narrow != (distinct <= 255) {
				t.Errorf("%d numbers: in one byte %t", distinct, narrow)
			}
		}
	}
}

// Numbers may be set in any order, and changed.
func TestColumnInAnyOrder(t *testing.T) {
	var numbers Numbers
	column := &numbers.Columns(1)[0]
	const n = 1000
	for k := range n {
		if i := k * 387 % n; !column.Set(i, float64(i), n) {
			t.Fatalf("item %d has a number before it is set", i)
		}
	}
	for i, v := range column.All(n) {
		if v != float64(i) {
			t.Errorf("item %d has %v", i, v)
		}
	}
	column.Set(7, 5, n)
	if v := column.At(7); v != 5 {
		t.Errorf("item 7 has %v, want 5", v)
	}
}

func TestBinary(t *testing.T) {
	var numbers Numbers
	columns := numbers.Columns(3)
	for i, values := range [][]float64{{0, 1}, {1, 2}, {0.5}} {
		for k, v := range values {
			columns[i].Set(k, v, 0)
		}
	}
	for i, want := range []bool{true, false, false} {
		if got := columns[i].Binary(); got != want {
			t.Errorf("column %d: %t, want %t", i, got, want)
		}
	}
}
