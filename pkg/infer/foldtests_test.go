package infer

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/internal/table"
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

type innerRow struct {
	Case        string  `dataframe:"case"`
	Replication int     `dataframe:"replication"`
	Half        int     `dataframe:"half"`
	Inner       int     `dataframe:"inner"`
	Fold        int     `dataframe:"fold"`
	Difference  float64 `dataframe:"difference"`
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
	inner := map[string][][2][][2]float64{}
	for _, r := range foldFixture[innerRow](t, "inner") {
		x := inner[r.Case]
		if r.Half == 1 && r.Inner == 1 && r.Fold == 1 {
			x = append(x, [2][][2]float64{})
		}
		half := &x[r.Replication-1][r.Half-1]
		if r.Fold == 1 {
			*half = append(*half, [2]float64{})
		}
		(*half)[r.Inner-1][r.Fold-1] = r.Difference
		inner[r.Case] = x
	}
	a, b, gaps := make([][]float64, 4), make([][]float64, 4), []float64(nil)
	for _, r := range foldFixture[recordRow](t, "records") {
		a[r.Fold-1], b[r.Fold-1] = append(a[r.Fold-1], r.A), append(b[r.Fold-1], r.B)
		gaps = append(gaps, r.B-r.A)
	}
	for name, x := range inner {
		d := must[Differences](t)(out[name].WithInner(x))
		out[name] = must[Differences](t)(d.WithRecords(gaps))
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
			got, err := Run(want.Test, data[want.Case], Options{Alternative: alternative, Delta: want.Delta,
				Alpha: want.Alpha})
			if err != nil {
				t.Errorf("%s, %s: %v", want.Case, want.Test, err)
				continue
			}
			seen[want.Test] = true
			if problem := got.differs(want); problem != "" {
				t.Errorf("%s: %s, %s, %s, delta %v: %s",
					file, want.Case, want.Test, want.Alternative, want.Delta, problem)
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
	case r.Test != want.Test || r.Alternative.String() != want.Alternative || r.Delta != want.Delta ||
		r.Alpha != want.Alpha:
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
		swapped.inner = eachInner(d.Inner(), func(x float64) float64 { return -x })
		for _, a := range []Alternative{TwoSided, Greater, Less} {
			for _, test := range applicable(d, Options{Alternative: a}) {
				opt := Options{Alternative: a, Delta: 0.003, Alpha: 0.1}
				x := must[Result](t)(Run(test, d, opt))
				opt.Alternative, opt.Delta = mirror[a], -opt.Delta
				y := must[Result](t)(Run(test, swapped, opt))
				sign := -1.0
				if len(x.DF) == 2 {
					sign = 1 // F
				}
				near := func(u, v float64) bool { return u == v || scalar.EqualWithinAbsOrRel(u, v, 1e-13, 1e-12) }
				for what, c := range map[string][2]float64{"statistic": {x.Statistic, sign * y.Statistic},
					"p-value": {x.PValue, y.PValue}, "estimate": {x.Estimate, -y.Estimate}} {
					if !near(c[0], c[1]) {
						t.Errorf("%s, %s, %v: %s %v, want %v by the exchanged models", name, test, a, what, c[0], c[1])
					}
				}
				if x.HasCI && (!near(x.CI.Low, -y.CI.High) || !near(x.CI.High, -y.CI.Low)) {
					t.Errorf("%s, %s, %v: interval %v, want the mirror image of %v", name, test, a, x.CI, y.CI)
				}
				if x.Reject != y.Reject {
					t.Errorf("%s, %s, %v: reject %v, with exchanged models %v", name, test, a, x.Reject, y.Reject)
				}
			}
		}
	}
}

// On any differences with spread: the one-sided p-values add up to 1, the two-sided one is twice
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
		for _, test := range applicable(d, Options{Alternative: Greater}) {
			var p [3]float64
			for a := range p {
				r, err := Run(test, d, Options{Alternative: Alternative(a), Delta: delta, Alpha: alpha})
				if err != nil {
					t.Fatal(err)
				}
				p[a] = r.PValue
				if r.NoSpread {
					if r.PValue != 1 || r.Reject || !(math.IsInf(r.CI.Low, -1) && math.IsInf(r.CI.High, 1)) {
						t.Fatalf("without spread %+v; want p = 1 and an interval without end", r)
					}
					continue
				}
				inside := r.CI.Low <= delta && delta <= r.CI.High
				if math.Abs(r.PValue-alpha) > 1e-9 && inside == r.Reject {
					t.Fatalf("%s: delta %v, p-value %v, level %v, interval %v", test, delta, r.PValue, alpha, r.CI)
				}
				if math.IsNaN(r.Statistic) || !(r.PValue >= 0 && r.PValue <= 1) || r.CI.Low > r.CI.High {
					t.Fatalf("%+v", r)
				}
			}
			if p == [3]float64{1, 1, 1} { // without spread
				continue
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
		x, y := must[Result](t)(BCVT(d, Options{})), must[Result](t)(CorrectedRepeatedKFoldT(d, Options{}))
		if !scalar.EqualWithinRel(x.Statistic, y.Statistic, 1e-13) || !scalar.EqualWithinRel(x.PValue, y.PValue,
			1e-12) {
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
		{CombinedT, "combined-mx2-t", []float64{7}}, {BlockedT, "blocked-mx2-t", []float64{13}},
		{CombinedF, "combined-mx2-F", []float64{14, 7}},
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
	sequential, blocked := must[Result](t)(BCVT(d, Options{})), must[Result](t)(BlockedT(d, Options{}))
	if c := math.Sqrt(15.0 / 13); !scalar.EqualWithinRel(blocked.Statistic, c*sequential.Statistic, 1e-13) {
		t.Errorf("blocked %v, sequential %v, ratio should be %v", blocked.Statistic, sequential.Statistic, c)
	}
}

// Hold-outs of 12 records in different proportions, by hand: differences 1, 2, 3 with
// mean 2 and s = 1; 12 validation and 24 training records in all; 1/3 + 1/2 = 5/6.
func TestCorrectedResampledTOfUnequalSizes(t *testing.T) {
	for _, order := range [][3]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		var train, valid [][]int
		for _, i := range order {
			train = append(train, []int{[...]int{6, 8, 10}[i]})
			valid = append(valid, []int{[...]int{6, 4, 2}[i]})
		}
		d, err := DifferencesOf([][]float64{{1}, {2}, {3}})
		if err == nil {
			d, err = d.WithTraining(train)
		}
		if err == nil {
			d, err = d.WithValidation(valid)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := CorrectedResampledT(d, Options{})
		if err != nil || math.Abs(r.Statistic-2*math.Sqrt(1.2)) > 1e-12 {
			t.Errorf("order %v: statistic %v, %v; want 2/sqrt(5/6)", order, r.Statistic, err)
		}
	}
}
