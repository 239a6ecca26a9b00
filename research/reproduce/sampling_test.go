package reproduce

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The standard errors equal what repetitions of a small design show: 400 draws,
// 20 repeats, 2,000 times. The spread of 2,000 repetitions has an error of 1.6%.
func TestSamplingErrors(t *testing.T) {
	const draws, repeats, times = 400, 20, 2000
	s := Sampling{Draws: draws, Repeats: repeats}
	rng := rand.New(rand.NewPCG(1, 2))
	var shares, means, variances, averages, spreads []float64
	for range times {
		var ofRepeat []float64
		for range repeats {
			x, hits := make([]float64, draws), 0.0
			for i := range x {
				x[i] = 3 * rng.NormFloat64()
				if rng.Float64() < 0.2 {
					hits++
				}
			}
			mean, variance := stat.MeanVariance(x, nil)
			ofRepeat = append(ofRepeat, variance)
			shares, means, variances = append(shares, hits/draws), append(means, mean), append(variances, variance)
		}
		average, sd := stat.MeanStdDev(ofRepeat, nil)
		averages, spreads = append(averages, average), append(spreads, sd/math.Sqrt(repeats))
	}
	// Ours: 1,600 data sets, so that a variance has half the error that 400 have.
	ours := 9 * math.Sqrt(2.0/1600)
	one := s.Scaled(ours, 1600)
	mean, ofError := s.Repeated(one)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"share", s.Share(0.2), stat.StdDev(shares, nil)},
		{"mean", s.Mean(3), stat.StdDev(means, nil)},
		{"variance", one, stat.StdDev(variances, nil)},
		{"mean of repeats", mean, stat.StdDev(averages, nil)},
		{"standard error of the mean of repeats", ofError, stat.StdDev(spreads, nil)},
	} {
		if math.Abs(c.got/c.want-1) > 0.05 {
			t.Errorf("%s: %.4g, repetitions have %.4g", c.name, c.got, c.want)
		}
	}
}
