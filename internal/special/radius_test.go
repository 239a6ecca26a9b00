package special

import (
	"math"
	"testing"
)

// The mean of r² is 1, and that of r is known.
func TestRadius(t *testing.T) {
	for _, nu := range []float64{1, 5, 19, 99} {
		r, weights := Radius(nu, 64)
		sum, first, second := 0.0, 0.0, 0.0
		for k, x := range r {
			sum += weights[k]
			first += weights[k] * x
			second += weights[k] * x * x
		}
		a, _ := math.Lgamma((nu + 1) / 2)
		b, _ := math.Lgamma(nu / 2)
		mean := math.Sqrt(2/nu) * math.Exp(a-b)
		if math.Abs(sum-1) > 1e-14 {
			t.Errorf("nu = %v: weights sum to %v, want 1", nu, sum)
		}
		if math.Abs(first-mean) > 1e-9 {
			t.Errorf("nu = %v: mean %v, want %v", nu, first, mean)
		}
		if math.Abs(second-1) > 1e-9 {
			t.Errorf("nu = %v: mean of squares %v, want 1", nu, second)
		}
	}
}
