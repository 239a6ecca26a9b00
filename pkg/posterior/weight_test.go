package posterior

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// mpmath 1.2.1 at 40 digits, from the closed form; m = 1 is 2 ln(3/2).
func TestWeightBCV(t *testing.T) {
	for _, c := range []struct {
		m    int
		want float64
	}{
		{1, 0.81093021621632876}, {2, 0.50534307843141199}, {3, 0.36880211032792373}, {5, 0.24009142141137801},
		{10, 0.12850976098625229}, {1000, 0.001385181790434247758}, {1_000_000, 1.3862932474153880e-6},
		{1_000_000_000, 1.3862943600061850e-9},
	} {
		if got := WeightBCV(c.m); math.Abs(got/c.want-1) > 1e-14 {
			t.Errorf("w(%d) = %.17g, want %.17g", c.m, got, c.want)
		}
	}
}

// The closed form is the mean over the papers' range of correlations.
func TestWeightBCVIsTheMean(t *testing.T) {
	for _, m := range []int{1, 2, 3, 4, 7, 20} {
		mean := quad.Fixed(func(rho1 float64) float64 {
			return quad.Fixed(func(rho2 float64) float64 {
				w, err := RhoWeight{rho1, rho2}.Weight(m)
				if err != nil {
					t.Fatal(err)
				}
				return 8 * w
			}, 0.25, 0.5, 30, nil, 0)
		}, 0, 0.5, 30, nil, 0)
		within(t, "w(m)", WeightBCV(m), mean, 1e-13)
	}
}

func TestWeighting(t *testing.T) {
	for _, c := range []struct {
		w    Weighting
		want float64 // NaN: an error
	}{
		{BCVWeight{}, WeightBCV(3)},
		{FixedWeight(0.3688), 0.3688},
		{RhoWeight{0, 0}, 1},
		{RhoWeight{1, 1}, 1. / 6},
		{HoldOutWeight{}, 1. / 6},
		{RhoWeight{2, 1}, math.NaN()},
		{RhoWeight{0, 0.6}, math.NaN()},
		{RhoWeight{math.NaN(), 0}, math.NaN()},
		{FixedWeight(-1), math.NaN()},
		{FixedWeight(0), math.NaN()},
		{FixedWeight(1.1), math.NaN()},
		{FixedWeight(math.NaN()), math.NaN()},
	} {
		got, err := c.w.Weight(3)
		if math.IsNaN(c.want) != (err != nil) {
			t.Errorf("%+v: error %v", c.w, err)
		}
		if err == nil && got != c.want {
			t.Errorf("%+v: weight %v, want %v", c.w, got, c.want)
		}
		if _, err := c.w.Weight(0); err == nil {
			t.Errorf("%+v: a weight for 0 replications", c.w)
		}
	}
}
