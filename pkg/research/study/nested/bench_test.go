package nested

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	total := 0.0
	for _, s := range settings() {
		d := s.from.New(s.n)
		rng := rand.New(rand.NewPCG(1, 2))
		start := time.Now()
		k := 0
		for time.Since(start) < 300*time.Millisecond || k < 2 {
			if _, err := s.one(d, rng); err != nil {
				t.Error(err)
				break
			}
			k++
		}
		each := time.Since(start).Seconds() / float64(k)
		total += each * float64(s.sets)
		t.Logf("%6.1f ms  %4.0f s choice %v %s", 1000*each, each*float64(s.sets), s.choice, s.id())
	}
	t.Logf("total %.0f s", total)
}
