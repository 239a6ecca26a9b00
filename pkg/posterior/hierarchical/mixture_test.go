package hierarchical

import (
	"math"
	"testing"
)

func TestExp(t *testing.T) {
	for x := -60.0; x <= 0; x += 0.0007 {
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > (4e-16-2e-16*x)*want {
			t.Fatalf("exp(%v): got %v, want %v", x, got, want)
		}
	}
	if got := exp(0); got != 1 {
		t.Errorf("exp(0): got %v, want 1", got)
	}
}

// What is left out of the sums, and the faster exponential, against all terms.
func TestLogarithms(t *testing.T) {
	b := bellOf(sets(t, 3, nil, 0.01)[0])
	for _, nu := range []float64{1, 4, 500} {
		y, weights := logChi(nu)
		for _, sigma := range []float64{0, 0.01, 0.2} {
			w := b.spread(sigma, y, weights)
			squares := make([]float64, neighbors)
			for k := range squares {
				squares[k] = w.core * math.Pow(math.Sinh(0.45*float64(k)), 2)
			}
			logs := make([]float64, neighbors)
			w.at(squares, logs)
			for k, got := range logs {
				sum := 0.0
				for i, s := range w.slopes {
					sum += w.heights[i] * math.Exp(s*squares[k])
				}
				if want := math.Log(sum); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("nu %v, sigma %v, squared distance %v: got %v, want %v", nu, sigma, squares[k], got, want)
				}
			}
		}
	}
}
