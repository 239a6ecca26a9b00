package variance

import (
	"math"
	"testing"
)

func TestPossibleCorrelations(t *testing.T) {
	for _, c := range []struct {
		m          int
		rho1, rho2 float64
		possible   bool
	}{
		{5, 0.5, 0.5, true}, {5, 0, 0.5, true}, {5, 0, 0.51, false}, {5, 1, 1, true},
		{5, -0.1, 0.45, true}, {5, -0.2, 0.45, false}, {5, 0.6, 0.2, true}, {1, 0, 0.9, true},
		{5, 0, -0.2, false}, {5, -1, 0, false}, {5, 0, math.NaN(), false},
	} {
		if got := CheckCorrelations(c.m, c.rho1, c.rho2) == nil; got != c.possible {
			t.Errorf("m = %d, %v, %v: possible %t", c.m, c.rho1, c.rho2, got)
		}
	}
}
