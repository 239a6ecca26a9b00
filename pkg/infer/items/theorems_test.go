package items

import (
	"math"
	"testing"
)

// P proposition 5: (MS_items + MS_runs - MS_rest) / (n R) has the expectation of the variance of the grand mean, here
// by a sum over all signs of the effects of three items, two runs and their six rests.
func TestCrossedVarianceIsUnbiased(t *testing.T) {
	const n, runs = 3, 2
	const cases = 1 << (n + runs + n*runs)
	sd := [3]float64{0.7, 0.4, 1.1} // of items, runs and rest
	u, err := newUnits(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	estimate, square := 0.0, 0.0
	for bits := range cases {
		next := func(size float64) float64 {
			x := size * float64(2*(bits&1)-1)
			bits >>= 1
			return x
		}
		var ofItems [n]float64
		for i := range ofItems {
			ofItems[i] = next(sd[0])
		}
		scores := make([][]float64, runs)
		grand := 0.0
		for s := range scores {
			run := next(sd[1])
			for _, item := range ofItems {
				scores[s] = append(scores[s], item+run+next(sd[2]))
			}
			grand += mean(scores[s]) / runs
		}
		between, rest := u.meanSquares(scores)
		estimate += (u.variance(itemMeans(scores)) + between - rest) / cases
		square += grand * grand / cases
	}
	want := sd[0]*sd[0]/n + sd[1]*sd[1]/runs + sd[2]*sd[2]/(n*runs)
	if math.Abs(square-want) > 1e-12 || math.Abs(estimate-want) > 1e-12 {
		t.Errorf("variance of the mean %v, expectation of its estimate %v, want %v", square, estimate, want)
	}
}
