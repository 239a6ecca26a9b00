package reproduce

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/study/covariance"
	"gonum.org/v1/gonum/stat"
)

// The published designs, as the sources state them; the numbers stand here a second
// time so that none changes unseen.
func TestPublishedDesigns(t *testing.T) {
	want := map[string]Sampling{
		"acl2019:table-3": {1_000_000, 0, 0}, "thesis:table-2.8": {10_000, 0, 0}, "thesis:table-2.9": {10_000, 1000, 0}, "thesis:table-2.12": {10_000, 1000, 20},
		"thesis:table-3.7": {10_000, 1000, 0}, "thesis:table-5.6": {10_000, 0, 0}, "thesis:table-5.8": {1000, 0, 0}, "thesis:table-5.9": {1000, 0, 0}, "mcnemar:table-5": {1000, 0, 0},
	}
	if len(samplings) != len(want) {
		t.Errorf("%d designs, want %d", len(samplings), len(want))
	}
	for item, s := range want {
		if got := SamplingOf(item); got != s {
			t.Errorf("%s: %+v, want %+v", item, got, s)
		}
	}
}

// The standard errors are those that repetitions of a small design have: 400 draws,
// 20 repeats, 2,000 times. The spread of 2,000 repetitions has an error of 1.6%.
func TestSamplingErrors(t *testing.T) {
	const draws, repeats, times = 400, 20, 2000
	s := Sampling{Draws: draws, repeats: repeats}
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

// The error of a reduction rate is that of repetitions of a small design: 60 data
// sets, 12 partition sets of each of two methods, 3,000 times. Its part that comes
// from the partition sets is what remains if ours has no error.
func TestSamplingErrorOfRates(t *testing.T) {
	const draws, sets, times = 60, 12, 3000
	a, b := covariance.VarianceRow{Given: 2, Total: 5, Sets: draws}, covariance.VarianceRow{Given: 1.5, Total: 4.5, Sets: draws}
	rng := rand.New(rand.NewPCG(3, 4))
	var total, given []float64
	for range times {
		var shared []float64
		for range draws {
			shared = append(shared, math.Sqrt(a.Total-a.Given)*rng.NormFloat64())
		}
		of := func(r covariance.VarianceRow) (total, given float64) {
			values, within := make([][]float64, sets), make([][]float64, draws)
			for d := range draws {
				for s := range sets {
					e := math.Sqrt(r.Given) * rng.NormFloat64()
					values[s], within[d] = append(values[s], shared[d]+e), append(within[d], e)
				}
			}
			for s := range sets {
				total += stat.Variance(values[s], nil) / sets
			}
			for d := range draws {
				given += stat.Variance(within[d], nil) / draws
			}
			return total, given
		}
		totalA, givenA := of(a)
		totalB, givenB := of(b)
		total, given = append(total, 100*(totalA-totalB)/a.Total), append(given, 100*(1-givenB/givenA))
	}
	s := Sampling{Draws: draws, sets: sets}
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"total", s.Rate(0, a, b, false), stat.StdDev(total, nil)}, {"given the data set", s.Rate(0, a, b, true), stat.StdDev(given, nil)}} {
		if math.Abs(c.got/c.want-1) > 0.1 { // 2/(sets-1) for 2/sets, and 1.3% of chance
			t.Errorf("%s: %.4g, repetitions have %.4g", c.name, c.got, c.want)
		}
	}
	if got, want := s.Rate(3, a, b, true), math.Hypot(3, s.Rate(0, a, b, true)); got != want {
		t.Errorf("with an error of our own %v, want %v", got, want)
	}
}
