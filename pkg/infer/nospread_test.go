package infer

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// Every test that finds no variance says so, F and z as well, and McNemar's where the
// models never disagree.
func TestNoSpreadIsSaid(t *testing.T) {
	blocks := func(folds int) [][]float64 {
		out := make([][]float64, 5)
		for j := range out {
			for range folds {
				out[j] = append(out[j], 0.1)
			}
		}
		return out
	}
	pairs, err := DifferencesOf(blocks(2))
	if err != nil {
		t.Fatal(err)
	}
	holdouts, err := DifferencesOf(blocks(1))
	if err != nil {
		t.Fatal(err)
	}
	one, err := NewDifferences([][]float64{{0}}, [][]float64{{1}})
	if err == nil {
		one, err = one.WithValidation([][]int{{20}})
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Differences{
		"bcv-t": pairs, "5x2-t": pairs, "combined-5x2-t": pairs, "combined-5x2-F": pairs, "calibrated-5x2-F": pairs,
		"resampled-t": holdouts, "proportion-z": one,
	} {
		r, err := Run(name, d, Options{})
		if err != nil || !r.NoSpread || !strings.Contains(r.Assumptions, " is 0") {
			t.Errorf("%s: no warning in %+v, %v", name, r, err)
		}
	}
	agree := []Contingency{{N00: 2, N11: 8}, {N00: 1, N11: 9}}
	for name, test := range map[string]func() (Result, error){
		"mcnemar":       func() (Result, error) { return McNemar(agree[0], Options{}) },
		"mcnemar-exact": func() (Result, error) { return McNemarExact(agree[0], Options{}) },
		"kfold-mcnemar": func() (Result, error) { return KFoldMcNemar(agree, Options{}) },
		"bcv-mcnemar":   func() (Result, error) { return BCVMcNemar(agree, Options{}) },
	} {
		r, err := test()
		if err != nil || r.PValue != 1 || !r.NoSpread || !strings.Contains(r.Assumptions, "never disagree") {
			t.Errorf("%s: no warning in %+v, %v", name, r, err)
		}
	}
	if r, err := McNemar(Contingency{N01: 1, N11: 5}, Options{}); err != nil || r.NoSpread {
		t.Errorf("a warning in %+v, %v", r, err)
	}
}

// Counts so large that adding 1 does not change them once made the exact test go on for
// ever; beyond 10^9 its tails come from a Beta distribution, to the same digits.
func TestExactMcNemarOfLargeCounts(t *testing.T) {
	for _, c := range []struct{ n01, n10 float64 }{
		// The normal distribution with the continuity
		// correction has a relative error of about 1/n: 2 pnorm(-(|n01 - n10| - 1)/sqrt(n01 + n10)).
		{5e14, 5e14 + 6e7}, {6e11, 6e11 + 1e6}, {1e9, 1e9},
	} {
		r, err := McNemarExact(Contingency{N01: c.n01, N10: c.n10}, Options{})
		z := math.Max(0, math.Abs(c.n01-c.n10)-1) / math.Sqrt(c.n01+c.n10)
		want := math.Min(1, math.Erfc(z/math.Sqrt2))
		if err != nil || math.Abs(r.PValue-want) > 1e-6*want {
			t.Errorf("%+v: p = %v, want about %v (%v)", c, r.PValue, want, err)
		}
	}
	if _, err := McNemarExact(Contingency{N01: 1e17, N10: 1e17}, Options{}); err == nil ||
		!strings.Contains(err.Error(), "above") {
		t.Errorf("%v", err)
	}
}

// Losses k/75 and (k+1)/75 differ by 1/75 in every fold, up to rounding; so do losses that
// went through 15 digits.
func TestDifferencesEqualUpToRounding(t *testing.T) {
	digits := func(x float64) float64 {
		return must[float64](t)(strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64))
	}
	for _, round := range []func(float64) float64{func(x float64) float64 { return x }, digits} {
		var a, b [][]float64
		for j := range 5 {
			a = append(a, []float64{round(float64(3*j+20) / 75), round(float64(5*j+11) / 75)})
			b = append(b, []float64{round(float64(3*j+21) / 75), round(float64(5*j+12) / 75)})
		}
		d := must[Differences](t)(NewDifferences(a, b))
		r := must[Result](t)(BCVT(d, Options{}))
		if !d.NoSpread() || !r.NoSpread {
			t.Errorf("no spread: %v of %+v, %v of the result; want both", d.NoSpread(), d, r.NoSpread)
		}
		if r.Reject || r.PValue != 1 {
			t.Errorf("reject %v, p = %v; want no claim and 1", r.Reject, r.PValue)
		}
		b[2][1] += 1e-9
		if d := must[Differences](t)(NewDifferences(a, b)); d.NoSpread() {
			t.Errorf("%+v has spread", d)
		}
	}
	for _, c := range []struct{ a, b, want float64 }{{0.3, 0.1 + 0.2, 0}, {0.3, 0.3 + 1e-9, 1e-9}, {0, 0, 0},
		{0, 1e-20, 1e-20}} {
		if got := Difference(c.a, c.b); math.Abs(got-c.want) > 1e-16 {
			t.Errorf("Difference(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
