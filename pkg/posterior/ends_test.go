package posterior_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Small priors put quantiles where the odds of Z leave the range of float64, which once
// made Newton's steps go on for ever.
func TestSmallPriorsEnd(t *testing.T) {
	task := posterior.Task{M: 3, A: posterior.Model{Name: "a"}, B: posterior.Model{Name: "b"}}
	for range 6 {
		task.A.Folds = append(task.A.Folds, posterior.Counts{TP: 50})
		task.B.Folds = append(task.B.Folds, posterior.Counts{TP: 40, FP: 10, FN: 2})
	}
	for _, c := range []struct{ prior, level float64 }{{0.005, 0.95}, {0.02, 0.999999999}, {0.001, 0.5},
		{0.001, 1e-9}} {
		for _, hdi := range []bool{false, true} {
			numtest.Ends(t, func() {
				rows, err := posterior.Compare([]posterior.Task{task},
					posterior.Options{Prior: c.prior, Level: c.level, HDI: hdi})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range rows {
					if ends := []float64{0, r.ALow, r.AHigh, 1}; !slices.IsSorted(ends) {
						t.Errorf("%+v: interval of A %v, want it in [0, 1]", c, ends[1:3])
					}
					if ends := []float64{0, r.BLow, r.BHigh, 1}; !slices.IsSorted(ends) || r.BLow == r.BHigh {
						t.Errorf("%+v: interval of B %v, want one with a length in [0, 1]", c, ends[1:3])
					}
				}
			}, "Compare", c, hdi)
		}
	}
}

// Beyond the range of odds a quantile follows from the leading power of its tail: with
// the prior 0.01 and no errors P(P > v) is nearly (1-v)^0.01, known where it is 1/2.
func TestQuantileNextToTheEnd(t *testing.T) {
	l, err := posterior.NewDistribution(posterior.Recall, posterior.Counts{FN: 5}, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	numtest.Ends(t, func() {
		for _, p := range []float64{1e-3, 0.05, 0.3} {
			v := l.Quantile(p)
			if math.Abs(l.CDF(v)-p) > 1e-12 {
				t.Errorf("CDF(Quantile(%v)) = %v", p, l.CDF(v))
			}
		}
		if v := l.Quantile(1e-9); v != 0 {
			t.Errorf("quantile of 1e-9 = %v, it lies near 1e-900", v)
		}
	}, "Quantile")
}

// What is NaN stays NaN, and ends.
func TestNaNEnds(t *testing.T) {
	good, err := posterior.NewDistribution(posterior.F1, posterior.Counts{TP: 5, FP: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(posterior.Distribution, float64) float64{
		"CDF": posterior.Distribution.CDF, "Survival": posterior.Distribution.Survival,
		"LogCDF": posterior.Distribution.LogCDF, "LogSurvival": posterior.Distribution.LogSurvival,
	} {
		numtest.Ends(t, func() {
			if v := f(good, math.NaN()); !math.IsNaN(v) {
				t.Errorf("%s(NaN) = %v", name, v)
			}
		}, name, "NaN")
	}
	var zero posterior.Distribution // nobody made it
	numtest.Ends(t, func() {
		zero.Mean()
		zero.Variance()
		zero.CDF(0.5)
		zero.Quantile(0.1)
		zero.Sample(make([]float64, 3), rand.New(rand.NewPCG(1, 1)))
	}, "a zero Distribution")
}

// FuzzDistribution calls everything that a posterior distribution does, each call with a
// limit of time.
func FuzzDistribution(f *testing.F) {
	f.Add(uint8(0), 50.0, 0.0, 0.0, 0.005, 0.5, 0.975, 0.1)
	f.Add(uint8(1), 50.0, 0.0, 0.0, 0.02, 1.0, 0.999999999, -0.5)
	f.Add(uint8(2), 1e15, 1e15, 0.0, 1.0, 0.0, 0.5, 0.0)
	f.Add(uint8(2), 1e9, 300.0, 3.0, 1e6, 5e-324, 1e-9, 1e-12)
	f.Add(uint8(0), 0.0, 1e15, 0.0, 0.001, math.NaN(), 1e-300, 1.0)
	f.Fuzz(func(t *testing.T, metric uint8, tp, fp, fn, prior, v, p, delta float64) {
		m := posterior.Metric(metric % 3)
		a, err := posterior.NewDistribution(m, posterior.Counts{TP: tp, FP: fp, FN: fn}, prior)
		if err != nil {
			return
		}
		b, err := posterior.NewDistribution(m, posterior.Counts{TP: fn, FP: tp / 2, FN: fp}, prior)
		if err != nil {
			t.Fatal(err)
		}
		call := func(what string, f func() []float64) {
			numtest.Ends(t, func() {
				for _, x := range f() {
					if math.IsNaN(x) {
						t.Errorf("%s is NaN", what)
					}
				}
			}, what, metric, tp, fp, fn, prior, v, p, delta)
		}
		both := func(i infer.Interval, err error) []float64 {
			if err == nil && !(0 <= i.Low && i.Low <= i.High && i.High <= 1) {
				t.Errorf("interval %v", i)
			}
			return []float64{i.Low, i.High}
		}
		call("Mean", func() []float64 { return []float64{a.Mean(), a.Mode()} })
		call("Variance", func() []float64 { return []float64{a.StdDev()} })
		if !math.IsNaN(v) {
			call("Prob", func() []float64 { return []float64{a.Prob(v), a.LogProb(v)} })
			call("CDF", func() []float64 { return []float64{a.CDF(v), a.Survival(v), a.LogCDF(v), a.LogSurvival(v)} })
		}
		call("EqualTailed", func() []float64 { return both(a.EqualTailed(p)) })
		call("HighestDensity", func() []float64 { return both(a.HighestDensity(p)) })
		if p >= 0 && p <= 1 {
			call("Quantile", func() []float64 { return []float64{a.Quantile(p)} })
		}
		call("LogDifference", func() []float64 {
			atMost, above, err := posterior.LogDifference(a, b, delta)
			if err == nil && math.Abs(math.Exp(atMost)+math.Exp(above)-1) > 1e-6 {
				t.Errorf("tails exp(%v) and exp(%v)", atMost, above)
			}
			return []float64{atMost, above}
		})
		call("Rope", func() []float64 { r, _ := posterior.Rope(a, b, delta); return []float64{r} })
		call("Curve", func() []float64 { x, y := a.Curve(5); return append(x, y...) })
		call("Sample", func() []float64 {
			x := make([]float64, 20)
			a.Sample(x, rand.New(rand.NewPCG(1, 2)))
			return x
		})
	})
}
