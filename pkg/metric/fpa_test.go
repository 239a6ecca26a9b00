package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
)

// byDefinition is the mean over m of the share of defects in the m modules that stand last.
func byDefinition(truth []float64, order []int) float64 {
	total, sum, k := 0.0, 0.0, len(order)
	for _, n := range truth {
		total += n
	}
	for m := 1; m <= k; m++ {
		for _, i := range order[k-m:] {
			sum += truth[i] / total / float64(k)
		}
	}
	return sum
}

// The formula by ranks is the definition, averaged over all orders of equal predictions.
func TestFPA(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		n := 2 + rng.IntN(5)
		truth, predicted := make([]float64, n), make([]float64, n)
		for i := range truth {
			truth[i], predicted[i] = float64(rng.IntN(4)), float64(rng.IntN(3))
		}
		truth[0]++
		want, orders := 0.0, 0.0
		for _, order := range combin.Permutations(n, n) {
			sorted := true
			for i := 1; i < n; i++ {
				sorted = sorted && predicted[order[i-1]] <= predicted[order[i]]
			}
			if sorted {
				want += byDefinition(truth, order)
				orders++
			}
		}
		got, err := FPA.Value(&Predictions{Truth: truth, Predicted: predicted})
		if err != nil || math.Abs(got-want/orders) > 1e-12 {
			t.Errorf("truth %v, predicted %v: %v (%v), want %v", truth, predicted, got, err, want/orders)
		}
	}
	v, err := FPA.Value(&Predictions{Truth: []float64{5, 0, 0, 1}, Predicted: []float64{2, 2, 2, 2}})
	if err != nil || v != 5.0/8 {
		t.Errorf("a constant prediction has %v (%v)", v, err)
	}
	for _, truth := range [][]float64{{0, 0}, {1, -1}} {
		if _, err := FPA.Value(&Predictions{Truth: truth, Predicted: []float64{1, 2}}); err == nil {
			t.Errorf("%v has a value", truth)
		}
	}
}
