package simdata

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWeights(t *testing.T) {
	want := []float64{4, 1, 4, 1, 0.25, 1, 1, 1, 4, 1, 0.25, 1, 0.25, 1, 1, 4}
	if diff := cmp.Diff(want, LetterWeights(4)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{0.5, 2}, EXP6Weights(0.5)); diff != "" {
		t.Error(diff)
	}
}
