package infer

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/table"
)

// The rows of the fixtures that testdata/foldtests.py (scipy 1.10.1) and
// testdata/foldtests.R (R 4.2.2) write.
type inputRow struct {
	Case        string  `dataframe:"case"`
	Replication int     `dataframe:"replication"`
	Fold        int     `dataframe:"fold"`
	A           float64 `dataframe:"a"`
	B           float64 `dataframe:"b"`
	NTrain      int     `dataframe:"n_train"`
	NValid      int     `dataframe:"n_valid"`
}

type resultRow struct {
	Case        string  `dataframe:"case"`
	Test        string  `dataframe:"test"`
	Alternative string  `dataframe:"alternative"`
	Delta       float64 `dataframe:"delta"`
	Alpha       float64 `dataframe:"alpha"`
	Statistic   float64 `dataframe:"statistic"`
	DF1         float64 `dataframe:"df1" table:"blank"`
	DF2         float64 `dataframe:"df2" table:"blank"`
	P           float64 `dataframe:"p"`
	Low         string  `dataframe:"low"`
	High        string  `dataframe:"high"`
}

type recordRow struct {
	Fold int     `dataframe:"fold"`
	A    float64 `dataframe:"a"`
	B    float64 `dataframe:"b"`
}

type halfRow struct {
	First  float64 `dataframe:"first"`
	Second float64 `dataframe:"second"`
}

func foldFixture[T any](t testing.TB, name string) []T {
	t.Helper()
	rows, _, err := table.ReadFile[T]("testdata/foldtests_" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// cases returns the fold differences of the fixtures by name.
func cases(t testing.TB) map[string]Differences {
	t.Helper()
	type lists struct {
		a, b         [][]float64
		train, valid [][]int
	}
	all := map[string]*lists{}
	for _, r := range foldFixture[inputRow](t, "input") {
		if all[r.Case] == nil {
			all[r.Case] = &lists{}
		}
		l := all[r.Case]
		if r.Fold == 1 {
			l.a, l.b, l.train, l.valid = append(l.a, nil), append(l.b, nil), append(l.train, nil), append(l.valid, nil)
		}
		j := r.Replication - 1
		l.a[j], l.b[j] = append(l.a[j], r.A), append(l.b[j], r.B)
		l.train[j], l.valid[j] = append(l.train[j], r.NTrain), append(l.valid[j], r.NValid)
	}
	out := map[string]Differences{}
	for name, l := range all {
		d := must[Differences](t)(NewDifferences(l.a, l.b))
		d = must[Differences](t)(d.WithTraining(l.train))
		out[name] = must[Differences](t)(d.WithValidation(l.valid))
	}
	var halves [][2]float64
	for _, r := range foldFixture[halfRow](t, "halves") {
		halves = append(halves, [2]float64{r.First, r.Second})
	}
	out["holdouts"] = must[Differences](t)(out["holdouts"].WithHalves(halves))
	a, b := make([][]float64, 4), make([][]float64, 4)
	for _, r := range foldFixture[recordRow](t, "records") {
		a[r.Fold-1], b[r.Fold-1] = append(a[r.Fold-1], r.A), append(b[r.Fold-1], r.B)
	}
	out["records"] = must[Differences](t)(RecordDifferences([][][]float64{a}, [][][]float64{b}))
	return out
}

func TestAgainstScipyAndR(t *testing.T) {
	data := cases(t)
	for _, file := range []string{"scipy", "r"} {
		seen := map[string]bool{}
		for _, want := range foldFixture[resultRow](t, file) {
			alternative := must[Alternative](t)(ParseAlternative(want.Alternative))
			got, err := Run(want.Test, data[want.Case], Options{Alternative: alternative, Delta: want.Delta, Alpha: want.Alpha})
			if err != nil {
				t.Errorf("%s, %s: %v", want.Case, want.Test, err)
				continue
			}
			seen[want.Test] = true
			if problem := got.differs(want); problem != "" {
				t.Errorf("%s: %s, %s, %s, delta %v: %s", file, want.Case, want.Test, want.Alternative, want.Delta, problem)
			}
		}
		for _, name := range TestNames() {
			if !seen[name] {
				t.Errorf("%s does not check %s", file, name)
			}
		}
	}
}

// differs says where a result is not what an independent implementation says. The
// quantiles of scipy and R differ by 1e-8 relative to the width of an interval.
func (r Result) differs(want resultRow) string {
	df := append(append([]float64(nil), r.DF...), math.NaN(), math.NaN())
	low, high := "", ""
	if r.HasCI {
		low, high = fmt.Sprint(r.CI.Low), fmt.Sprint(r.CI.High)
	}
	switch {
	case r.Test != want.Test || r.Alternative.String() != want.Alternative || r.Delta != want.Delta || r.Alpha != want.Alpha:
		return fmt.Sprintf("result of another test: %+v", r)
	case !scalar.EqualWithinAbsOrRel(r.Statistic, want.Statistic, 1e-12, 1e-11):
		return fmt.Sprintf("statistic %v, want %v", r.Statistic, want.Statistic)
	case !scalar.EqualWithinRel(r.PValue, want.P, 1e-11):
		return fmt.Sprintf("p-value %v, want %v", r.PValue, want.P)
	case !scalar.Same(df[0], want.DF1) || !scalar.Same(df[1], want.DF2):
		return fmt.Sprintf("df %v, want %v, %v", r.DF, want.DF1, want.DF2)
	case !sameEnd(low, want.Low) || !sameEnd(high, want.High):
		return fmt.Sprintf("interval [%s, %s], want [%s, %s]", low, high, want.Low, want.High)
	case r.Reject != (want.P <= want.Alpha):
		return fmt.Sprintf("reject %v at p = %v", r.Reject, want.P)
	}
	return ""
}

func sameEnd(got, want string) bool {
	if got == "" || want == "" {
		return got == want
	}
	var x, y float64
	if _, err := fmt.Sscan(got, &x); err != nil {
		return false
	}
	if _, err := fmt.Sscan(want, &y); err != nil {
		return false
	}
	return x == y || math.Abs(x-y) < 1e-9
}

// Swapping A and B mirrors every result: statistic, estimate and interval change
// sign, greater becomes less.
func TestSwap(t *testing.T) {
	mirror := [...]Alternative{TwoSided: TwoSided, Greater: Less, Less: Greater}
	for name, d := range cases(t) {
		swapped := d
		swapped.a, swapped.b, swapped.mu = d.b, d.a, nil
		for _, v := range d.mu {
			swapped.mu = append(swapped.mu, -v)
		}
		swapped.halves = nil
		for _, h := range d.halves {
			swapped.halves = append(swapped.halves, [2]float64{-h[0], -h[1]})
		}
		for _, a := range []Alternative{TwoSided, Greater, Less} {
			for _, test := range Fitting(d, Options{Alternative: a}) {
				opt := Options{Alternative: a, Delta: 0.003, Alpha: 0.1}
				x := must[Result](t)(Run(test, d, opt))
				opt.Alternative, opt.Delta = mirror[a], -opt.Delta
				y := must[Result](t)(Run(test, swapped, opt))
				sign := -1.0
				if len(x.DF) == 2 {
					sign = 1 // F
				}
				near := func(u, v float64) bool { return u == v || scalar.EqualWithinAbsOrRel(u, v, 1e-13, 1e-12) }
				if !near(x.Statistic, sign*y.Statistic) || !near(x.PValue, y.PValue) || !near(x.Estimate, -y.Estimate) ||
					!near(x.CI.Low, -y.CI.High) || !near(x.CI.High, -y.CI.Low) || x.Reject != y.Reject {
					t.Errorf("%s, %s, %v:\n%+v\n%+v", name, test, a, x, y)
				}
			}
		}
	}
}

// On any differences: the one-sided p-values add up to 1, the two-sided one is twice
// the smaller, the decision is that of the interval, and both are those of the
// shifted differences at delta = 0.
func TestResultsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([][2]int{{15, 1}, {1, 10}, {4, 5}, {5, 2}, {3, 2}, {1, 2}, {7, 2}}).Draw(t, "shape")
		mu := make([][]float64, shape[0])
		for j := range mu {
			for range shape[1] {
				mu[j] = append(mu[j], rapid.Float64Range(-1, 1).Draw(t, "mu"))
			}
		}
		d, err := DifferencesOf(mu)
		if err != nil {
			t.Skip(err)
		}
		delta := rapid.Float64Range(-0.5, 0.5).Draw(t, "delta")
		alpha := rapid.Float64Range(0.001, 0.999).Draw(t, "alpha")
		for _, test := range Fitting(d, Options{Alternative: Greater}) {
			var p [3]float64
			for a := range p {
				r, err := Run(test, d, Options{Alternative: Alternative(a), Delta: delta, Alpha: alpha})
				if err != nil {
					t.Fatal(err)
				}
				p[a] = r.PValue
				inside := r.CI.Low <= delta && delta <= r.CI.High
				if math.Abs(r.PValue-alpha) > 1e-9 && inside == r.Reject {
					t.Fatalf("%s: delta %v, p-value %v, level %v, interval %v", test, delta, r.PValue, alpha, r.CI)
				}
				if math.IsNaN(r.Statistic) || !(r.PValue >= 0 && r.PValue <= 1) || r.CI.Low > r.CI.High {
					t.Fatalf("%+v", r)
				}
			}
			if math.Abs(p[Greater]+p[Less]-1) > 1e-12 || math.Abs(p[TwoSided]-2*min(p[Greater], p[Less])) > 1e-12 {
				t.Fatalf("%s: p-values %v", test, p)
			}
		}
	})
}

// The corrected r x K-fold test at K = 2 and the test of the thesis at a fixed m are
// one test: 1/(2m) + 1 times the sample variance is C² Var2.
func TestSequentialIsCorrectedTwoFold(t *testing.T) {
	for _, name := range []string{"3x2", "5x2", "7x2"} {
		d := cases(t)[name]
		x, y := must[Result](t)(SequentialT(d, Options{})), must[Result](t)(CorrectedRepeatedKFoldT(d, Options{}))
		if !scalar.EqualWithinRel(x.Statistic, y.Statistic, 1e-13) || !scalar.EqualWithinRel(x.PValue, y.PValue, 1e-12) {
			t.Errorf("%s: %v and %v", name, x, y)
		}
	}
}

// In general form the tests with a number in the name take any m.
func TestGeneralForms(t *testing.T) {
	d := cases(t)["7x2"]
	for _, c := range []struct {
		run  func(Differences, Options) (Result, error)
		name string
		df   []float64
	}{
		{CombinedT, "combined-mx2-t", []float64{7}}, {BlockedT, "blocked-mx2-t", []float64{13}}, {CombinedF, "combined-mx2-F", []float64{14, 7}},
	} {
		r := must[Result](t)(c.run(d, Options{}))
		if r.Test != c.name || fmt.Sprint(r.DF) != fmt.Sprint(c.df) {
			t.Errorf("%+v", r)
		}
		special := strings.Replace(strings.Replace(c.name, "blocked-m", "blocked-3", 1), "combined-m", "combined-5", 1)
		if _, err := Run(special, d, Options{}); err == nil {
			t.Errorf("%s takes a 7 x 2 CV", special)
		}
	}
	sequential, blocked := must[Result](t)(SequentialT(d, Options{})), must[Result](t)(BlockedT(d, Options{}))
	if c := math.Sqrt(15.0 / 13); !scalar.EqualWithinRel(blocked.Statistic, c*sequential.Statistic, 1e-13) {
		t.Errorf("blocked %v, sequential %v, ratio should be %v", blocked.Statistic, sequential.Statistic, c)
	}
}

func TestNoSpreadInFolds(t *testing.T) {
	data := cases(t)
	inf := math.Inf(1)
	for name, d := range data {
		for _, c := range []struct {
			a, b, delta    float64
			statistic      float64
			two, up, below float64
		}{
			{0.25, 0.25, 0, 0, 1, 0.5, 0.5},
			{0.1, 0.3, 0.2, 0, 1, 0.5, 0.5}, // 0.3 - 0.1 is not 0.2 in floating point
			{0.25, 0.5, 0, inf, 0, 0, 1},
			{0.5, 0.25, 0, -inf, 0, 1, 0},
		} {
			flat := d
			flat.a, flat.b, flat.mu, flat.halves = nil, nil, nil, nil
			for range d.mu {
				flat.a, flat.b, flat.mu = append(flat.a, c.a), append(flat.b, c.b), append(flat.mu, c.b-c.a)
			}
			if d.around != nil {
				flat.around = make([]float64, len(d.around))
			}
			if d.halves != nil {
				flat.halves = [][2]float64{{c.b - c.a, c.b - c.a}}
			}
			for a, p := range []float64{TwoSided: c.two, Greater: c.up, Less: c.below} {
				for _, test := range Fitting(flat, Options{Alternative: Alternative(a)}) {
					if test == "proportion-z" {
						continue // equal rates do have spread
					}
					r := must[Result](t)(Run(test, flat, Options{Alternative: Alternative(a), Delta: c.delta}))
					statistic := c.statistic
					if len(r.DF) == 2 {
						statistic = math.Abs(statistic)
					}
					if r.Statistic != statistic || r.PValue != p || r.Reject != (p <= 0.05) || !strings.Contains(r.Assumptions, "estimated variance is 0") {
						t.Errorf("%s, %s: %+v", name, test, r)
					}
				}
			}
		}
	}
}

func TestProportionsAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		a, b, delta, statistic, p float64
	}{
		{0, 0, 0, 0, 1}, {1, 1, 0, 0, 1}, {0, 1, 0, math.Sqrt(20), math.Erfc(math.Sqrt(10))}, {0, 0, 0.1, math.Inf(-1), 0}, {0, 1, 1, 0, 1},
	} {
		d := must[Differences](t)(NewDifferences(row(c.a), row(c.b)))
		d = must[Differences](t)(d.WithValidation([][]int{{10}}))
		r := must[Result](t)(ProportionZ(d, Options{Delta: c.delta}))
		if !scalar.EqualWithinRel(r.Statistic, c.statistic, 1e-14) && r.Statistic != c.statistic || !scalar.EqualWithinAbsOrRel(r.PValue, c.p, 0, 1e-12) {
			t.Errorf("rates %v and %v, delta %v: %+v", c.a, c.b, c.delta, r)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	data := cases(t)
	plain := func(x [][]float64) Differences { return must[Differences](t)(DifferencesOf(x)) }
	squared := must[Differences](t)(NewDifferences(row(0.2), row(0.123)))
	squared = must[Differences](t)(squared.WithValidation([][]int{{10}}))
	single := must[Differences](t)(RecordDifferences([][][]float64{{{0, 1}, {1}}}, [][][]float64{{{1, 1}, {0}}}))
	for _, c := range []struct {
		test   string
		d      Differences
		opt    Options
		misfit bool
		want   string
	}{
		{"t-test", data["5x2"], Options{}, false, "unknown test \"t-test\"; use rho-t, kfold-t"},
		{"5x2-t", data["10fold"], Options{}, true, "5x2-t is a test for a 5 x 2 CV; the differences come from a 10-fold CV; these fit: kfold-t, corrected-rkfold-t, kfold-ci-z"},
		{"5x2-t", data["3x2"], Options{}, true, "come from a 3 x 2 CV; these fit: mx2-t, corrected-rkfold-t, blocked-3x2-t, sequential-t"},
		{"blocked-3x2-t", data["5x2"], Options{}, true, "a 3 x 2 CV; the differences come from a 5 x 2 CV"},
		{"combined-5x2-t", data["3x2"], Options{}, true, "a 5 x 2 CV"},
		{"combined-5x2-F", data["7x2"], Options{}, true, "a 5 x 2 CV"},
		{"calibrated-5x2-F", data["7x2"], Options{}, true, "a block-regularized 5 x 2 CV"},
		{"sequential-t", plain(row(1, 2)), Options{}, true, "m >= 2; the differences come from a 1 x 2 CV; these fit: kfold-t, mx2-t"},
		{"mx2-t", data["4x5fold"], Options{}, true, "these fit: corrected-rkfold-t"},
		{"rho-t", plain(column(1)), Options{}, true, "2 or more random hold-outs; the differences come from one hold-out; no test fits"},
		{"kfold-t", data["holdouts"], Options{}, true, "one K-fold CV; the differences come from 15 hold-outs"},
		{"kfold-t", Differences{}, Options{}, true, "no partition set; no test fits"},
		{"corrected-rkfold-t", data["holdouts"], Options{}, true, "come from 15 hold-outs"},
		{"corrected-rho-t", plain(column(1, 2)), Options{}, true, "n_train and n_valid; these fit: rho-t"},
		{"corrected-rho-t", data["10fold"], Options{}, true, "random hold-outs"},
		{"conservative-z", plain(column(1, 2)), Options{}, true, "give halves"},
		{"conservative-z", data["10fold"], Options{}, true, "random hold-outs"},
		{"kfold-ci-z", plain(row(1, 2, 3)), Options{}, true, "give n_valid"},
		{"kfold-ci-z", data["4x5fold"], Options{}, true, "one K-fold CV"},
		{"kfold-ci-z-in", data["10fold"], Options{}, true, "losses of all records"},
		{"kfold-ci-z-in", data["5x2"], Options{}, true, "one K-fold CV"},
		{"kfold-ci-z-in", single, Options{}, true, "fold 2 has 1"},
		{"proportion-z", squared, Options{}, true, "0-1 losses; 0.123 on 10 records"},
		{"proportion-z", plain(row(0.1)), Options{}, true, "give n_valid"},
		{"proportion-z", data["5x2"], Options{}, true, "one hold-out"},
		{"combined-5x2-F", data["5x2"], Options{Alternative: Greater}, true, "two-sided only, not greater; leave the alternative two-sided or use a t-test; these fit: 5x2-t"},
		{"calibrated-5x2-F", data["5x2"], Options{Alternative: Less}, true, "two-sided only, not less"},
		{"5x2-t", data["5x2"], Options{Alpha: 1}, false, "alpha is 1"},
		{"5x2-t", data["5x2"], Options{Alpha: math.NaN()}, false, "alpha is NaN"},
		{"combined-5x2-F", data["5x2"], Options{Alpha: -1}, false, "alpha is -1"},
		{"5x2-t", data["5x2"], Options{Delta: math.Inf(1)}, false, "delta is +Inf"},
		{"5x2-t", data["5x2"], Options{Alternative: 7}, false, "unknown alternative 7"},
	} {
		_, err := Run(c.test, c.d, c.opt)
		var misfit *MisfitError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &misfit) != c.misfit || !strings.HasPrefix(err.Error(), "infer: ") {
			t.Errorf("%s: %v, want %q", c.test, err, c.want)
		}
	}
}

// Under its own ideal model - independent normal differences, or for the corrected
// tests normal ones with the correlation they assume - a test has its level, 0.05
// within three standard errors of 20000 draws. In 5x2-t and the F-tests numerator and
// denominator share differences, so that the laws are approximations: numpy 1.24.2
// finds the levels 0.0283, 0.0175 and 0.0163 in a million draws. Of kfold-ci-z on fold
// means it is P(|t_9| > 1.96) = 0.0816.
func TestLevelUnderOwnModel(t *testing.T) {
	const draws = 20000
	rng := rand.New(rand.NewPCG(7, 11))
	for _, c := range []struct {
		test                string
		replications, folds int
		rho                 float64 // correlation of any two differences
		low, high           float64
	}{
		{"rho-t", 15, 1, 0, 0.0455, 0.0545},
		{"kfold-t", 1, 10, 0, 0.0455, 0.0545},
		{"corrected-rho-t", 15, 1, 1.0 / 3, 0.0455, 0.0545},
		{"corrected-rkfold-t", 4, 5, 1.0 / 5, 0.0455, 0.0545},
		{"sequential-t", 5, 2, 0.5, 0.0455, 0.0545},
		{"combined-5x2-t", 5, 2, 0, 0.0455, 0.0545},
		{"5x2-t", 5, 2, 0, 0.0248, 0.0318},
		{"combined-5x2-F", 5, 2, 0, 0.0147, 0.0203},
		{"calibrated-5x2-F", 5, 2, 0, 0.0135, 0.0191},
		{"kfold-ci-z", 1, 10, 0, 0.0758, 0.0874},
	} {
		rejected := 0
		a := make([][]float64, c.replications)
		b, valid, train := make([][]float64, c.replications), make([][]int, c.replications), make([][]int, c.replications)
		for j := range a {
			a[j], b[j], valid[j], train[j] = make([]float64, c.folds), make([]float64, c.folds), make([]int, c.folds), make([]int, c.folds)
			for k := range c.folds {
				valid[j][k], train[j][k] = 50, 100
			}
		}
		for range draws {
			shared := rng.NormFloat64() * math.Sqrt(c.rho)
			for j := range b {
				for k := range b[j] {
					b[j][k] = shared + rng.NormFloat64()*math.Sqrt(1-c.rho)
				}
			}
			d := must[Differences](t)(NewDifferences(a, b))
			d = must[Differences](t)(d.WithTraining(train))
			d = must[Differences](t)(d.WithValidation(valid))
			if must[Result](t)(Run(c.test, d, Options{})).Reject {
				rejected++
			}
		}
		if level := float64(rejected) / draws; level < c.low || level > c.high {
			t.Errorf("%s: level %.4f, want %v to %v", c.test, level, c.low, c.high)
		} else {
			t.Logf("%s: level %.4f", c.test, level)
		}
	}
}

func TestAllocations(t *testing.T) {
	for name, d := range cases(t) {
		for _, test := range Tests() {
			if _, err := test.Run(d, Options{}); err != nil {
				continue
			}
			n := testing.AllocsPerRun(100, func() { _, _ = test.Run(d, Options{}) })
			if n > 1 {
				t.Errorf("%s, %s: %v allocations, want the degrees of freedom alone", name, test.Name, n)
			}
		}
	}
}

func BenchmarkFoldTests(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		test                string
		replications, folds int
	}{
		{"rho-t", 30, 1}, {"corrected-rkfold-t", 3, 10}, {"mx2-t", 15, 2}, {"sequential-t", 15, 2}, {"calibrated-5x2-F", 5, 2},
	} {
		mu := make([][]float64, c.replications)
		for j := range mu {
			for range c.folds {
				mu[j] = append(mu[j], rng.NormFloat64())
			}
		}
		d := must[Differences](b)(DifferencesOf(mu))
		b.Run(c.test, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Run(c.test, d, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
