package study

import (
	"fmt"
	"testing"

	"github.com/block-regularized/bcv/pkg/sim"
)

// Each shard is in one part, and the parts have equal numbers of shards, but for one.
func TestShares(t *testing.T) {
	for _, shards := range [][]int{{7}, {2, 2, 2, 2, 2}, {1, 1, 1}, {40, 3, 17, 1}, {5, 6, 7, 8, 9}} {
		for _, parts := range []int{1, 2, 3, 4, 7, 16, 100} {
			var p Plan
			for i, n := range shards {
				p.Simulations = append(p.Simulations, &Experiment[int]{plan: sim.Plan{Name: fmt.Sprint(i), Shards: n}})
			}
			next, least, most := make([]int, len(shards)), p.Shards(), 0
			for k := range parts {
				sum := 0
				for i, r := range p.shares(k, parts) {
					if r.from != next[i] || r.to < r.from {
						t.Fatalf("%v in %d parts: part %d has shards %d to %d of simulation %d, after %d", shards, parts, k, r.from, r.to, i, next[i])
					}
					next[i], sum = r.to, sum+r.to-r.from
				}
				least, most = min(least, sum), max(most, sum)
			}
			for i, n := range shards {
				if next[i] != n {
					t.Errorf("%v in %d parts: %d shards of simulation %d", shards, parts, next[i], i)
				}
			}
			if most-least > 1 {
				t.Errorf("%v in %d parts: from %d to %d shards", shards, parts, least, most)
			}
		}
	}
}
