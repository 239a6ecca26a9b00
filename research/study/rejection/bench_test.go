package rejection

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkClassifierPairs compares on one data set, with all its folds, at all
// settings.
func BenchmarkClassifierPairs(b *testing.B) {
	pairs, err := classifierPairs()
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range pairs {
		b.Run(p.Data, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if err := p.compare(rng, func(int, *tables) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
