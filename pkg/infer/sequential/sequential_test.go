package sequential

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// someRows are the differences of a made-up comparison, 6 replications.
var someRows = [][2]float64{{0.05, 0.02}, {0.04, 0.06}, {0.01, 0.05}, {0.03, 0.07}, {0.06, 0.04}, {0.02, 0.08}}

func alike(a, b, tolerance float64) bool {
	return a == b || math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b))
}

// The looks agree with the formulas of the thesis, evaluated another way.
func TestPathAgreesWithDefinition(t *testing.T) {
	s := Test{Options: infer.Options{Alternative: infer.Greater, Delta: 0.01}, Max: 6, Rule: Printed{}}
	looks, err := s.Path(someRows)
	if err != nil {
		t.Fatal(err)
	}
	if len(looks) != 4 {
		t.Fatalf("%d looks", len(looks))
	}
	for i, l := range looks {
		m := 3 + i
		var x []float64
		for _, r := range someRows[:m] {
			x = append(x, r[:]...)
		}
		mean, variance := stat.PopMeanVariance(x, nil)
		sd := math.Sqrt(variance)
		dist := distuv.StudentsT{Sigma: 1, Nu: float64(2*m - 1)}
		c := math.Sqrt(float64(2*m+1) / float64(2*m-1))
		bound := 0.01 + c*sd*dist.Quantile(0.95)
		statistic := (mean - 0.01) / (c * sd)
		if l.M != m || !alike(l.Estimate, mean, 1e-14) || !alike(l.SD, sd, 1e-12) || !alike(l.Statistic, statistic, 1e-11) ||
			!alike(l.PValue, dist.Survival(statistic), 1e-12) || !alike(l.Boundary.High, bound, 1e-12) || !math.IsInf(l.Boundary.Low, -1) ||
			!alike(l.CI.Low, mean-(bound-0.01), 1e-12) || !math.IsInf(l.CI.High, 1) || l.Reject != (mean > bound) || l.Level != 0.05 {
			t.Errorf("look %+v; want estimate %v, sd %v, statistic %v, boundary %v", l, mean, sd, statistic, bound)
		}
	}
}

// At one look with the level as printed the test is infer.BCVT.
func TestOneLookIsBCVT(t *testing.T) {
	d, err := infer.DifferencesOf([][]float64{{0.05, 0.02}, {0.04, 0.06}, {0.01, 0.05}, {0.03, 0.07}})
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := d.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []infer.Alternative{infer.TwoSided, infer.Greater, infer.Less} {
		opt := infer.Options{Alternative: a, Delta: 0.02, Alpha: 0.1}
		want, err := infer.BCVT(d, opt)
		if err != nil {
			t.Fatal(err)
		}
		looks, err := Test{Options: opt, Max: 4, Rule: Printed{}}.Path(pairs)
		if err != nil {
			t.Fatal(err)
		}
		got := looks[1]
		if !alike(got.Statistic, want.Statistic, 1e-10) || !alike(got.PValue, want.PValue, 1e-10) || got.Reject != want.Reject ||
			!alike(got.CI.Low, want.CI.Low, 1e-10) || !alike(got.CI.High, want.CI.High, 1e-10) {
			t.Errorf("%v: %+v, infer.BCVT %+v", a, got, want)
		}
	}
	threefold, err := infer.DifferencesOf([][]float64{{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := threefold.Pairs(); err == nil {
		t.Error("3-fold CV was accepted")
	}
}

// The levels of eq. 5.40 are half of those of theorem 5.5, for one side.
func TestPrintedLevels(t *testing.T) {
	for _, c := range []struct {
		rule        Rule
		alternative infer.Alternative
		want        float64
	}{{Printed{}, infer.Greater, 0.05}, {Printed{Halved: true}, infer.Greater, 0.025}, {Printed{}, infer.TwoSided, 0.05}, {Printed{Halved: true}, infer.TwoSided, 0.05}} {
		levels, err := Test{Options: infer.Options{Alternative: c.alternative}, Rule: c.rule}.Levels()
		if err != nil || len(levels) != 10 || levels[0] != c.want || levels[9] != c.want {
			t.Errorf("%v, %v: %v, %v", c.rule, c.alternative, levels, err)
		}
	}
}

func TestNoSpread(t *testing.T) {
	same := func(v float64) [][2]float64 { return [][2]float64{{v, v}, {v, v}, {v, v}} }
	for _, c := range []struct {
		name        string
		value       float64
		alternative infer.Alternative
		statistic   float64
	}{
		{"equal to delta", 0.1, infer.TwoSided, 0},
		{"equal to delta, greater", 0.1, infer.Greater, 0},
		{"above delta", 0.3, infer.TwoSided, math.Inf(1)},
		{"above delta, greater", 0.3, infer.Greater, math.Inf(1)},
		{"above delta, less", 0.3, infer.Less, math.Inf(1)},
		{"below delta, less", -0.3, infer.Less, math.Inf(-1)},
	} {
		out, err := Test{Options: infer.Options{Alternative: c.alternative, Delta: 0.1}, Max: 3}.Decide(same(c.value))
		if err != nil {
			t.Fatal(err)
		}
		if out.Statistic != c.statistic || out.Reject || out.PValue != 1 {
			t.Errorf("%s: %+v; want statistic %v, p = 1 and no claim", c.name, out.Result, c.statistic)
		}
	}
}

func TestRefuses(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		s    Test
		rows [][2]float64
		want string
	}{
		{"start 1", Test{Start: 1}, someRows, "first look"},
		{"max below start", Test{Start: 5, Max: 4}, someRows, "must not come before"},
		{"level 1", Test{Options: infer.Options{Alpha: 1}}, someRows, "level"},
		{"NaN delta", Test{Options: infer.Options{Delta: nan}}, someRows, "finite"},
		{"NaN", Test{Max: 3}, [][2]float64{{1, 2}, {3, nan}, {1, 2}}, "replication 2, fold 2"},
		{"infinite", Test{Max: 3}, [][2]float64{{math.Inf(1), 2}, {1, 2}, {1, 2}}, "replication 1, fold 1"},
		{"too few", Test{Max: 3}, someRows[:2], "give more"},
		{"impossible region", Test{Rule: Calibrated{Region: Region{Rho1: infer.Interval{Low: -0.5, High: -0.5}, Rho2: infer.Interval{Low: 0.4, High: 0.5}}}}, someRows, "region"},
		{"literal", Test{Options: infer.Options{Literal: true}}, someRows, "continuity correction"},
		{"tiny level", Test{Options: infer.Options{Alpha: 1e-9}}, someRows, "larger alpha"},
	} {
		if _, err := c.s.Path(c.rows); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Path: %v", c.name, err)
		}
		if _, err := c.s.Decide(c.rows); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Test: %v", c.name, err)
		}
	}
}

// Run asks for each replication once, in order, and for none after the stop; an
// error of the source ends it.
func TestRunAsksForNoMoreThanItNeeds(t *testing.T) {
	var asked []int
	next := func(m int) ([2]float64, error) {
		asked = append(asked, m)
		return [2]float64{1 + 0.01*float64(m), 1}, nil
	}
	out, err := Test{}.Run(next)
	if err != nil || out.Stop != 3 || fmt.Sprint(asked) != "[1 2 3]" || len(out.Differences) != 3 {
		t.Errorf("asked for %v, %+v, %v", asked, out, err)
	}
	broken := errors.New("no machine")
	if _, err := (Test{}).Run(func(int) ([2]float64, error) { return [2]float64{}, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// drawRows draws differences with some spread, multiples of a small power of two,
// so that shifts by whole numbers are exact.
func drawRows(t *rapid.T, m int) [][2]float64 {
	out := make([][2]float64, m)
	for j := range out {
		for k := range 2 {
			out[j][k] = float64(rapid.IntRange(-4096, 4096).Draw(t, "difference")) / 4096
		}
	}
	return out
}

// A shift of differences and delta changes nothing, nor does a scale; turning
// the sign of everything turns greater into less; the p-value of the path decides
// as the boundary does, and the interval leaves out delta where the test rejects.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Test{Max: rapid.IntRange(3, 20).Draw(t, "max")}
		s.Alternative = infer.Alternative(rapid.IntRange(0, 2).Draw(t, "alternative"))
		s.Alpha = rapid.SampledFrom(alphas).Draw(t, "alpha")
		s.Delta = float64(rapid.IntRange(-4096, 4096).Draw(t, "delta")) / 4096
		s.Rule = Calibrated{Shape: Shape(rapid.IntRange(0, 1).Draw(t, "shape"))}
		d := drawRows(t, s.Max)
		out, err := s.Decide(d)
		if err != nil {
			t.Fatal(err)
		}
		if (out.PValue <= s.Alpha) != out.Reject {
			t.Errorf("p = %v at alpha %v, but rejected is %v", out.PValue, s.Alpha, out.Reject)
		}
		for _, l := range out.Looks {
			if l.Reject != (s.Delta < l.CI.Low || s.Delta > l.CI.High) || l.Reject != (l.Estimate < l.Boundary.Low || l.Estimate > l.Boundary.High) {
				t.Errorf("look %+v: rejection, interval and boundary disagree about delta %v", l, s.Delta)
			}
		}
		const scale, shift = -4, 2 // powers of two: exact
		mirrored := s
		mirrored.Delta = scale*s.Delta + shift
		mirrored.Alternative = [...]infer.Alternative{infer.TwoSided, infer.Less, infer.Greater}[s.Alternative]
		for j := range d {
			d[j] = [2]float64{scale*d[j][0] + shift, scale*d[j][1] + shift}
		}
		turned, err := mirrored.Decide(d)
		if err != nil {
			t.Fatal(err)
		}
		if turned.Stop != out.Stop || turned.Reject != out.Reject || !alike(turned.PValue, out.PValue, 1e-6) {
			t.Errorf("mirrored: %+v, was %+v", turned.Result, out.Result)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	s := Test{Max: 6}
	for b.Loop() {
		if _, err := s.Decide(someRows); err != nil {
			b.Fatal(err)
		}
	}
}

// One path at one pair of correlations, with all looks to 20.
func BenchmarkNormalPaths(b *testing.B) {
	p := newNormalPaths(20, rand.New(rand.NewPCG(1, 1)))
	var path Path
	c := Correlation{0.3, 0.3}
	p.draw()
	p.at(c, &path)
	b.ReportAllocs()
	for b.Loop() {
		p.draw()
		p.at(c, &path)
	}
}

// Looks without spread, up to rounding, do not stop the test, and it says so at the end; it
// goes on to a look with spread.
func TestNoSpreadIsSaid(t *testing.T) {
	almost := 0.1 * (1 + 3e-16)
	same := [][2]float64{{0.1, almost}, {0.1, 0.1}, {almost, 0.1}}
	o, err := Test{Max: 3, Interest: 0.5}.Decide(same)
	if err != nil || o.Reject || o.Futile || !o.NoSpread || !strings.Contains(o.Assumptions, infer.NoSpreadText) {
		t.Errorf("%+v, %v; want no claim and a warning", o, err)
	}
	o, err = Test{}.Decide(append(same, [2]float64{0.1, 0.1001}))
	if err != nil || !o.Reject || o.NoSpread || o.Stop != 4 {
		t.Errorf("%+v, %v; want a claim at m = 4", o, err)
	}
}

// Looks, levels and simulations that do not exist are errors, not panics of a worker.
func TestConstantRefuses(t *testing.T) {
	for want, f := range map[string]func() (Constant, error){
		"first look at m = 0":              func() (Constant, error) { return Calibrated{}.Constant(0, 12, infer.TwoSided, 0.05) },
		"first look at m = -3":             func() (Constant, error) { return Calibrated{}.Constant(-3, 12, infer.TwoSided, 0.05) },
		"from m = 5 to 4":                  func() (Constant, error) { return Calibrated{}.Constant(5, 4, infer.TwoSided, 0.05) },
		"up to m = 100000":                 func() (Constant, error) { return Calibrated{}.Constant(3, 100000, infer.TwoSided, 0.05) },
		"alternative 4":                    func() (Constant, error) { return Calibrated{}.Constant(3, 12, infer.Alternative(4), 0.05) },
		"alpha is 10":                      func() (Constant, error) { return Calibrated{}.Constant(3, 12, infer.TwoSided, 10) },
		"alpha is NaN":                     func() (Constant, error) { return Calibrated{}.Constant(3, 12, infer.TwoSided, math.NaN()) },
		"-1 draws":                         func() (Constant, error) { return Calibrated{Draws: -1}.Constant(2, 4, infer.TwoSided, 0.05) },
		"unknown shape 7":                  func() (Constant, error) { return Calibrated{Shape: 7}.Constant(3, 12, infer.TwoSided, 0.05) },
		fmt.Sprint(math.MaxInt) + " draws": func() (Constant, error) { return Calibrated{Draws: math.MaxInt}.Constant(2, 4, infer.TwoSided, 0.05) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
