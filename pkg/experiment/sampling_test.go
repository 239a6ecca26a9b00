package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The published designs, as the sources state them; the numbers stand here a second
// time so that none changes unseen.
func TestPublishedDesigns(t *testing.T) {
	want := map[string]sampling{
		"acl2019:table-3": {1_000_000, 0}, "thesis:table-2.8": {10_000, 0}, "thesis:table-2.9": {10_000, 0}, "thesis:table-2.12": {10_000, 20},
		"thesis:table-3.7": {10_000, 0}, "thesis:table-5.6": {10_000, 0}, "thesis:table-5.8": {1000, 0}, "thesis:table-5.9": {1000, 0}, "mcnemar:table-5": {1000, 0},
	}
	if len(samplings) != len(want) {
		t.Errorf("%d designs, want %d", len(samplings), len(want))
	}
	for item, s := range want {
		if got := samplingOf(item); got != s {
			t.Errorf("%s: %+v, want %+v", item, got, s)
		}
	}
}

// The standard errors are those that repetitions of a small design have: 400 draws,
// 20 repeats, 2,000 times. The spread of 2,000 repetitions has an error of 1.6%.
func TestSamplingErrors(t *testing.T) {
	const draws, repeats, times = 400, 20, 2000
	s := sampling{draws: draws, repeats: repeats}
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
	one := s.scaled(ours, 1600)
	mean, ofError := s.repeated(one)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"share", s.share(0.2), stat.StdDev(shares, nil)},
		{"mean", s.mean(3), stat.StdDev(means, nil)},
		{"variance", one, stat.StdDev(variances, nil)},
		{"mean of repeats", mean, stat.StdDev(averages, nil)},
		{"standard error of the mean of repeats", ofError, stat.StdDev(spreads, nil)},
	} {
		if math.Abs(c.got/c.want-1) > 0.05 {
			t.Errorf("%s: %.4g, repetitions have %.4g", c.name, c.got, c.want)
		}
	}
}
