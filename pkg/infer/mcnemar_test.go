package infer

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/internal/numtest"
)

// near compares to 12 digits.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-12*math.Abs(want)+1e-300
}

// mcnemar.test and binom.test of R 4.2.2; see testdata/mcnemar.R.
func TestMcNemarAsInR(t *testing.T) {
	for _, row := range numtest.Fixture(t, "mcnemar_r.csv") {
		v := make([]float64, len(row))
		for k := range row {
			v[k] = numtest.Float(t, row[k])
		}
		c := Contingency{N00: 10, N01: v[0], N10: v[1], N11: 20}
		chi, err := McNemar(c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !near(chi.Statistic, v[2]) || math.Abs(chi.PValue-v[3]) > 1e-13 {
			t.Errorf("%v %v: chi-squared %v, p %v; R has %v, %v", v[0], v[1], chi.Statistic, chi.PValue, v[2], v[3])
		}
		for k, alternative := range []Alternative{TwoSided, Greater, Less} {
			exact, err := McNemarExact(c, Options{Alternative: alternative})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(exact.PValue-v[4+k]) > 1e-12*v[4+k] {
				t.Errorf("%v %v, %v: exact p %v; R has %v", v[0], v[1], alternative, exact.PValue, v[4+k])
			}
		}
	}
}

// All four tests against their definitions in 50 digits; see testdata/mcnemar.py.
func TestMcNemarFamily(t *testing.T) {
	tests := map[string]func([]Contingency, Options) (Result, error){
		"mcnemar":       func(f []Contingency, o Options) (Result, error) { return McNemar(f[0], o) },
		"mcnemar-exact": func(f []Contingency, o Options) (Result, error) { return McNemarExact(f[0], o) },
		"kfold-mcnemar": KFoldMcNemar,
		"bcv-mcnemar":   BCVMcNemar,
	}
	for _, row := range numtest.Fixture(t, "mcnemar_py.csv") {
		var folds []Contingency
		for _, text := range strings.Fields(row[1]) {
			var c Contingency
			if _, err := fmt.Sscanf(text, "%f:%f:%f:%f", &c.N00, &c.N01, &c.N10, &c.N11); err != nil {
				t.Fatal(err)
			}
			folds = append(folds, c)
		}
		for k, alternative := range []Alternative{TwoSided, Greater, Less} {
			r, err := tests[row[0]](folds, Options{Alternative: alternative})
			if row[3+k] == "" {
				if err == nil || !strings.Contains(err.Error(), "no sign") {
					t.Errorf("%s, %v: error %v", row[0], alternative, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			statistic, p := numtest.Float(t, row[2]), numtest.Float(t, row[3+k])
			if !near(r.Statistic, statistic) || math.Abs(r.PValue-p) > 3e-12*p {
				t.Errorf("%s %s, %v: statistic %v, p %v; want %v, %v",
					row[0], row[1], alternative, r.Statistic, r.PValue, statistic, p)
			}
			if r.Reject != (p <= 0.05) {
				t.Errorf("%s: reject %v at p = %v", row[0], r.Reject, p)
			}
			if r.Test != row[0] || r.Alternative != alternative || r.Alpha != 0.05 {
				t.Errorf("%s, %v at %v; want %s, %v at 0.05", r.Test, r.Alternative, r.Alpha, row[0], alternative)
			}
		}
	}
}

// The statistic as the paper prints it for m = 5 (eq. 15).
func TestBCVMcNemarPrintedForm(t *testing.T) {
	var folds []Contingency
	for k := range 10 {
		folds = append(folds, Contingency{N00: 5, N01: float64(10 + k%2), N10: 24, N11: 110 - float64(k%2)})
	}
	r, err := BCVMcNemar(folds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	n01, n10 := 10.5, 24.0
	want := 20 * math.Pow(math.Abs(n01-n10)-11.0/20, 2) / (11 * (n01 + n10))
	if !near(r.Statistic, want) || !near(r.Estimate, (n10-n01)/149) {
		t.Errorf("statistic %v, estimate %v; want %v", r.Statistic, r.Estimate, want)
	}
	if factor, err := EffectiveFactor(5, 0.5, 0.5); err != nil || !near(factor, 20.0/11) {
		t.Errorf("factor %v, %v", factor, err)
	}
}

// Nothing to decide: defined values, not NaN.
func TestMcNemarWithoutDisagreement(t *testing.T) {
	c := Contingency{N00: 3, N11: 7}
	folds := []Contingency{c, c, c, c}
	for _, alternative := range []Alternative{TwoSided, Greater, Less} {
		opt := Options{Alternative: alternative}
		results := []Result{}
		for _, f := range []func() (Result, error){
			func() (Result, error) { return McNemar(c, opt) },
			func() (Result, error) { return McNemarExact(c, opt) },
			func() (Result, error) { return BCVMcNemar(folds, opt) },
			func() (Result, error) { return KFoldMcNemar(folds, Options{}) },
		} {
			r, err := f()
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		for _, r := range results {
			if r.Statistic != 0 || r.PValue != 1 || r.Estimate != 0 {
				t.Errorf("%s, %v: statistic %v, p = %v, estimate %v; want 0, 1, 0",
					r.Test, alternative, r.Statistic, r.PValue, r.Estimate)
			}
			if r.Reject || r.HasCI {
				t.Errorf("%s, %v: reject %v, interval %v; want neither", r.Test, alternative, r.Reject, r.HasCI)
			}
		}
	}
}

// Below the continuity correction: 0, and the printed formula on request. Statistics by
// hand; p-values from pchisq(x, df, lower.tail = FALSE) of R 4.2.2.
func TestMcNemarLiteral(t *testing.T) {
	one := func(n01, n10 float64) []Contingency { return []Contingency{{N00: 3, N01: n01, N10: n10, N11: 9}} }
	twins := func(n01, n10 float64) (folds []Contingency) {
		for range 5 {
			folds = append(folds, Contingency{N00: 1, N01: n01 - 1, N10: n10, N11: 9},
				Contingency{N01: n01 + 1, N10: n10, N11: 9})
		}
		return folds
	}
	mcnemar := func(f []Contingency, o Options) (Result, error) { return McNemar(f[0], o) }
	for _, c := range []struct {
		name       string
		run        func([]Contingency, Options) (Result, error)
		folds      []Contingency
		usual, p   float64
		literal, q float64
	}{
		// 1/10
		{"equal counts", mcnemar, one(5, 5), 0, 1, 0.1, 0.751829634045849},
		// (1/2)²/(9/2)
		{"mean counts", mcnemar, one(2, 2.5), 0, 1, 0.25 / 4.5, 0.813663715766792},
		//
		{"at the correction", mcnemar, one(5, 6), 0, 1, 0, 1},
		// 2²/15
		{"beyond it", mcnemar, one(9, 6), 4.0 / 15, 0.605576616335346, 4.0 / 15, 0.605576616335346},
		//
		{"no disagreement", mcnemar, one(0, 0), 0, 1, 0, 1},
		// 1/10 + 4/15
		{"one of two folds", KFoldMcNemar, append(one(5, 5), one(9, 6)...), 4.0 / 15, 0.875173319042947, 11.0 / 30,
			0.832490612611603},
		// 20 (1/5 - 11/20)²/(11 · 21/5)
		{"effective table", BCVMcNemar, twins(2, 2.2), 0, 1, 2.45 / 46.2, 0.817871797251438},
	} {
		for _, literal := range []bool{false, true} {
			want, p := c.usual, c.p
			if literal {
				want, p = c.literal, c.q
			}
			r, err := c.run(c.folds, Options{Literal: literal})
			if err != nil || math.Abs(r.Statistic-want) > 1e-12 || math.Abs(r.PValue-p) > 1e-12 {
				t.Errorf("%s, literal %v: statistic %v, p %v, %v; want %v, %v",
					c.name, literal, r.Statistic, r.PValue, err, want, p)
			}
		}
	}
	d, _ := DifferencesOf([][]float64{{1, 2}, {3, 5}})
	opt := Options{Literal: true}
	_, fixed := BCVT(d, opt)
	_, combined := CombinedF(d, opt)
	_, power := PowerAnalysis{Options: opt, M: 3, SD: 1}.Power()
	for _, err := range []error{fixed, combined, power} {
		if err == nil || !strings.Contains(err.Error(), "continuity correction") {
			t.Errorf("another test took Literal: %v", err)
		}
	}
}

func TestMcNemarErrors(t *testing.T) {
	good := Contingency{N00: 1, N01: 2, N10: 3, N11: 4}
	for _, c := range []struct {
		name, want string
		run        func() (Result, error)
	}{
		{"negative", "count n01 is -1", func() (Result, error) {
			return McNemar(Contingency{N00: 1, N01: -1}, Options{})
		}},
		{"NaN", "count n11 is NaN", func() (Result, error) {
			return McNemarExact(Contingency{N00: 1, N01: 1, N11: math.NaN()}, Options{})
		}},
		{"infinite", "count n10 is +Inf", func() (Result, error) {
			return McNemar(Contingency{N00: 1, N01: 1, N10: math.Inf(1)}, Options{})
		}},
		{"empty", "without records", func() (Result, error) { return McNemar(Contingency{}, Options{}) }},
		{"empty fold", "table 2 of 2", func() (Result, error) {
			return KFoldMcNemar([]Contingency{good, {}}, Options{})
		}},
		{"one fold", "1 folds", func() (Result, error) { return KFoldMcNemar([]Contingency{good}, Options{}) }},
		{"no fold", "0 tables", func() (Result, error) { return BCVMcNemar(nil, Options{}) }},
		{"odd", "3 tables", func() (Result, error) { return BCVMcNemar([]Contingency{good, good, good}, Options{}) }},
		{"unequal replications", "replication 2 validates 21 records", func() (Result, error) {
			return BCVMcNemar([]Contingency{good, good, good, {N00: 1, N01: 2, N10: 3, N11: 5}}, Options{})
		}},
		{"NaN in BCV", "n00 is NaN", func() (Result, error) {
			return BCVMcNemar([]Contingency{{N00: math.NaN()}, good}, Options{})
		}},
		{"fraction", "not whole", func() (Result, error) {
			return McNemarExact(Contingency{N00: 1, N01: 0.5}, Options{})
		}},
		{"alpha", "alpha is 1", func() (Result, error) { return McNemar(good, Options{Alpha: 1}) }},
		{"alpha NaN", "alpha is NaN", func() (Result, error) { return McNemar(good, Options{Alpha: math.NaN()}) }},
		{"delta", "delta is 0.1", func() (Result, error) { return McNemar(good, Options{Delta: 0.1}) }},
		{"alternative", "unknown alternative 7", func() (Result, error) {
			return McNemar(good, Options{Alternative: 7})
		}},
		{"literal one-sided", "has no sign", func() (Result, error) {
			return McNemar(good, Options{Literal: true, Alternative: Less})
		}},
		{"rho", "rho2 is at most", func() (Result, error) {
			return BCVMcNemarRho([]Contingency{good, good, good, good}, 0, 0.6, Options{})
		}},
		{"rho NaN", "between -1 and 1", func() (Result, error) {
			return BCVMcNemarRho([]Contingency{good, good}, math.NaN(), 0, Options{})
		}},
		{"no variance", "without variance", func() (Result, error) {
			return BCVMcNemarRho([]Contingency{good, good, good, good}, 0, -0.5, Options{})
		}},
	} {
		r, err := c.run()
		if err == nil || !strings.HasPrefix(err.Error(), "infer: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want infer: and %q", c.name, err, c.want)
		}
		if r.Test != "" {
			t.Errorf("%s: result %+v besides the error, want none", c.name, r)
		}
	}
}

// Exchanging the models exchanges the alternatives and turns the estimate round.
func TestMcNemarSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 200)
		m := rapid.IntRange(1, 6).Draw(t, "m")
		var folds, turned []Contingency
		for range m {
			n01, n10 := float64(count.Draw(t, "n01")), float64(count.Draw(t, "n10"))
			for _, c := range []Contingency{{N00: 1, N01: n01, N10: n10, N11: 500 - n01 - n10},
				{N00: 2, N01: n10 / 2, N10: n01, N11: 500 - n01 - n10/2}} {
				folds = append(folds, c)
				turned = append(turned, Contingency{N00: c.N00, N01: c.N10, N10: c.N01, N11: c.N11})
			}
		}
		a, err := BCVMcNemar(folds, Options{Alternative: Greater})
		if err != nil {
			t.Fatal(err)
		}
		b, err := BCVMcNemar(turned, Options{Alternative: Less})
		if err != nil {
			t.Fatal(err)
		}
		if a.Statistic != b.Statistic || a.PValue != b.PValue {
			t.Fatalf("statistic %v, p = %v; with exchanged models %v, %v", a.Statistic, a.PValue, b.Statistic, b.PValue)
		}
		if math.Abs(a.Estimate+b.Estimate) > 1e-15 {
			t.Fatalf("estimate %v, with exchanged models %v, want the negative", a.Estimate, b.Estimate)
		}
		if !(a.PValue >= 0 && a.PValue <= 1) {
			t.Fatalf("p = %v, want a probability", a.PValue)
		}
	})
}

func TestContingencyPosterior(t *testing.T) {
	c := Contingency{N00: 4, N01: 6, N10: 10, N11: 80}
	p, err := c.Posterior(1)
	if err != nil {
		t.Fatal(err)
	}
	// Corollary 1: the modes are the shares.
	for _, x := range []struct {
		name       string
		dist, want Beta
		share      float64
	}{
		{"e", p.E, Beta{17, 85}, 0.16}, {"r", p.R, Beta{7, 11}, 6.0 / 16},
		{"qa", p.Qa, Beta{7, 81}, 6.0 / 86}, {"qb", p.Qb, Beta{5, 11}, 4.0 / 14},
	} {
		if x.dist != x.want || !near(x.dist.Mode(), x.share) {
			t.Errorf("%s: %+v with mode %v, want %+v with %v", x.name, x.dist, x.dist.Mode(), x.want, x.share)
		}
	}
	// Beta(2, 3): mean 0.4, variance 6/(25·6).
	if b := (Beta{2, 3}); !near(b.Mean(), 0.4) || !near(b.Variance(), 0.04) || !math.IsNaN((Beta{0.5, 2}).Mode()) {
		t.Errorf("moments of %+v: %v, %v", b, b.Mean(), b.Variance())
	}
	for _, lambda := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := c.Posterior(lambda); err == nil {
			t.Errorf("lambda %v was taken", lambda)
		}
	}
	if _, err := (Contingency{}).Posterior(1); err == nil {
		t.Error("an empty table has a posterior")
	}
}

// The size that the effective table has: n_e = 5n/(1 + rho1 + 8 rho2) (eq. 12).
func TestEffectiveSize(t *testing.T) {
	const n, rho1, rho2 = 300, 0.1, 0.4
	var folds []Contingency
	for range 10 {
		folds = append(folds, Contingency{N00: 20, N01: 10, N10: 20, N11: 100})
	}
	effective, err := EffectiveContingency(folds, rho1, rho2)
	if err != nil || !near(effective.Total(), 5*n/(1+rho1+8*rho2)) {
		t.Errorf("effective table %+v, %v", effective, err)
	}
}

func TestEffectiveFactorOfOneTable(t *testing.T) {
	// Theorem 3 with all estimates equal: the effective table is one table.
	if f, err := EffectiveFactor(7, 1, 1); err != nil || !near(f, 1) {
		t.Errorf("factor %v, %v", f, err)
	}
}

func BenchmarkMcNemar(b *testing.B) {
	var folds []Contingency
	for k := range 10 {
		folds = append(folds, Contingency{N00: 5, N01: float64(10 + k), N10: 24, N11: 111 - float64(k)})
	}
	for _, c := range []struct {
		name string
		run  func() (Result, error)
	}{
		{"mcnemar", func() (Result, error) { return McNemar(folds[0], Options{}) }},
		{"mcnemar-exact", func() (Result, error) { return McNemarExact(folds[0], Options{}) }},
		{"kfold-mcnemar", func() (Result, error) { return KFoldMcNemar(folds, Options{}) }},
		{"bcv-mcnemar", func() (Result, error) { return BCVMcNemar(folds, Options{}) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
