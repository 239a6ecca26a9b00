package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/designs"
)

// Every formula must agree with the overlaps of real partition sets.
func TestMethodsAgreeWithPartitionSets(t *testing.T) {
	const n = 40
	f := MeanRegression{n, 1}.Covariance
	set := func(s cv.Set, err error) float64 {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return Of(f, s.Unfolded().Overlaps())
	}
	random := func(make func(seed uint64) (cv.Set, error)) float64 {
		sum := 0.0
		const sets = 4000
		for seed := range uint64(sets) {
			sum += set(make(seed))
		}
		return sum / sets
	}
	for _, c := range []struct {
		name           string
		got, want, tol float64
	}{
		{"BCV", BCV(f, n, 3), set(cv.New(cv.BCV, n, cv.Options{M: 3, Seed: 1})), 1e-12},
		{"KFold", KFold(f, n, 5), set(cv.New(cv.KFold, n, cv.Options{K: 5, Seed: 1})), 1e-12},
		{"BRLT", BRLT(f, n/2, 6, cv.IdealOverlap(n, n/2, 6)), set(designs.HalfBRLT(n, 6, 1)), 1e-12},
		{"RLT", RLT(f, n, 32, 5), random(func(s uint64) (cv.Set, error) {
			return cv.New(cv.RLT, n, cv.Options{Train: 32, M: 5, Seed: s})
		}), 2e-3},
		{"Mx2", Mx2(f, n, 3), random(func(s uint64) (cv.Set, error) {
			return cv.New(cv.Mx2, n, cv.Options{M: 3, Seed: s})
		}), 2e-3},
	} {
		if math.Abs(c.got-c.want) > c.tol*c.want {
			t.Errorf("%s: %g, from the overlaps %g", c.name, c.got, c.want)
		}
	}
}

// A quadratic covariance function leaves the gain (m-1)/(n-2) of the variance
// given the data set.
func TestGain(t *testing.T) {
	for _, n := range []int{40, 1000} {
		f := MeanRegression{n, 1}.Covariance
		given := OverRandom(f, n, n/2)
		for _, m := range []int{2, 3, 9} {
			rate := 1 - (BCV(f, n, m)-given)/(Mx2(f, n, m)-given)
			if want := Gain(n, m); math.Abs(rate-want) > 1e-9 {
				t.Errorf("n=%d m=%d: %g, want %g", n, m, rate, want)
			}
		}
	}
}

// No even degree of dependence on the split leaves a larger gain than the second.
func TestGainIsLargest(t *testing.T) {
	for n, last := range map[int]int{8: 4, 12: 6, 40: 20, 100: 12, 500: 8, 1000: 8} {
		for k := 2; k <= last; k += 2 {
			if got, least := Zonal(k, n, n/2, float64(n)/4), -Gain(n, 2); got < least-1e-9 {
				t.Errorf("n=%d: E_%d(n/4) = %g, below %g", n, k, got, least)
			}
		}
	}
}

func ExampleBCV() {
	// Mean regression on 40 records: the variance falls to that over data sets.
	f := MeanRegression{40, 1}.Covariance
	for _, m := range []int{1, 3, 10, 100} {
		fmt.Printf("m=%d: %.4f\n", m, BCV(f, 40, m))
	}
	_, rho2 := Correlations(f, 40)
	fmt.Printf("limit: %.4f\n", f(20)*rho2)
	// Output:
	// m=1: 0.0675
	// m=3: 0.0600
	// m=10: 0.0574
	// m=100: 0.0564
	// limit: 0.0563
}
