package ranks

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// BenchmarkOrder tests all pairs of 200 models of unequal means and variances.
func BenchmarkOrder(b *testing.B) {
	const k = 200
	rng := rand.New(rand.NewPCG(1, 1))
	e := Estimates{Means: make([]float64, k), Covariance: mat.NewSymDense(k, nil)}
	for i := range k {
		e.Means[i] = rng.NormFloat64()
		e.Covariance.SetSym(i, i, 0.2+0.5*rng.Float64())
	}
	for b.Loop() {
		if _, err := e.Order(Higher, 0.05, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPairs tests all pairs of 60 models on 41 data sets.
func BenchmarkPairs(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 1))
	scores := make([][]float64, 41)
	for i := range scores {
		scores[i] = make([]float64, 60)
		for j := range scores[i] {
			scores[i][j] = rng.NormFloat64()
		}
	}
	for b.Loop() {
		if _, err := Pairs(scores, Higher, nil); err != nil {
			b.Fatal(err)
		}
	}
}
