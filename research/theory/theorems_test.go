package theory

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/cv"
)

// drawSingle draws covariances of single losses; convex ones have omega+gamma >= 2 tau.
func drawSingle(t *rapid.T, convex bool) SingleLosses {
	share := rapid.Float64Range(-1, 1)
	c := SingleLosses{Sigma2: 1, Omega: share.Draw(t, "omega"), Gamma: share.Draw(t, "gamma"),
		Tau: share.Draw(t, "tau")}
	if convex && c.Omega+c.Gamma < 2*c.Tau {
		c.Omega, c.Gamma, c.Tau = -c.Omega, -c.Gamma, -c.Tau
	}
	return c
}

// atLeast fails if a is below b by more than rounding.
func atLeast(t interface {
	Helper()
	Fatalf(string, ...any)
}, what string, a, b float64) {
	t.Helper()
	if a < b-1e-9*(1+math.Abs(a)+math.Abs(b)) {
		t.Fatalf("%s: %v is below %v", what, a, b)
	}
}

func setOf(t *rapid.T, method cv.Method, n int, opt cv.Options) [][]int {
	t.Helper()
	s, err := cv.New(method, n, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s.Unfolded().Overlaps()
}

// Lemmas 2.1 and 3.1: summed over all pairs of validation records, each pair by where the
// two records lie, the four covariances give f; it is a quadratic function of the overlap,
// convex if and only if omega + gamma >= 2 tau.
func TestLossPairsMakeTheQuadratic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 24).Draw(t, "n")
		n1 := rapid.IntRange(1, n-1).Draw(t, "n1")
		c := drawSingle(t, false)
		least, most := max(0, 2*n1-n), n1
		x := rapid.IntRange(least, most).Draw(t, "overlap")
		// Training sets: records 0 to n1-1, and the last x of them with the n1-x after them.
		first := func(i int) bool { return i < n1 }
		second := func(i int) bool { return i >= n1-x && i < 2*n1-x }
		sum := 0.0
		for i := range n {
			for j := range n {
				switch {
				case first(i) || second(j): // not both are validation records
				case second(i) && first(j):
					sum += c.Gamma
				case second(i) || first(j):
					sum += c.Tau
				case i == j:
					sum += c.Sigma2
				default:
					sum += c.Omega
				}
			}
		}
		n2 := float64(n - n1)
		if got, want := c.Covariance(n, n1, float64(x)), sum/(n2*n2); math.Abs(got-want) > 1e-9 {
			t.Fatalf("f(%d) = %v, by the pairs %v", x, got, want)
		}
		second2 := c.Covariance(n, n1, float64(x)+1) - 2*c.Covariance(n, n1, float64(x)) +
			c.Covariance(n, n1, float64(x)-1)
		if want := 2 * (c.Omega + c.Gamma - 2*c.Tau) / (n2 * n2); math.Abs(second2-want) > 1e-9 {
			t.Fatalf("second difference %v, want %v", second2, want)
		}
		if n1 = n / 2; n%2 == 0 {
			square, linear, constant := c.Quadratic(n)
			if got, want := constant+4/float64(n*n)*(square*float64(x*x)+linear*float64(x)),
				c.Covariance(n, n1, float64(x)); math.Abs(got-want) > 1e-9 {
				t.Fatalf("eq. 3.10 at %d: %v, want %v", x, got, want)
			}
		}
	})
}

// §3.7.1: for mean regression omega + gamma - 2 tau is 16 psi⁴/n², above 0 at every overlap.
func TestMeanRegressionIsConvex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := MeanRegression{N: 2 * rapid.IntRange(2, 500).Draw(t, "n/2"), Psi: rapid.Float64Range(0.1, 3).Draw(t,
			"psi")}
		n := float64(m.N)
		c := m.SingleLosses(rapid.Float64Range(0, n/2).Draw(t, "overlap"))
		want := 16 / (n * n) * math.Pow(m.Psi, 4)
		if got := c.Omega + c.Gamma - 2*c.Tau; math.Abs(got-want) > 1e-9*math.Pow(m.Psi, 4) || want <= 0 {
			t.Fatalf("omega + gamma - 2 tau = %v, want %v", got, want)
		}
	})
}

// convexAbove returns a convex function with its least value at bottom.
func convexAbove(bottom float64) Function {
	return func(x float64) float64 { return 1 + (x-bottom)*(x-bottom)/100 }
}

// Theorem 2.1: if f is convex and falls nowhere above the ideal overlap, no set of its size
// has less variance than a balanced one, and one that is as even as whole numbers allow has
// no more than random sets on average. Where f falls beyond the ideal, random sets win.
func TestBalancedSetsHaveLeastVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(12, 60).Draw(t, "n")
		j := rapid.IntRange(2, 8).Draw(t, "J")
		n1 := rapid.IntRange(n/4, n-2).Draw(t, "n1")
		seed := rapid.Uint64().Draw(t, "seed")
		ideal := cv.IdealOverlap(n, n1, j)
		f := convexAbove(rapid.Float64Range(0, 1).Draw(t, "bottom") * ideal)
		best := BRLT(f, n1, j, ideal)
		atLeast(t, "a random set against the balanced one", Of(f, setOf(t, cv.RLT, n,
			cv.Options{Train: n1, M: j, Seed: seed})), best)
		even := Of(f, setOf(t, cv.BRLT, n, cv.Options{Train: n1, M: j, Seed: seed}))
		atLeast(t, "the most even set against the balanced one", even, best)
		if random := RLT(f, n, n1, j); random < even-1e-9 && n >= 24 {
			t.Fatalf("n=%d n1=%d J=%d: random sets %v, the most even %v", n, n1, j, random, even)
		}
	})
	f := convexAbove(15) // beyond the ideal of 20 records, 10 of them for training, 6 splits: 4.0
	if random, best := RLT(f, 20, 10, 6), BRLT(f, 10, 6, cv.IdealOverlap(20, 10, 6)); random >= best {
		t.Errorf("without the condition of theorem 2.1: random sets %v, the balanced one %v", random, best)
	}
}

// Theorem 2.3 under the condition that it needs (erratum E21): RHS has the variance of m x
// 2 CV plus (mean of f - f(0))/(2m) whatever f is, so the first inequality holds if and
// only if f(0) is at most the mean of f. The others hold for every convex f.
func TestHalfSplitMethodsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 4 * rapid.IntRange(2, 40).Draw(t, "n/4")
		m := rapid.IntRange(2, 12).Draw(t, "m")
		c := drawSingle(t, true)
		f := func(x float64) float64 { return c.Covariance(n, n/2, x) }
		rhs, cross, regular := RLT(f, n, n/2, 2*m), Mx2(f, n, m), BCV(f, n, m)
		if got, want := rhs-cross, (OverRandom(f, n, n/2)-f(0))/(2*float64(m)); math.Abs(got-want) > 1e-9 {
			t.Fatalf("RHS less m x 2 CV is %v, want %v", got, want)
		}
		atLeast(t, "m x 2 CV against m x 2 BCV", cross, regular)
		atLeast(t, "m x 2 BCV against BRHS", regular, BRLT(f, n/2, 2*m, cv.IdealOverlap(n, n/2, 2*m)))
	})
}

// Lemma 3.2: the covariance g of two two-fold estimates is that of the twins of either; it
// is largest at the ends for every learner, and for a convex f least at n/4. For others it
// need not be least there.
func TestTwoFoldCovariance(t *testing.T) {
	g := func(f Function, n int, x float64) float64 { return (f(x) + f(float64(n)/2-x)) / 2 }
	rapid.Check(t, func(t *rapid.T) {
		n := 4 * rapid.IntRange(4, 40).Draw(t, "n/4")
		x := rapid.Float64Range(0, float64(n)/2).Draw(t, "overlap")
		c := drawSingle(t, true)
		convex := func(x float64) float64 { return c.Covariance(n, n/2, x) }
		atLeast(t, "g at the overlap against n/4", g(convex, n, x), g(convex, n, float64(n)/4))
		atLeast(t, "g at 0 against the overlap", g(convex, n, 0), g(convex, n, x))
		// Overlaps of sets are whole numbers: beyond them the functions are no covariances.
		s := Spectrum{N: n, N1: n / 2}
		for range 5 {
			s.Lambda = append(s.Lambda, rapid.Float64Range(0, 1).Draw(t, "lambda"))
		}
		whole := math.Floor(x)
		atLeast(t, "g at 0 against the overlap, any learner", g(s.At, n, 0), g(s.At, n, whole))
		if a, b := g(s.At, n, whole), g(s.At, n, float64(n)/2-whole); math.Abs(a-b) > 1e-9 {
			t.Fatalf("g(%v) = %v, g of the twin %v", whole, a, b)
		}
	})
	fourth := Spectrum{N: 40, N1: 20, Lambda: []float64{0, 0, 0, 0, 1}}
	if g(fourth.At, 40, 10) <= g(fourth.At, 40, 7) {
		t.Error("four records at a time: g is least at n/4, which is not convexity's doing")
	}
}

// Theorem 3.1: random m x 2 CV, regularized sets, balanced ones, in this order of variance
// for convex f; and eq. 3.26.
func TestRegularizedHalvesHaveLessVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(8, 40).Draw(t, "n/2")
		m := rapid.IntRange(2, 7).Draw(t, "m")
		c := drawSingle(t, true)
		f := func(x float64) float64 { return c.Covariance(n, n/2, x) }
		opt := cv.Options{M: m, Seed: rapid.Uint64().Draw(t, "seed")}
		balanced := BCV(f, n, m)
		regular := Of(f, setOf(t, cv.BCV, n, opt))
		atLeast(t, "a random set against balance", Of(f, setOf(t, cv.Mx2, n, opt)), balanced)
		atLeast(t, "the set as constructed against balance", regular, balanced)
		atLeast(t, "random sets on average against the constructed one", Mx2(f, n, m), regular)
		rho1, rho2 := Correlations(f, n)
		sigma2, k := f(float64(n)/2), float64(m)
		if want := sigma2*(1+rho1)/(2*k) + (k-1)/k*sigma2*rho2; sigma2 != 0 &&
			math.Abs(balanced-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("eq. 3.26: %v, want %v", balanced, want)
		}
	})
}

// Corollaries 2.1 and 3.1: balanced sets of one size have one variance, whatever the seed.
func TestBalancedSetsHaveOneVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawSingle(t, false)
		a, b := rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "other seed")
		k := rapid.IntRange(2, 6).Draw(t, "n in blocks")
		for _, s := range []struct {
			method cv.Method
			n, n1  int
			opt    cv.Options
		}{
			{cv.BCV, 8 * k, 4 * k, cv.Options{M: 7}}, {cv.KFold, 5 * k, 4 * k, cv.Options{K: 5}},
			{cv.BRLT, 10 * k, 5 * k, cv.Options{M: 6, Train: 5 * k}},
		} {
			f := func(x float64) float64 { return c.Covariance(s.n, s.n1, x) }
			s.opt.Seed = a
			first := Of(f, setOf(t, s.method, s.n, s.opt))
			s.opt.Seed = b
			if second := Of(f, setOf(t, s.method, s.n, s.opt)); math.Abs(first-second) > 1e-12 {
				t.Fatalf("%s: variances %v and %v", s.method, first, second)
			}
		}
	})
}

// Corollary 3.2: the variance of balanced m x 2 CV falls with m, and the share of its
// second part, which no replication removes, rises, where rho2 is above 0.
func TestVarianceFallsWithReplications(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := TStatistic{M: rapid.IntRange(1, 50).Draw(t, "m"), Rho1: rapid.Float64Range(-0.9, 0.99).Draw(t, "rho1")}
		l.Rho2 = rapid.Float64Range(0, 0.999).Draw(t, "share of the limit") * (1 + l.Rho1) / 2
		next := l
		next.M++
		if gap := l.Var() - next.Var(); gap <= 0 {
			t.Fatalf("%+v: the variance rises by %v", l, -gap)
		}
		part := func(l TStatistic) float64 { return (1 - 1/float64(l.M)) * l.Rho2 / l.Var() }
		if l.Rho2 > 1e-6 && part(next) <= part(l) {
			t.Fatalf("%+v: the share of the second part falls from %v to %v", l, part(l), part(next))
		}
	})
	if l, next := (TStatistic{M: 3, Rho2: 0.51}), (TStatistic{M: 4, Rho2: 0.51}); l.Var() >= next.Var() {
		t.Error("beyond (1+rho1)/2, where no estimates are, the variance falls as well")
	}
}
