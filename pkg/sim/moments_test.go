package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

func near(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// twoPass returns variance, third and fourth sums of deviations, in two passes.
func twoPass(x []float64) (mean, m2, m3, m4 float64) {
	mean = stat.Mean(x, nil)
	for _, v := range x {
		d := v - mean
		m2 += d * d
		m3 += d * d * d
		m4 += d * d * d * d
	}
	return mean, m2, m3, m4
}

// Merged in any way, moments are those of all values, with a large offset too.
func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offset := rapid.SampledFrom([]float64{0, 1e6}).Draw(t, "offset")
		x := rapid.SliceOfN(rapid.Float64Range(-10, 10), 2, 60).Draw(t, "x")
		cut := rapid.IntRange(0, len(x)).Draw(t, "cut")
		var a, b Moments
		for i := range x {
			x[i] += offset
			if i < cut {
				a.Add(x[i])
			} else {
				b.Add(x[i])
			}
		}
		a.Merge(b)
		mean, m2, m3, m4 := twoPass(x)
		tol := 1e-10 * (1 + offset/10)
		near(t, "mean", a.Mean, mean, 1e-12)
		near(t, "M2", a.M2, m2, tol)
		near(t, "M3", a.M3, m3, tol*100)
		near(t, "M4", a.M4, m4, tol*1000)
	})
}

// The standard errors are those seen over many samples.
func TestMomentsSE(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var means, variances, meanSE, varianceSE Moments
	for range 4000 {
		var m Moments
		for range 60 {
			m.Add(rng.ExpFloat64())
		}
		means.Add(m.Mean)
		variances.Add(m.Variance())
		meanSE.Add(m.MeanSE() * m.MeanSE())
		varianceSE.Add(m.VarianceSE() * m.VarianceSE())
	}
	near(t, "standard error of the mean", meanSE.Mean, means.Variance(), 0.05)
	// The fourth moment of 60 exponentials is estimated low by a tenth.
	if r := varianceSE.Mean / variances.Variance(); r < 0.8 || r > 1.05 {
		t.Errorf("squared standard error of the variance over its variance: %v", r)
	}
	if m := (Moments{N: 1}); !math.IsNaN(m.Variance()) || !math.IsNaN(m.VarianceSE()) {
		t.Error("one value has a variance")
	}
}

func TestCovariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	const d, n = 4, 50
	all, parts := NewCovariance(d), []Covariance{NewCovariance(d), {}, NewCovariance(d), NewCovariance(d)}
	columns := make([][]float64, d)
	for i := range n {
		x := make([]float64, d)
		for j := range x {
			x[j] = 1e5 + rng.NormFloat64() + 0.5*x[0]*1e-5
			columns[j] = append(columns[j], x[j])
		}
		all.Add(x)
		parts[[]int{0, 2, 3}[i%3]].Add(x)
	}
	var merged Covariance
	for _, p := range parts {
		merged.Merge(p)
	}
	for i := range d {
		for j := range d {
			want := stat.Covariance(columns[i], columns[j], nil)
			near(t, fmt.Sprint("added ", i, j), all.At(i, j), want, 1e-8)
			near(t, fmt.Sprint("merged ", i, j), merged.At(i, j), want, 1e-8)
			near(t, fmt.Sprint("correlation ", i, j), merged.Correlation(i, j), stat.Correlation(columns[i], columns[j], nil), 1e-8)
		}
	}
	got := all.Classes(2, func(i, j int) int {
		switch {
		case i == j:
			return 0
		case i == 3:
			return -1
		}
		return 1
	})
	near(t, "variances", got[0], (all.At(0, 0)+all.At(1, 1)+all.At(2, 2)+all.At(3, 3))/4, 1e-15)
	near(t, "covariances", got[1], (all.At(0, 1)+all.At(0, 2)+all.At(1, 2))/3, 1e-15)
}

// The jackknife of a mean is its standard error; that of a ratio is near what
// is seen over many experiments.
func TestJackknife(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	merge := func(into *Covariance, from Covariance) { into.Merge(from) }
	ratio := func(c Covariance) float64 { return c.Mean[0] / c.Mean[1] }
	var values, errors Moments
	for range 400 {
		var b Batches[Covariance]
		for range 20 {
			c := NewCovariance(2)
			for range 5 {
				x := rng.NormFloat64()
				c.Add([]float64{3 + x, 2 + 0.5*x + 0.3*rng.NormFloat64()})
			}
			b.Merge(Batches[Covariance]{Parts: []Covariance{c}})
		}
		v, se := b.Jackknife(merge, ratio)
		values.Add(v)
		errors.Add(se * se)
	}
	if r := errors.Mean / values.Variance(); math.Abs(r-1) > 0.25 {
		t.Errorf("squared jackknife error over the variance: %v", r)
	}
	one := Batches[Covariance]{Parts: []Covariance{NewCovariance(2)}}
	if _, se := one.Jackknife(merge, func(Covariance) float64 { return 1 }); !math.IsNaN(se) {
		t.Error("one batch has a standard error")
	}
}

func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	exact, parts := Sample{}, []Sample{{Limit: 500}, {Limit: 500}, {Limit: 500}}
	var x []float64
	for i := range 20000 {
		v := rng.NormFloat64()
		x = append(x, v)
		exact.Add(v)
		parts[i%7%3].Add(v)
	}
	merged := Sample{Limit: 500}
	for _, p := range parts {
		merged.Merge(p)
	}
	if merged.Seen != 20000 || len(merged.Values) > 500 || len(merged.Values) < 200 {
		t.Fatalf("%d values kept of %d", len(merged.Values), merged.Seen)
	}
	slices.Sort(x)
	for _, q := range []float64{0, 0.05, 0.5, 0.95, 1} {
		want := stat.Quantile(q, stat.LinInterp, x, nil)
		near(t, fmt.Sprint("exact ", q), exact.Quantile(q), want, 1e-3)
		if q > 0 && q < 1 {
			rank := stat.CDF(merged.Quantile(q), stat.Empirical, x, nil)
			near(t, fmt.Sprint("thinned ", q), rank, q, 4*math.Sqrt(q*(1-q)/float64(len(merged.Values))))
		}
	}
	if !math.IsNaN((Sample{}).Quantile(0.5)) {
		t.Error("a quantile of nothing")
	}
}

// R 4.2.2: prop.test(3, 40, correct = FALSE)$conf.int
func TestWilson(t *testing.T) {
	var p Proportion
	for i := range 40 {
		p.Add(i < 3)
	}
	low, high := p.Wilson(1.959963984540054)
	near(t, "low", low, 0.02583602577, 1e-9)
	near(t, "high", high, 0.19864233524, 1e-9)
	near(t, "standard error", p.SE(), math.Sqrt(0.075*0.925/40), 1e-15)
}

func BenchmarkMomentsAdd(b *testing.B) {
	var m Moments
	for b.Loop() {
		m.Add(1.5)
	}
}

func BenchmarkCovarianceAdd(b *testing.B) {
	c, x := NewCovariance(30), make([]float64, 30)
	for b.Loop() {
		c.Add(x)
	}
}
