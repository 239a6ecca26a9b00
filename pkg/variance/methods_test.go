package variance

import (
	"fmt"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// meanRegression is f of mean regression for half splits with psi = 1 (thesis,
// example 5.1).
func meanRegression(n int) Function {
	r := float64(n)
	return func(x float64) float64 { return 8 / math.Pow(r, 4) * (36*x*x + r*(r-20)*x + 4*r*r) }
}

// Every formula must agree with the overlaps of real partition sets.
func TestMethodsAgreeWithPartitionSets(t *testing.T) {
	const n = 40
	f := meanRegression(n)
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
		{"BCV", BCV(f, n, 3), set(cv.NewBCV(n, 3, 1)), 1e-12},
		{"KFold", KFold(f, n, 5), set(cv.NewKFold(n, 5, 1)), 1e-12},
		{"BRLT", BRLT(f, n/2, 6, cv.IdealOverlap(n, n/2, 6)), set(cv.NewHalfBRLT(n, 6, 1)), 1e-12},
		{"RLT", RLT(f, n, 32, 5), random(func(s uint64) (cv.Set, error) { return cv.NewRLT(n, 32, 5, s) }), 2e-3},
		{"Mx2", Mx2(f, n, 3), random(func(s uint64) (cv.Set, error) { return cv.NewMx2(n, 3, s) }), 2e-3},
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
		f := meanRegression(n)
		given := OverRandom(f, n, n/2)
		for _, m := range []int{2, 3, 9} {
			rate := 1 - (BCV(f, n, m)-given)/(Mx2(f, n, m)-given)
			if want := Gain(n, m); math.Abs(rate-want) > 1e-9 {
				t.Errorf("n=%d m=%d: %g, want %g", n, m, rate, want)
			}
		}
	}
}

func TestCorrelationsOfMeanRegression(t *testing.T) {
	for _, n := range []int{20, 40, 100} {
		rho1, rho2 := Correlations(meanRegression(n), n)
		if r := float64(n); math.Abs(rho1-8/(r+6)) > 1e-12 || math.Abs(rho2-(r+5)/(2*r+12)) > 1e-12 {
			t.Errorf("n=%d: rho %g, %g, want %g, %g", n, rho1, rho2, 8/(r+6), (r+5)/(2*r+12))
		}
	}
}

// The four covariances of single losses give f of mean regression (thesis §5.9.4),
// and its quadratic form.
func TestSingleLossesOfMeanRegression(t *testing.T) {
	const n = 40
	r := float64(n)
	for x := 0.0; x <= n/2; x += 2.5 {
		c := SingleLosses{
			Sigma2: 32*x*x/math.Pow(r, 4) + 16*x/(r*r) + 2,
			Omega:  32 * x * x / math.Pow(r, 4),
			Gamma:  32 * (r - x) * (r - x) / math.Pow(r, 4),
			Tau:    8 * (r - 2*x) * (r - 2*x) / math.Pow(r, 4),
		}
		want := meanRegression(n)(x)
		if got := c.Covariance(n, n/2, x); math.Abs(got-want) > 1e-12*want {
			t.Errorf("f(%g) = %g, want %g", x, got, want)
		}
		a, b, k := c.Quadratic(n)
		if got := k + 4/(r*r)*(a*x*x+b*x); math.Abs(got-want) > 1e-12*want {
			t.Errorf("quadratic at %g: %g, want %g", x, got, want)
		}
		if got, want := c.TwoFold(n, x), (c.Covariance(n, n/2, x)+c.Covariance(n, n/2, r/2-x))/2; got != want {
			t.Errorf("g(%g) = %g, want %g", x, got, want)
		}
	}
}

func ExampleBCV() {
	// Mean regression on 40 records: the variance falls to that over data sets.
	f := meanRegression(40)
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
