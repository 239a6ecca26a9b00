package theory

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAdmissible(t *testing.T) {
	for _, c := range []struct {
		rho1, rho2 float64
		want       bool
	}{
		{0, 0, true}, {0, 0.49, true}, {0, 0.5, false}, {0.5, 0.5, true}, {0.51, 0.3, false},
		{0.3, 0.51, false}, {0.3, -0.01, false}, {-0.5, 0.2, true}, {-0.5, 0.25, false}, {-1, 0, false},
		{math.NaN(), 0.1, false}, {0.1, math.NaN(), false},
	} {
		if got := Admissible(c.rho1, c.rho2); got != c.want {
			t.Errorf("(%g, %g): %v", c.rho1, c.rho2, got)
		}
	}
}

// The limits of theorem 5.3 at the ends, by hand.
func TestLimitsAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		rho0 float64
		n    int
		want float64
	}{{0, 300, 0.5}, {1, 300, 1}, {0.01, 102, (1 + 1.01) / 3}} {
		got := Rho1Limit(c.rho0, c.n)
		low, high := Rho2Limits(c.rho0, 0.2, c.n)
		if math.Abs(got-c.want) > 1e-15 || math.Abs(low-(1-c.want)/2) > 1e-15 || high != 0.6 {
			t.Errorf("rho0 %g, n %d: %g, %g, %g", c.rho0, c.n, got, low, high)
		}
	}
}

// Mean regression satisfies the theorem, with rho0 = omega/sigma² at n/2, which
// is 4/(n+2)².
func TestMeanRegressionIsWithinLimits(t *testing.T) {
	for n := 12; n <= 2000; n *= 2 {
		m := MeanRegression{n, 1}
		c, h, size := m.SingleLosses(float64(n)/2), m.HoldOut(), float64(n)
		rho0 := c.Omega / c.Sigma2
		if want := 4 / ((size + 2) * (size + 2)); math.Abs(rho0-want) > 1e-12*want {
			t.Errorf("n=%d: rho0 %g, want %g", n, rho0, want)
		}
		if got := LossCorrelation(h.Sigma2, c.Sigma2, n/2); math.Abs(got-rho0) > 1e-12 {
			t.Errorf("n=%d: rho0 %g from the hold-out variance, want %g", n, got, rho0)
		}
		low, high := Rho2Limits(rho0, h.Rho1, n)
		if !(h.Rho1 < Rho1Limit(rho0, n) && low < h.Rho2 && h.Rho2 < high) {
			t.Errorf("n=%d: %+v outside (%g, %g), %g", n, h, low, high, Rho1Limit(rho0, n))
		}
	}
}

// Under constant covariances of single losses the limits hold exactly where
// their comments say, whatever the slopes of f at its ends (theorem 5.3 asks for
// the larger one at n/2).
func TestLimitsUnderConstantCovariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 4 * rapid.IntRange(2, 200).Draw(t, "n/4")
		share := rapid.Float64Range(-1, 1)
		c := SingleLosses{Sigma2: 1, Omega: share.Draw(t, "omega") / 2, Gamma: share.Draw(t, "gamma"),
			Tau: share.Draw(t, "tau")}
		size := float64(n)
		f := func(x float64) float64 { return c.Covariance(n, n/2, x) }
		rho1, rho2 := Correlations(f, n)
		if f(size/2) < 1e-3 {
			return // no variance
		}
		rho0 := LossCorrelation(f(size/2), c.Sigma2, n/2)
		agree := func(name string, holds bool, margin float64) {
			if math.Abs(margin) > 1e-6 && holds != (margin > 0) {
				t.Fatalf("%s: %v, margin %g (rho0 %g, rho1 %g, rho2 %g)", name, holds, margin, rho0, rho1, rho2)
			}
		}
		low, high := Rho2Limits(rho0, rho1, n)
		agree("rho1", rho1 < Rho1Limit(rho0, n), c.Omega+(c.Sigma2-c.Omega)/size-c.Gamma)
		agree("rho2 low", low < rho2, (c.Sigma2-c.Omega)/size+(c.Omega+c.Gamma)/2+c.Tau)
		agree("rho2 high", rho2 < high, c.Omega+c.Gamma-2*c.Tau)
	})
}

// Constant covariances that meet the condition of theorem 5.3 (2), a steeper f at
// n/2 than at 0, but not eq. 5.29.
func ExampleRho1Limit() {
	const n = 100
	c := SingleLosses{Sigma2: 1, Omega: 0.02, Gamma: 0.035, Tau: 0.02}
	f := func(x float64) float64 { return c.Covariance(n, n/2, x) }
	rho1, _ := Correlations(f, n)
	const h = 1e-6
	fmt.Printf("slopes: f'(0) = %.5f, f'(n/2) = %.5f\n", (f(h)-f(0))/h, (f(n/2)-f(n/2-h))/h)
	fmt.Printf("rho1 = %.3f, limit %.3f\n", rho1, Rho1Limit(c.Omega/c.Sigma2, n))
	// Output:
	// slopes: f'(0) = -0.00021, f'(n/2) = 0.00039
	// rho1 = 0.884, limit 0.753
}

func TestLossCorrelationEdges(t *testing.T) {
	if got := LossCorrelation(0.1, 0, 10); !math.IsNaN(got) {
		t.Errorf("constant loss: %g", got)
	}
	if got := LossCorrelation(0.1, 1, 1); !math.IsNaN(got) {
		t.Errorf("one record: %g", got)
	}
	// Two losses of variance 1: their mean has the variance (1 + rho0)/2.
	if got := LossCorrelation(0.75, 1, 2); got != 0.5 {
		t.Errorf("two records: %g", got)
	}
	if got := LossCorrelation(0.25, 0.25, 10); got != 1 {
		t.Errorf("equal losses: %g", got)
	}
}

// Lemma 5.4, and the estimates of a difference from its parts.
func TestDifferenceOfHoldOuts(t *testing.T) {
	rho := rapid.Float64Range(0, 0.9)
	rapid.Check(t, func(t *rapid.T) {
		a := HoldOut{1 + rho.Draw(t, "a"), rho.Draw(t, "a1"), rho.Draw(t, "a2")}
		b := HoldOut{1 + rho.Draw(t, "b"), rho.Draw(t, "b1"), rho.Draw(t, "b2")}
		c := rho.Draw(t, "cross")
		d := a.Minus(b, Cross{c, c, c})
		if d.Rho1 > max(a.Rho1, b.Rho1)+1e-9 || d.Rho2 > max(a.Rho2, b.Rho2)+1e-9 {
			t.Fatalf("%+v - %+v: %+v", a, b, d)
		}
		if e := a.Minus(b, Cross{}); e.Rho1 < min(a.Rho1, b.Rho1)-1e-9 || e.Rho2 < min(a.Rho2, b.Rho2)-1e-9 ||
			e.Sigma2 != a.Sigma2+b.Sigma2 {
			t.Fatalf("independent %+v - %+v: %+v", a, b, e)
		}
		if e := b.Minus(a, Cross{c, c / 2, c / 3}); math.Abs(e.Rho2-a.Minus(b, Cross{c, c / 2, c / 3}).Rho2) > 1e-12 {
			t.Fatalf("order of the algorithms matters: %+v", e)
		}
	})
	a := HoldOut{1, 0.2, 0.3}
	if d := a.Minus(a, Cross{1, 0.2, 0.3}); d.Sigma2 != 0 || !math.IsNaN(d.Rho1) || !math.IsNaN(d.Rho2) {
		t.Errorf("an algorithm less itself: %+v", d)
	}
	// By hand: variances 4 and 1, cross correlations 0.5, 0.1, 0.25 (times 2 = 1, 0.2, 0.5).
	got := HoldOut{4, 0.5, 0.25}.Minus(HoldOut{1, 0.4, 0.5}, Cross{0.5, 0.1, 0.25})
	if got.Sigma2 != 3 || math.Abs(got.Rho1-(2+0.4-0.4)/3) > 1e-15 || math.Abs(got.Rho2-(1+0.5-1)/3) > 1e-15 {
		t.Errorf("by hand: %+v", got)
	}
}
