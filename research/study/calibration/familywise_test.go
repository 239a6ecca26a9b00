package calibration

import (
	"math/rand/v2"
	"testing"
)

// Models that differ by far are claimed by all methods, and equal ones seldom by Holm.
func TestFamilyClaims(t *testing.T) {
	c := familyCell{k: 3, rho1: 0.2, rho2: 0.3}
	rng := rand.New(rand.NewPCG(1, 1))
	metrics, err := c.draw(rng)
	if err != nil {
		t.Fatal(err)
	}
	for j := range metrics[2] {
		metrics[2][j][0] += 50
		metrics[2][j][1] += 50
	}
	claims, err := familyClaims(metrics, 1)
	if err != nil || claims != [4]bool{true, true, true, true} {
		t.Errorf("%v, %v", claims, err)
	}
	const sets = 40
	any := 0
	for range sets {
		metrics, err := c.draw(rng)
		if err != nil {
			t.Fatal(err)
		}
		claims, err := familyClaims(metrics, rng.Uint64())
		if err != nil {
			t.Fatal(err)
		}
		if claims[0] {
			any++
		}
		if claims[2] && !claims[1] {
			// The simultaneous intervals are wider than the intervals of the pairs.
			t.Errorf("a simultaneous claim without one of a pair")
		}
	}
	if any > 8 { // 2 are expected at most; above 8 has a probability of 0.0004
		t.Errorf("%d of %d families with a false claim by Holm", any, sets)
	}
}
