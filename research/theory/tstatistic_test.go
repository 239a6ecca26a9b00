package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/variance"
)

// draw returns the 2m estimates of one data set, built from shared parts and not
// from eigenvalues, with mean mu. It needs rho2 >= 0.
func draw(rng *rand.Rand, l TStatistic, mu float64) []float64 {
	shared := math.Sqrt(l.Rho2) * rng.NormFloat64()
	var out []float64
	for range l.M {
		// the two estimates of a replication beside the shared part: variance 1-rho2
		// and covariance rho1-rho2
		a, b := rng.NormFloat64(), rng.NormFloat64()
		r := (l.Rho1 - l.Rho2) / (1 - l.Rho2)
		s := math.Sqrt(1 - l.Rho2)
		out = append(out, mu+shared+s*a, mu+shared+s*(r*a+math.Sqrt(1-r*r)*b))
	}
	return out
}

func meanSD(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(sd)
}

// corner draws distributions of the square 0 <= rho1, rho2 <= 1/2.
func corner(t *rapid.T) TStatistic {
	return TStatistic{rapid.IntRange(2, 30).Draw(t, "m"), rapid.Float64Range(0, 0.5).Draw(t, "rho1"),
		rapid.Float64Range(0, 0.5).Draw(t, "rho2")}
}

func TestTStatisticExactCases(t *testing.T) {
	for _, m := range []int{1, 2, 3, 7, 20} {
		n := float64(m)
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"C, independent", TStatistic{m, 0, 0}.C(), 1 / math.Sqrt(2*n-1)},
			{"f, independent", TStatistic{m, 0, 0}.DF(), 2*n - 1},
			{"C, 1/2 1/2", TStatistic{m, 0.5, 0.5}.C(), variance.Chat(m)},
			{"f, 0 1/2", TStatistic{m, 0, 0.5}.DF(), n},
			{"v, 0 1/2", TStatistic{m, 0, 0.5}.V(), 1},
			{"Var, 0 0", TStatistic{m, 0, 0}.Var(), 1 / (2 * n)},
			{"E sd² = v f / 2m", TStatistic{m, 0.1, 0.3}.V() * TStatistic{m, 0.1, 0.3}.DF() / (2 * n),
				(n*0.9 + (n-1)*0.5) / (2 * n)},
		} {
			if math.Abs(c.got-c.want) > 1e-13*(1+c.want) {
				t.Errorf("m = %d, %s: %v, want %v", m, c.what, c.got, c.want)
			}
		}
	}
}

func TestTStatisticProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := corner(t)
		n := float64(l.M)
		if f := l.DF(); f > 2*n-1+1e-9 || f < n-1e-9 {
			t.Fatalf("f_m = %v", f)
		}
		if gap := 2*n - 1 - l.DF(); (gap > 1e-9) != (math.Abs(l.Rho1-l.Rho2) > 1e-5) && math.Abs(l.Rho1-l.Rho2) > 1e-3 {
			t.Fatalf("f_m is %v below 2m-1", gap)
		}
		if l.C() > variance.Chat(l.M)+1e-12 {
			t.Fatalf("C_m = %v above Chat_m = %v", l.C(), variance.Chat(l.M))
		}
		up := TStatistic{l.M, min(0.5, l.Rho1+0.01), min(0.5, l.Rho2+0.01)}
		if up.C() < l.C() {
			t.Fatalf("C_m falls from %v to %v", l.C(), up.C())
		}
		next := TStatistic{l.M + 1, l.Rho1, l.Rho2}
		if d := l.Rho1 - l.Rho2; math.Abs(d*l.Rho1) > 1e-9 && (next.V() > l.V()) != (d > 0) {
			t.Fatalf("v_m goes from %v to %v at rho1 - rho2 = %v", l.V(), next.V(), d)
		}
		if next.ExpectedLength(0.05) >= l.ExpectedLength(0.05) {
			t.Fatalf("length rises from %v to %v", l.ExpectedLength(0.05), next.ExpectedLength(0.05))
		}
		if got, want := 2*variance.Chat(l.M)*l.ExpectedSD(), 2*math.Sqrt(l.V())*l.Q(); math.Abs(got-want) > 1e-12 {
			t.Fatalf("Chat E[sd] = %v, want sqrt(v) q = %v", got, want)
		}
	})
}

// What the thesis says of f_m, v_m and q(m), and is not so (errata E25, E27).
func TestTStatisticAgainstTheText(t *testing.T) {
	f := func(rho1, rho2 float64) float64 { return TStatistic{3, rho1, rho2}.DF() }
	if !(f(0.5, 0) < f(0, 0)) {
		t.Error("f_m grows with rho1 at rho2 = 0; table 5.2 says 5.00 to 3.86")
	}
	if !(f(0.5, 0.5) > f(0.5, 0)) {
		t.Error("f_m falls with rho2 at rho1 = 1/2")
	}
	if q := (TStatistic{3, 0.5, 0}).Q(); q <= (TStatistic{2, 0.5, 0}).Q() {
		t.Error("q(m) falls from m = 2 to 3 at rho1 = 1/2, rho2 = 0; table 5.12 has 0.874, 0.890")
	}
	if v := (TStatistic{4, 0.5, 0.1}).V(); v <= (TStatistic{3, 0.5, 0.1}).V() {
		t.Error("v_m falls at rho1 = 1/2, rho2 = 0.1")
	}
}

// C_m and f_m against simulated moments: E[mean²]/E[sd²] is C_m², and twice
// E[sd²]²/Var[sd²] is f_m.
func TestTStatisticMonteCarlo(t *testing.T) {
	const draws = 40000
	for _, l := range []TStatistic{{2, 0, 0.4}, {3, 0.5, 0.1}, {5, 0.2, 0.4}, {4, 0.3, 0.3}} {
		t.Run(fmt.Sprint(l), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(l.M)))
			var mean2, mean4, s1, s2, s4, s8 float64
			for range draws {
				mean, sd := meanSD(draw(rng, l, 0))
				v := sd * sd
				mean2, mean4 = mean2+mean*mean/draws, mean4+mean*mean*mean*mean/draws
				s1, s2, s4, s8 = s1+sd/draws, s2+v/draws, s4+v*v/draws, s8+v*v*v*v/draws
			}
			near := func(what string, got, want, se float64) {
				if math.Abs(got-want) > 4*se {
					t.Errorf("%s: %v, want %v +- %v", what, got, want, se)
				}
			}
			near("Var mean", mean2, l.Var(), math.Sqrt((mean4-mean2*mean2)/draws))
			near("E sd²", s2, l.V()*l.DF()/(2*float64(l.M)), math.Sqrt((s4-s2*s2)/draws))
			near("E sd⁴", s4, (1+2/l.DF())*math.Pow(l.V()*l.DF()/(2*float64(l.M)), 2), math.Sqrt((s8-s4*s4)/draws))
			near("E sd", s1, l.ExactExpectedSD(), math.Sqrt((s2-s1*s1)/draws))
			if gap := l.ExpectedSD()/l.ExactExpectedSD() - 1; math.Abs(gap) > 0.01 {
				t.Errorf("the chi-squared E[sd] is off by %v", gap)
			}
			if math.Abs(l.PrintedExpectedSD()-s1) < 8*math.Sqrt((s2-s1*s1)/draws) {
				t.Errorf("E3: the printed form %v is near %v", l.PrintedExpectedSD(), s1)
			}
		})
	}
}

// At rho1 = rho2 the statistic is exactly t, and ExpectedSD is exact.
func TestExceedIsT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 300).Draw(t, "m")
		rho := rapid.Float64Range(0, 0.9).Draw(t, "rho")
		q := rapid.Float64Range(0, 5).Draw(t, "t")
		l := TStatistic{m, rho, rho}
		want := tTail(q, variance.DFhat(m))
		if got := l.Exceed(0, l.C()*q); math.Abs(got-want) > 1e-10 {
			t.Fatalf("%v, want %v", got, want)
		}
		// just off the diagonal the other quadrature takes over
		if near := (TStatistic{m, rho, rho + 1e-12}); math.Abs(near.Exceed(0.3, near.C()*q)-l.Exceed(0.3,
			l.C()*q)) > 1e-9 {
			t.Fatalf("%v beside %v", near.Exceed(0.3, near.C()*q), l.Exceed(0.3, l.C()*q))
		}
		if got := l.ExactExpectedSD(); math.Abs(got-l.ExpectedSD()) > 1e-12 {
			t.Fatalf("E[sd] = %v, want %v", got, l.ExpectedSD())
		}
	})
}

func TestEstimators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := corner(t)
		for _, e := range Estimators {
			if b := e.Bias(l); math.Abs(b) > 1e-9 && (b > 0) != (0.5 > l.Rho2+e.Slope(l.M)*l.Rho1) {
				t.Fatalf("%v at %+v: bias %v", e, l, b)
			}
		}
		// (Var3 - Var1)/(Var2 - Var1) = (m+1)/(m-1)
		n := float64(l.M)
		v1 := Var1.Expectation(l)
		if d := (Var3.Expectation(l)-v1)*(n-1) - (Var2.Expectation(l)-v1)*(n+1); math.Abs(d) > 1e-12 {
			t.Fatalf("identity is off by %v", d)
		}
		if got, want := Var2.Expectation(l), l.V()*l.DF()/(2*n); math.Abs(got-want) > 1e-12 {
			t.Fatalf("E[Var2] = %v, want %v (eq. 5.21)", got, want)
		}
	})
}

// The feasible share is the area below the border of the square.
func TestFeasible(t *testing.T) {
	for _, m := range []int{2, 3, 5, 9, 40} {
		for _, e := range Estimators {
			width := min(0.5, 0.5/max(e.Slope(m), 1e-300))
			want := 4 * quad.Fixed(func(rho1 float64) float64 { return 0.5 - e.Slope(m)*rho1 }, 0, width, 4, nil, 0)
			if got := e.Feasible(m); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v, m = %d: %v, want %v", e, m, got, want)
			}
		}
	}
	if got := Var1.Feasible(2); math.Abs(got-1.0/3) > 1e-15 {
		t.Errorf("Var1 at m = 2: %v, want 1/3", got)
	}
}
