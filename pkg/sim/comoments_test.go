package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Merged in any way, the moments of pairs are those of all pairs; those of one
// side are Moments.
func TestCoMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, offset := values(t, 2)
		cut := rapid.IntRange(0, len(x)).Draw(t, "cut")
		y := make([]float64, len(x))
		var a, b CoMoments
		var mx, my Moments
		for i, v := range x {
			y[i] = rapid.Float64Range(-10, 10).Draw(t, "y") - offset/2
			mx.Add(v)
			my.Add(y[i])
			if i < cut {
				a.Add(v, y[i])
			} else {
				b.Add(v, y[i])
			}
		}
		a.Merge(b)
		unit := 2e-16 * (math.Abs(offset) + 10) * float64(len(x)) * 20
		for p := range 5 {
			for q := range 5 - p {
				if p+q < 2 {
					continue
				}
				want, size := 0.0, 0.0
				for i := range x {
					d := math.Pow(x[i]-mx.Mean, float64(p)) * math.Pow(y[i]-my.Mean, float64(q))
					want, size = want+d, size+math.Abs(d)
				}
				if tol := 1e-13*size + unit*4*math.Pow(20, float64(p+q-1)); math.Abs(a.sum(p, q)-want) > tol {
					t.Fatalf("powers %d, %d: %v, want %v +- %v", p, q, a.sum(p, q), want, tol)
				}
			}
		}
		sameJSON(t, a)
	})
}

func TestCoMomentsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	var c CoMoments
	var x, y []float64
	for range 40 {
		u := rng.NormFloat64()
		x, y = append(x, 1e5+u), append(y, 3*u+rng.ExpFloat64()-1e5)
		c.Add(x[len(x)-1], y[len(y)-1])
	}
	near(t, "covariance", c.Covariance(), stat.Covariance(x, y, nil), 1e-9)
	near(t, "correlation", c.Correlation(), stat.Correlation(x, y, nil), 1e-10)
	near(t, "mean of x", c.X, stat.Mean(x, nil), 1e-15)
	near(t, "mean of y", c.Y, stat.Mean(y, nil), 1e-15)
}

// The standard error of a correlation is what is seen over many samples: for
// normal pairs (1-r²)/√n, and for pairs with heavy tails, where that is wrong.
func TestCorrelationSE(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	const n, rho = 300, 0.6
	for _, c := range []struct {
		name string
		draw func() float64
	}{
		{"normal", rng.NormFloat64},
		{"exponential", rng.ExpFloat64},
	} {
		var seen, squared Moments
		for range 1200 {
			var m CoMoments
			for range n {
				u := c.draw()
				m.Add(u, rho*u+math.Sqrt(1-rho*rho)*c.draw())
			}
			seen.Add(m.Correlation())
			squared.Add(m.CorrelationSE() * m.CorrelationSE())
		}
		ratio := squared.Mean / seen.Variance()
		if sd := seen.VarianceSE() / seen.Variance(); math.Abs(ratio-1) > 4*sd+0.03 {
			t.Errorf("%s: squared standard error over variance %.3f", c.name, ratio)
		}
		normal := (1 - rho*rho) / math.Sqrt(n)
		if got := math.Sqrt(squared.Mean) / normal; c.name == "normal" && math.Abs(got-1) > 0.02 || c.name != "normal" && got < 1.15 {
			t.Errorf("%s: %.3f times that of normal pairs", c.name, got)
		}
	}
}

func TestCoMomentsFew(t *testing.T) {
	var c CoMoments
	c.Add(1, 2)
	if !math.IsNaN(c.Covariance()) || !math.IsNaN(c.Correlation()) {
		t.Error("one pair has a covariance")
	}
	var line CoMoments
	for i := range 8 {
		line.Add(float64(i), 3-2*float64(i))
	}
	near(t, "correlation on a line", line.Correlation(), -1, 1e-15)
	near(t, "its standard error", line.CorrelationSE(), 0, 1e-7)
}

func BenchmarkCoMomentsAdd(b *testing.B) {
	var c CoMoments
	for b.Loop() {
		c.Add(1.5, 2.5)
	}
}
