package voting_test

import (
	"testing"

	"github.com/block-regularized/bcv/research/voting"
)

// 100,000 records vote 15 times.
func BenchmarkVotes(b *testing.B) {
	const n = 100_000
	gold, predicted := make([]bool, n), make([]bool, n)
	for j := range gold {
		gold[j], predicted[j] = j%3 == 0, j%5 < 2
	}
	for b.Loop() {
		votes, err := voting.NewVotes(gold)
		if err != nil {
			b.Fatal(err)
		}
		for range 15 {
			if err := votes.Add(predicted); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := votes.Matrix(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMajorityProb(b *testing.B) {
	for b.Loop() {
		if _, err := voting.MajorityProb(0.9, 0.2, 15); err != nil {
			b.Fatal(err)
		}
	}
}
