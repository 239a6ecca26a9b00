package sim

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

type tester interface {
	Helper()
	Errorf(string, ...any)
}

func near(t tester, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// sameJSON checks that a state comes back from JSON to the last bit.
func sameJSON[S any](t tester, s S) {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Errorf("%v", err)
	}
	var back S
	if err := json.Unmarshal(text, &back); err != nil {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff(s, back); diff != "" {
		t.Errorf("from JSON: %s", diff)
	}
}

// values draws numbers around an offset that may be large.
func values(t *rapid.T, least int) (x []float64, offset float64) {
	offset = rapid.SampledFrom([]float64{0, -3, 1e6, 1e9}).Draw(t, "offset")
	x = rapid.SliceOfN(rapid.Float64Range(-10, 10), least, 60).Draw(t, "x")
	for i := range x {
		x[i] += offset
	}
	return x, offset
}

// powerSum returns the sum of a power of the deviations from the mean, in two
// passes, and the mean of their absolute values.
func powerSum(x []float64, power int) (sum, size float64) {
	mean := stat.Mean(x, nil)
	for _, v := range x {
		p := math.Pow(v-mean, float64(power))
		sum += p
		size += math.Abs(p)
	}
	return sum, size
}

// Merged in any way, moments equal the moments of all values. The rounding of a value is
// 1e-16 of the offset, so that a sum of powers p may be off by p times that for
// each value, times the range to the power p-1.
func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, offset := values(t, 2)
		cut, cut2 := rapid.IntRange(0, len(x)).Draw(t, "cut"), rapid.IntRange(0, len(x)).Draw(t, "cut2")
		cut, cut2 = min(cut, cut2), max(cut, cut2)
		var parts [3]Moments
		for i, v := range x {
			switch {
			case i < cut:
				parts[0].Add(v)
			case i < cut2:
				parts[1].Add(v)
			default:
				parts[2].Add(v)
			}
		}
		left, right := parts[0], parts[1] // (a+b)+c and a+(b+c)
		left.Merge(parts[1])
		left.Merge(parts[2])
		right.Merge(parts[2])
		first := parts[0]
		first.Merge(right)
		unit := 2e-16 * (math.Abs(offset) + 10) * float64(len(x)) * 20
		for _, m := range []Moments{left, first} {
			if m.N != float64(len(x)) {
				t.Fatalf("%v values of %d", m.N, len(x))
			}
			near(t, "mean", m.Mean, stat.Mean(x, nil), 1e-14)
			for k, got := range []float64{m.M2, m.M3, m.M4} {
				p := k + 2
				want, size := powerSum(x, p)
				if tol := 1e-13*size + unit*float64(p)*math.Pow(20, float64(p-1)); math.Abs(got-want) > tol {
					t.Fatalf("power %d: %v, want %v +- %v", p, got, want, tol)
				}
			}
		}
		sameJSON(t, left)
	})
}

// Against gonum/stat, whose kurtosis is computed from the k-statistics.
func TestMomentsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	var x []float64
	var m Moments
	for range 25 {
		x = append(x, 1e4+rng.ExpFloat64())
		m.Add(x[len(x)-1])
	}
	near(t, "variance", m.Variance(), stat.Variance(x, nil), 1e-9)
	near(t, "standard error", m.MeanSE(), stat.StdErr(stat.StdDev(x, nil), 25), 1e-9)
	k2 := stat.Variance(x, nil)
	k4 := stat.ExKurtosis(x, nil) * k2 * k2
	near(t, "standard error of the variance", m.VarianceSE(), math.Sqrt((50*k2*k2+24*k4)/(25*26)), 1e-9)
}

// The squared standard errors are without bias: over many samples of 20
// exponential values they are the variance of what they belong to.
func TestMomentsSE(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var means, variances, meanSE, varianceSE Moments
	for range 40000 {
		var m Moments
		for range 20 {
			m.Add(rng.ExpFloat64())
		}
		means.Add(m.Mean)
		variances.Add(m.Variance())
		meanSE.Add(m.MeanSE() * m.MeanSE())
		varianceSE.Add(m.VarianceSE() * m.VarianceSE())
	}
	// An exponential has variance 1 and kappa4 = 6.
	near(t, "variance of the mean", means.Variance(), 1.0/20, 4*means.VarianceSE())
	near(t, "its estimate", meanSE.Mean, 1.0/20, 4*meanSE.MeanSE())
	near(t, "variance of the variance", variances.Variance(), 6.0/20+2.0/19, 4*variances.VarianceSE())
	near(t, "its estimate", varianceSE.Mean, 6.0/20+2.0/19, 4*varianceSE.MeanSE())
}

func TestMomentsFew(t *testing.T) {
	if m := (Moments{N: 1}); !math.IsNaN(m.Variance()) || !math.IsNaN(m.MeanSE()) || !math.IsNaN(m.VarianceSE()) {
		t.Error("one value has a variance")
	}
	var constant, twoPoints Moments
	for i := range 10 {
		constant.Add(3)
		twoPoints.Add(float64(i % 2))
	}
	if constant.Variance() != 0 || constant.VarianceSE() != 0 || twoPoints.VarianceSE() != 0 {
		t.Error("standard errors of constant values, or of two points")
	}
}

func BenchmarkMomentsAdd(b *testing.B) {
	var m Moments
	for b.Loop() {
		m.Add(1.5)
	}
}

func TestProportion(t *testing.T) {
	var p Proportion
	for i := range 40 {
		p.Add(i < 3)
	}
	near(t, "standard error", p.SE(), math.Sqrt(0.075*0.925/40), 1e-15)
	other := p
	if p.Merge(other); p.Value() != 0.075 || p.N != 80 {
		t.Errorf("merged %+v", p)
	}
	sameJSON(t, p)
}
