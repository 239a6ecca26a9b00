package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func within(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.17g, want %.17g within %g", what, got, want, tol)
	}
}

// distributionCases cover one to a billion effective counts, no true positives, no
// counts at all, and priors at and below 1.
var distributionCases = []struct {
	c     Counts
	prior float64
}{
	{Counts{}, 1}, {Counts{}, 2}, {Counts{0, 3, 5}, 1}, {Counts{4, 0, 0}, 1}, {Counts{1, 1, 1}, 0.5},
	{Counts{12, 3.5, 7.25}, 1}, {Counts{350, 80, 120}, 0.5}, {Counts{2300, 150, 1160}, 1},
	{Counts{1.2e6, 5.4e4, 6e4}, 1}, {Counts{9e8, 1e8, 5e7}, 1},
}

func eachCase(t *testing.T, test func(t *testing.T, l Distribution)) {
	t.Helper()
	for _, c := range distributionCases {
		for _, metric := range Metrics() {
			test(t, mustDistribution(t, metric, c.c, c.prior))
		}
	}
}

// The density integrates to the cdf, found by another method.
func TestDensityIntegratesToCDF(t *testing.T) {
	eachCase(t, func(t *testing.T, l Distribution) {
		for _, p := range []float64{0.2, 0.5, 0.9} {
			lo, hi := l.Quantile(0.05), l.Quantile(p)
			within(t, "integral of the density", quad.Fixed(l.Prob, lo, hi, 200, nil, 0), l.CDF(hi)-l.CDF(lo), 2e-9)
		}
	})
}

func TestQuantileInvertsCDF(t *testing.T) {
	eachCase(t, func(t *testing.T, l Distribution) {
		for _, p := range []float64{1e-30, 1e-6, 0.001, 0.025, 0.5, 0.6, 0.975, 0.999} {
			v := l.Quantile(p)
			// One unit in the last place of v moves the cdf by that much.
			slack := l.Prob(v)*v*2.3e-16 + 2e-13*p
			within(t, "cdf of the quantile", l.CDF(v), p, slack)
			u := l.upperQuantile(p)
			if u == 1 {
				continue // nearer to 1 than a float64 can tell
			}
			within(t, "survival of the upper quantile", l.Survival(u), p, l.Prob(u)*2.3e-16+1e-12*p)
		}
		if l.Quantile(0) != 0 || l.Quantile(1) != 1 {
			t.Error("quantiles of 0 and 1 must be 0 and 1")
		}
	})
}

func TestBetaAgainstGonum(t *testing.T) {
	for _, c := range distributionCases[:8] { // gonum is exact at small counts only
		l := mustDistribution(t, Precision, c.c, c.prior)
		a, b := l.Params()
		g := distuv.Beta{Alpha: a, Beta: b}
		for _, v := range []float64{0.01, 0.3, 0.5, 0.77, 0.99} {
			within(t, "cdf", l.CDF(v), g.CDF(v), 1e-12)
			if want := g.LogProb(v); math.Abs(l.LogProb(v)-want) > 1e-11*(1+math.Abs(want)) {
				t.Errorf("log density of Beta(%v, %v) at %v is %v, want %v", a, b, v, l.LogProb(v), want)
			}
		}
		within(t, "mean", l.Mean(), g.Mean(), 1e-15)
		within(t, "variance", l.Variance(), g.Variance(), 1e-15)
	}
}

// The density of F1 is that of Wang and Li (2019), eq. 27.
func TestF1DensityIsThePapers(t *testing.T) {
	for _, c := range distributionCases[:8] {
		l := mustDistribution(t, F1, c.c, c.prior)
		b, a := l.Params()
		la, _ := math.Lgamma(a)
		lb, _ := math.Lgamma(b)
		lab, _ := math.Lgamma(a + b)
		for _, v := range []float64{0.02, 0.4, 0.9} {
			want := a*math.Ln2 + (a-1)*math.Log1p(-v) - (a+b)*math.Log(2-v) + (b-1)*math.Log(v) + lab - la - lb
			if math.Abs(l.LogProb(v)-want) > 1e-10*(1+math.Abs(want)) {
				t.Errorf("log density of F1 at %v is %v, want %v", v, l.LogProb(v), want)
			}
		}
	}
}

func TestModeIsHighest(t *testing.T) {
	eachCase(t, func(t *testing.T, l Distribution) {
		if a, b := l.Params(); a < 1 || b < 1 || (a == 1 && b == 1) {
			return
		}
		mode, sd := l.Mode(), l.StdDev()
		for _, d := range []float64{-0.3, -0.01, 0.01, 0.3} {
			if l.LogProb(mode+d*sd) > l.LogProb(mode)+1e-9 {
				t.Errorf("%v with %+v: density is higher beside the mode %v", l.Metric(), l.z, mode)
			}
		}
	})
	// No counts: F1 with lambda = 1 has its mode inside, at 1/2.
	within(t, "mode of F1 without counts", mustDistribution(t, F1, Counts{}, 1).Mode(), 0.5, 0)
	within(t, "mode of P without counts", mustDistribution(t, Precision, Counts{}, 0.5).Mode(), 0.5, 1e-15)
}

// Sampling, moments and cdf agree: 40,000 draws, five standard errors.
func TestSamplesFollowTheDistribution(t *testing.T) {
	eachCase(t, func(t *testing.T, l Distribution) {
		x := make([]float64, 40000)
		l.Sample(x, rand.New(rand.NewPCG(3, 4)))
		n := float64(len(x))
		mean, sd := stat.MeanStdDev(x, nil)
		within(t, "sample mean", mean, l.Mean(), 5*l.StdDev()/math.Sqrt(n))
		within(t, "sample standard deviation", sd/l.StdDev(), 1, 5*1.2/math.Sqrt(2*n))
		for _, p := range []float64{0.1, 0.5, 0.9} {
			v, below := l.Quantile(p), 0.0
			for _, d := range x {
				if d <= v {
					below++
				}
			}
			within(t, "share of draws below a quantile", below/n, p, 5*math.Sqrt(p*(1-p)/n))
		}
	})
}

func TestF1MomentsAgainstQuadrature(t *testing.T) {
	for _, c := range distributionCases[:7] {
		l := mustDistribution(t, F1, c.c, c.prior)
		mean := quad.Fixed(func(u float64) float64 { return l.Quantile(u) }, 0, 1, 2000, nil, 0)
		within(t, "mean of F1", l.Mean(), mean, 1e-6)
	}
}

func TestHighestDensityIsShortest(t *testing.T) {
	eachCase(t, func(t *testing.T, l Distribution) {
		hd, err := l.HighestDensity(0.9)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "probability of the interval", l.CDF(hd.High)-l.CDF(hd.Low), 0.9, 1e-9)
		for p := 0.0; p <= 0.1; p += 0.005 {
			if other := l.upperQuantile(0.1-p) - l.lowerQuantile(p); other < (hd.High-hd.Low)*(1-1e-9) {
				t.Errorf("%v %+v: interval at tail %v has length %v, shorter than %v",
					l.Metric(), l.z, p, other, hd.High-hd.Low)
			}
		}
	})
}

func TestDistributionRejectsBadInput(t *testing.T) {
	for _, c := range []struct {
		counts Counts
		prior  float64
		metric Metric
	}{
		{Counts{-1, 0, 0}, 1, Precision}, {Counts{0, math.NaN(), 0}, 1, Precision},
		{Counts{0, 0, math.Inf(1)}, 1, Recall}, {Counts{2e15, 0, 0}, 1, Precision},
		{Counts{}, 0, Precision}, {Counts{}, math.NaN(), Precision}, {Counts{}, -1, F1}, {Counts{}, 1e9, F1},
		{Counts{}, 1, Metric(7)},
	} {
		if _, err := NewDistribution(c.metric, c.counts, c.prior); err == nil {
			t.Errorf("NewDistribution(%v, %+v, %v) succeeded", c.metric, c.counts, c.prior)
		}
	}
	l := mustDistribution(t, Precision, Counts{5, 1, 1}, 1)
	for _, level := range []float64{0, 1, -1, 2, math.NaN()} {
		if _, err := l.EqualTailed(level); err == nil {
			t.Errorf("EqualTailed(%v) succeeded", level)
		}
		if _, err := l.HighestDensity(level); err == nil {
			t.Errorf("HighestDensity(%v) succeeded", level)
		}
	}
}

// drawCounts makes counts of any size, zeros included.
func drawCounts(t *rapid.T, name string) Counts {
	scale := math.Pow(10, rapid.Float64Range(0, 9).Draw(t, name+" scale"))
	entry := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 1))
	return Counts{scale * entry.Draw(t, name+" tp"), scale * entry.Draw(t, name+" fp"),
		scale * entry.Draw(t, name+" fn")}
}

func TestNothingIsNaN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prior := rapid.SampledFrom([]float64{0.1, 0.5, 1, 3}).Draw(t, "prior")
		a, _ := NewDistribution(F1, drawCounts(t, "a"), prior)
		b, _ := NewDistribution(F1, drawCounts(t, "b"), prior)
		delta := rapid.SampledFrom([]float64{0, 0.01, -0.2}).Draw(t, "delta")
		atMost, above, err := LogDifference(a, b, delta)
		if err != nil {
			t.Fatal(err)
		}
		if s := math.Exp(atMost) + math.Exp(above); !(math.Abs(s-1) < 1e-11) {
			t.Fatalf("P(H0) + P(H1) = %v", s)
		}
		for _, l := range []Distribution{a, b} {
			ci, err := l.EqualTailed(0.95)
			if err != nil || !(0 <= ci.Low && ci.Low <= ci.High && ci.High <= 1) {
				t.Fatalf("interval %+v, %v", ci, err)
			}
			for _, v := range []float64{l.Mode(), l.Mean(), l.StdDev()} {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("mode, mean or sd %v", v)
				}
			}
		}
	})
}

// Swapping A and B swaps the hypotheses and turns the sign of delta.
func TestSwap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		metric := rapid.SampledFrom(Metrics()).Draw(t, "metric")
		a, _ := NewDistribution(metric, drawCounts(t, "a"), 1)
		b, _ := NewDistribution(metric, drawCounts(t, "b"), 1)
		delta := rapid.SampledFrom([]float64{0, 0.003, 0.3}).Draw(t, "delta")
		atMost, above, _ := LogDifference(a, b, delta)
		atMost2, above2, _ := LogDifference(b, a, -delta)
		if !sameProbability(atMost, above2, 1e-8) || !sameProbability(above, atMost2, 1e-8) {
			t.Fatalf("log P %v, %v; swapped %v, %v", atMost, above, above2, atMost2)
		}
	})
}
