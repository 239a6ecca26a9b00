package variance

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
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

// The matrix itself decides.
func TestPositiveDefinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := TStatistic{rapid.IntRange(1, 6).Draw(t, "m"), rapid.Float64Range(-1.2, 1.2).Draw(t, "rho1"),
			rapid.Float64Range(-1.2, 1.2).Draw(t, "rho2")}
		sigma := mat.NewSymDense(2*l.M, nil)
		for i := range 2 * l.M {
			for j := range 2 * l.M {
				switch {
				case i == j:
					sigma.SetSym(i, j, 1)
				case i/2 == j/2:
					sigma.SetSym(i, j, l.Rho1)
				default:
					sigma.SetSym(i, j, l.Rho2)
				}
			}
		}
		var e mat.EigenSym
		e.Factorize(sigma, false)
		least := e.Values(nil)[0]
		if math.Abs(least) < 1e-9 {
			t.Skip("at the border")
		}
		if (l.Check() == nil) != (least > 0) {
			t.Fatalf("%+v: %v, least eigenvalue %v", l, l.Check(), least)
		}
		w, b, m := l.Eigenvalues()
		if l.M == 1 {
			b = w
		}
		if got := min(w, b, m); math.Abs(got-least) > 1e-12 {
			t.Fatalf("least eigenvalue %v, want %v", got, least)
		}
	})
	for _, l := range []TStatistic{{0, 0, 0}, {3, 1, 0}, {3, math.NaN(), 0}, {3, 0, math.NaN()}, {1, 0, math.NaN()},
		{3, 0, 0.5}} {
		if l.Check() == nil {
			t.Errorf("%+v passes", l)
		}
	}
}

func TestExceedMonteCarlo(t *testing.T) {
	const draws = 40000
	for _, c := range []struct {
		l              TStatistic
		effect, factor float64
	}{
		{TStatistic{1, 0.2, 0}, 1, 2}, {TStatistic{2, 0, 0.4}, 0.8, 1.5}, {TStatistic{3, 0.4, 0.1}, 0.5, 1},
		{TStatistic{8, 0.1, 0.3}, 1.2, 1.8}, {TStatistic{40, 0.5, 0.2}, 1.5, 1.6},
	} {
		rng := rand.New(rand.NewPCG(11, uint64(c.l.M)))
		hits := 0
		for range draws {
			if mean, sd := meanSD(draw(rng, c.l, c.effect)); mean > c.factor*sd {
				hits++
			}
		}
		want := c.l.Exceed(c.effect, c.factor)
		if got := float64(hits) / draws; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/draws) {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}

// The effect and the signs: P(mean > c sd) at mu and P(mean < -c sd) at -mu agree,
// which is 1 - P(mean > -c sd) at -mu.
func TestExceedMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := corner(t)
		if l.Check() != nil {
			return
		}
		e, f := rapid.Float64Range(-3, 3).Draw(t, "effect"), rapid.Float64Range(-3, 3).Draw(t, "factor")
		if a, b := l.Exceed(e, f), 1-l.Exceed(-e, -f); math.Abs(a-b) > 1e-12 {
			t.Fatalf("%v and %v", a, b)
		}
	})
}

// At the ends of the correlations Sigma_2m is singular: some contrast, or the mean, has
// no variance.
func TestCheckAtTheEnds(t *testing.T) {
	for _, l := range []TStatistic{{2, 0, 0.5}, {2, 0, -0.5}, {3, 0.5, 0.75}, {3, 0.5, -0.375}, {1, 1, 0}, {1, -1, 0},
		{2, 1, 0.5}, {2, -1, 0}} {
		if err := l.Check(); err == nil {
			t.Errorf("%+v was accepted", l)
		}
	}
	for _, l := range []TStatistic{{2, 0, 0.499}, {2, 0, -0.499}, {1, 0.999, 9}, {2, -0.999, 0}} {
		if err := l.Check(); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
}
