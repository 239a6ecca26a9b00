package cv

import (
	"slices"
	"testing"
)

// No two replications are alike or each other's twin, up to m = n-1. Signs
// depend on n alone, so this holds for every seed.
func TestSplitsAreDistinct(t *testing.T) {
	for n := 4; n <= 48; n++ {
		s := mustBCV(t, n, n-1, 1)
		for j, p := range s.Splits {
			for k, q := range s.Splits[:j] {
				if slices.Equal(p.Train, q.Train) || slices.Equal(p.Train, q.Valid) {
					t.Errorf("n=%d: splits %d and %d are alike", n, k+1, j+1)
				}
			}
		}
	}
}

// Largest k over n from m+1 to 200, whatever the seed: far below the 2^p/4 that
// the thesis promises (theorem 3.2).
func TestOverlapsAreTight(t *testing.T) {
	most := map[int]float64{3: 0.75, 7: 1.25, 15: 1.75, 31: 2.75, 63: 4}
	for n := 4; n <= 200; n++ {
		whole := mustBCV(t, n, min(n-1, 63), 1).Overlaps()
		for m, limit := range most {
			if m >= n {
				continue
			}
			if k := largestDistance(whole[:m], float64(n)/4); k > limit {
				t.Errorf("n=%d m=%d: k = %v, above %v", n, m, k, limit)
			}
		}
	}
}
