package theory

import (
	"math"
	"testing"
)

func TestRandomOverlap(t *testing.T) {
	// Thesis eq. 3.2 for n = 400: the mean distance from n/4 is 3.98.
	mean, variance, distance := RandomOverlap(400, 200, 100)
	if mean != 100 || math.Abs(variance-25.0627) > 1e-4 || math.Abs(distance-3.98) > 0.005 {
		t.Errorf("mean %v, variance %v, distance %v", mean, variance, distance)
	}
}
