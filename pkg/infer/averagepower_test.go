package infer_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/variance"
)

// P proposition 2, by quadrature: over differences with the variance S*-S the power of a test of the folds at S is on
// average its share of false claims at S*, whatever the test; and the range of both correlations from 0 to 1/2 is
// that of S from max(0, (a-b)/2) to S* = min((a+b)/2, (3a-b)/2).
func TestAveragePowerIsTheLevelAtALargerVariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 12 {
		m := 2 + rng.IntN(5)
		a := 0.2 + rng.Float64()
		b := a * (0.1 + 2.7*rng.Float64())
		at := func(s float64) (rho1, rho2 float64) {
			sigma2 := s + (a+b)/2
			return 1 - a/sigma2, s / sigma2
		}
		inside := func(s float64) bool {
			rho1, rho2 := at(s)
			return rho1 >= 0 && rho2 >= 0 && rho1 <= 0.5 && rho2 <= 0.5
		}
		least, most := math.Max(0, (a-b)/2), math.Min((a+b)/2, (3*a-b)/2)
		if !inside(least+1e-9) || !inside(most-1e-9) {
			t.Errorf("a = %v, b = %v: the range of S ends between %v and %v", a, b, least, most)
		}
		if inside(least-1e-9) || inside(most+1e-9) {
			t.Errorf("a = %v, b = %v: the range of S goes beyond %v or %v", a, b, least, most)
		}
		low, slope := 0.1+0.6*rng.Float64(), 0.6*rng.Float64()
		claims := func(s, difference float64) float64 {
			rho1, rho2 := at(s)
			effect := difference / math.Sqrt(s+b/2/float64(m))
			reach := func(share float64) float64 { return low + slope*share }
			return paired.Claims(m, rho1, rho2, effect, reach) + paired.Claims(m, rho1, rho2, -effect, reach)
		}
		s := least + (most-least)*rng.Float64()
		mean, total := 0.0, 0.0
		for z := -7.0; z <= 7; z += 0.2 {
			weight := distuv.UnitNormal.Prob(z)
			mean += weight * claims(s, z*math.Sqrt(most-s))
			total += weight
		}
		if got, want := mean/total, claims(most, 0); math.Abs(got-want) > 1e-6 {
			t.Errorf("m = %d, a = %v, b = %v, S = %v: average power %v, want %v", m, a, b, s, got, want)
		}
	}
}

// Its example, by simulation: uncorrelated normal differences of variance 1, about a mean of variance S* = 1. There
// bcv-t is exact, so that it claims 5% of such differences, as many as where there is none and S is S*.
func TestAveragePowerOfBCVT(t *testing.T) {
	const m, sets = 5, 40_000
	if chat := variance.Chat(m); math.Abs(chat*chat-11.0/9) > 1e-12 {
		t.Errorf("Chat² = %v, want (2m+1)/(2m-1)", chat*chat)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	rejected := 0.0
	for range sets {
		delta, folds := rng.NormFloat64(), make([][]float64, m)
		for j := range folds {
			folds[j] = []float64{delta + rng.NormFloat64(), delta + rng.NormFloat64()}
		}
		d, err := infer.DifferencesOf(folds)
		if err != nil {
			t.Fatal(err)
		}
		r, err := infer.BCVT(d, infer.Options{Alpha: 0.05})
		if err != nil {
			t.Fatal(err)
		}
		if r.Reject {
			rejected++
		}
	}
	if got, se := rejected/sets, math.Sqrt(0.05*0.95/sets); math.Abs(got-0.05) > 4*se {
		t.Errorf("bcv-t claims %v of the differences, want 0.05 within %v", got, 4*se)
	}
}
