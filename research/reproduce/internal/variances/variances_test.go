package variances

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study/covariance"
	"gonum.org/v1/gonum/stat"
)

// The error of a reduction rate is as in repetitions of a small design: 60 data
// sets, 12 partition sets of each of two methods, 3,000 times. Its part that comes
// from the partition sets is what remains if ours has no error.
func TestRateError(t *testing.T) {
	const draws, sets, times = 60, 12, 3000
	a, b := covariance.VarianceRow{Given: 2, Total: 5, Sets: draws}, covariance.VarianceRow{Given: 1.5, Total: 4.5,
		Sets: draws}
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
	s := reproduce.Sampling{Draws: draws, Sets: sets}
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"total", RateError(s, 0, a, b, false), stat.StdDev(total, nil)}, {"given the data set",
		RateError(s, 0, a, b, true), stat.StdDev(given, nil)}} {
		if math.Abs(c.got/c.want-1) > 0.1 { // 2/(sets-1) for 2/sets, and 1.3% of chance
			t.Errorf("%s: %.4g, repetitions have %.4g", c.name, c.got, c.want)
		}
	}
	if got, want := RateError(s, 3, a, b, true), math.Hypot(3, RateError(s, 0, a, b, true)); got != want {
		t.Errorf("with an error of our own %v, want %v", got, want)
	}
}
