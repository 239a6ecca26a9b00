package images

import (
	"slices"
	"testing"
)

func TestAverage(t *testing.T) {
	got := make([]float64, 4)
	Average([]float64{
		1, 3, 10, 10,
		5, 7, 10, 14,
		0, 0, 1, 1,
		0, 2, 1, 1,
	}, 4, 2, got)
	if want := []float64{4, 11, 0.5, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSide(t *testing.T) {
	if s, err := Side(784); err != nil || s != 28 {
		t.Errorf("%d, %v", s, err)
	}
	for _, n := range []int{0, 2, 783} {
		if _, err := Side(n); err == nil {
			t.Errorf("%d pixels are a square", n)
		}
	}
}
