package special

import (
	"math"
	"testing"
)

// Roots are found to the width, in fewer calls than bisection takes, also where the function is nearly flat, steep or
// infinite on one side.
func TestRoot(t *testing.T) {
	for _, c := range []struct {
		name      string
		f         func(x float64) float64
		low, high float64
		want      float64
		most      int
	}{
		{"line", func(x float64) float64 { return x - 0.3 }, -1, 1, 0.3, 10},
		{"falling", func(x float64) float64 { return 0.3 - x }, -1, 1, 0.3, 10},
		{"cubic", func(x float64) float64 { return x * x * x }, -1, 2, 0, 60},
		{"exponential", func(x float64) float64 { return math.Exp(20*x) - 2 }, -1, 1, math.Ln2 / 20, 25},
		{"step", func(x float64) float64 { return math.Copysign(1, x-0.123) }, -1, 1, 0.123, 60},
		{"infinite", func(x float64) float64 { return math.Log(max(x, 0)) }, -1, 2, 1, 30},
		{"at an end", func(x float64) float64 { return x }, 0, 1, 0, 60},
	} {
		calls := 0
		got := Root(func(x float64) float64 { calls++; return c.f(x) }, c.low, c.high, 1e-11)
		if math.Abs(got-c.want) > 1e-11 || calls > c.most {
			t.Errorf("%s: %v after %d calls, want %v after %d at most", c.name, got, calls, c.want, c.most)
		}
	}
}
