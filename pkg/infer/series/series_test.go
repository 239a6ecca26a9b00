package series

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
)

// forecasts are errors of two forecasts, drawn by R.
var forecasts = [2][]float64{
	{1.471, 3.452, 4.008, 2.328, 3.06, 1.998, 0.105, -0.255, -0.132, 0.922, 1.301, 1.356, 1.984, -0.396, 1.075, 0.722, 1.113,
		1.148, -0.409, -0.481, -1.111, 0.163, 0.192, 0.018, -0.412, -0.768, 0.614, -0.798, -0.541, 0.044},
	{0.463, 0.221, 0.588, 2.513, 2.198, 1.724, -1.176, -0.174, 0.129, -1.106, -0.454, -0.02, 0.697, 1.265, 1.047, 1.966,
		1.983, 2.491, 2.884, 2.353, 1.739, -0.33, -0.965, -1.609, -2.936, -3.192, -2.752, -2.101, -1.131, 2.584},
}

func squared() (s Sample) {
	for t, a := range forecasts[0] {
		b := forecasts[1][t]
		s.A, s.B = append(s.A, a*a), append(s.B, b*b)
	}
	return s
}

func near(t *testing.T, name string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.15g, want %.15g", name, got, want)
	}
}

// HLN is dm.test(a, b, h, power = 2) of R's forecast 8.20, whose differences are those of A minus B.
func TestHLN(t *testing.T) {
	for _, c := range []struct {
		horizon              int
		statistic, p, worseA float64
	}{{0, 0.973459058793635, 0.338375577870524, 0.830812211064738},
		{1, 0.973459058793635, 0.338375577870524, 0.830812211064738},
		{2, 0.633197421430414, 0.531566876818548, 0.734216561590726},
		{3, 0.530594497699813, 0.599739861124686, 0.700130069437657}} {
		s := squared()
		s.Horizon = c.horizon
		r, err := HLN(s, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "statistic", r.Statistic, c.statistic, 1e-13)
		near(t, "p", r.PValue, c.p, 1e-13)
		if r, err = HLN(s, infer.Options{Alternative: infer.Less}); err != nil {
			t.Fatal(err)
		}
		near(t, "one-sided p", r.PValue, c.worseA, 1e-13)
	}
}

// The statistics are those of numpy, by the sums of the definitions.
func TestStatistics(t *testing.T) {
	for _, c := range []struct {
		name                                  string
		run                                   func(Sample, infer.Options) (infer.Result, error)
		estimate, statistic, df, p, tolerance float64
	}{{"dm-ewc", EWC, 0.9515446666666668, 0.4292297004823498, 3, 0.6967147400507174, 1e-12},
		{"dm-fixed-b", FixedB, 0.9515446666666668, 0.6111023187832648, 0, 0.588103891512198, 2e-3}} {
		r, err := c.run(squared(), infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.name+" estimate", r.Estimate, c.estimate, 1e-12)
		near(t, c.name+" statistic", r.Statistic, c.statistic, 1e-12)
		near(t, c.name+" p", r.PValue, c.p, c.tolerance)
		if c.df > 0 && (len(r.DF) != 1 || r.DF[0] != c.df) || c.df == 0 && r.DF != nil {
			t.Errorf("%s: degrees of freedom %v, want %v", c.name, r.DF, c.df)
		}
		if !(r.CI.Low < r.Estimate && r.Estimate < r.CI.High) || r.CI.Low > 0 == !r.Reject {
			t.Errorf("%s: interval %v of the estimate %v", c.name, r.CI, r.Estimate)
		}
	}
}

// Critical values are those of Kiefer and Vogelsang (2005), table 1, whose polynomials are fitted to simulations.
func TestBartlett(t *testing.T) {
	for _, c := range []struct {
		tail   float64
		coeffs [4]float64
	}{{0.1, [4]float64{1.2816, 1.3040, 0.5135, -0.3386}}, {0.05, [4]float64{1.6449, 2.1859, 0.3142, -0.3427}},
		{0.025, [4]float64{1.96, 2.9694, 0.4160, -0.5324}}, {0.01, [4]float64{2.3263, 4.1618, 0.5368, -0.9060}}} {
		for _, b := range []float64{0.03, 0.05, 0.15, 0.5, 1} {
			want := c.coeffs[0] + c.coeffs[1]*b + c.coeffs[2]*b*b + c.coeffs[3]*b*b*b
			got := bartlett(b).Critical(c.tail)
			near(t, fmt.Sprintf("critical value at %v, b = %v", c.tail, b), got/want, 1, 0.02)
			near(t, "tail of it", bartlett(b).Tail(got), c.tail, 1e-9)
			near(t, "lower tail", bartlett(b).Tail(-got), 1-c.tail, 1e-9)
		}
	}
}

// Critical values at b = 1 are those of Kiefer and Vogelsang (2002), table 1.
func TestWholeBandwidth(t *testing.T) {
	for tail, want := range map[float64]float64{0.1: 2.740, 0.05: 3.764, 0.025: 4.771, 0.01: 6.090} {
		near(t, fmt.Sprint("critical value at ", tail), bartlett(1).Critical(tail), want, 0.006)
	}
}

// Reversing time changes nothing, and exchanging the forecasts the sign alone.
func TestSymmetry(t *testing.T) {
	for _, test := range Tests() {
		s := squared()
		back := Sample{Horizon: 2}
		for i := len(s.A) - 1; i >= 0; i-- {
			back.A, back.B = append(back.A, s.A[i]), append(back.B, s.B[i])
		}
		s.Horizon = 2
		forth, err := test.Run(s, infer.Options{})
		other, problem := test.Run(back, infer.Options{})
		exchanged, third := test.Run(Sample{A: s.B, B: s.A, Horizon: 2}, infer.Options{})
		if err = errors.Join(err, problem, third); err != nil {
			t.Fatal(err)
		}
		near(t, test.Name+" reversed", other.Statistic, forth.Statistic, 1e-12)
		near(t, test.Name+" exchanged", exchanged.Statistic, -forth.Statistic, 1e-12)
	}
}

// Errors of the first kind, two-sided at 5%, on normal differences with autocorrelation; those of the paired t-test are
// 15% and 33% at 0.3 and 0.6.
func TestLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const sets = 2000
	for _, c := range []struct {
		name string
		run  func(Sample, infer.Options) (infer.Result, error)
		most [3]float64 // at autocorrelations 0, 0.3 and 0.6
	}{{"dm-ewc", EWC, [3]float64{0.065, 0.07, 0.08}}, {"dm-fixed-b", FixedB, [3]float64{0.065, 0.08, 0.12}}} {
		for i, rho := range []float64{0, 0.3, 0.6} {
			rng, wrong := rand.New(rand.NewPCG(1, uint64(i))), 0
			for range sets {
				s := Sample{A: make([]float64, 40), B: make([]float64, 40)}
				d := rng.NormFloat64()
				for k := range s.B {
					s.B[k] = d
					d = rho*d + math.Sqrt(1-rho*rho)*rng.NormFloat64()
				}
				if r, err := c.run(s, infer.Options{}); err != nil {
					t.Fatal(err)
				} else if r.Reject {
					wrong++
				}
			}
			if rate := float64(wrong) / sets; rate > c.most[i] || rate < 0.035 {
				t.Errorf("%s at %.1f: errs in %.1f%%, want 3.5%% to %.1f%%", c.name, rho, 100*rate, 100*c.most[i])
			}
		}
	}
}

// What is no sample is refused, and differences without spread say nothing.
func TestDegenerate(t *testing.T) {
	for _, test := range Tests() {
		for name, s := range map[string]Sample{
			"unequal numbers": {A: []float64{1, 2, 3, 4, 5}, B: []float64{1, 2, 3, 4}},
			"three points":    {A: []float64{1, 2, 3}, B: []float64{2, 1, 5}},
			"far horizon":     {A: []float64{1, 2, 3, 4, 5}, B: []float64{2, 1, 5, 2, 2}, Horizon: 5},
			"before now":      {A: []float64{1, 2, 3, 4, 5}, B: []float64{2, 1, 5, 2, 2}, Horizon: -1},
			"not a number":    {A: []float64{1, 2, math.NaN(), 4, 5}, B: []float64{2, 1, 5, 2, 2}},
			"infinite":        {A: []float64{1, 2, 3, 4, 5}, B: []float64{2, 1, math.Inf(1), 2, 2}},
		} {
			if r, err := test.Run(s, infer.Options{}); err == nil {
				t.Errorf("%s: %s: %+v, want an error", test.Name, name, r)
			}
		}
		equal := Sample{A: []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, B: []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8}}
		r, err := test.Run(equal, infer.Options{})
		if err != nil || !r.NoSpread || r.Reject || r.PValue != 1 {
			t.Errorf("%s: differences without spread: %+v, %v; want no spread and p = 1", test.Name, r, err)
		}
	}
	alternating := Sample{Horizon: 2}
	for t := range 20 {
		alternating.A, alternating.B = append(alternating.A, 0), append(alternating.B, float64(1-t%2*2))
	}
	if r, err := HLN(alternating, infer.Options{}); err == nil {
		t.Errorf("negative variance: %+v, want an error", r)
	}
}
