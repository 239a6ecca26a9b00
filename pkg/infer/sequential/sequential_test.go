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

// decided runs a test and sums it up.
func decided(t interface{ Fatal(...any) }, s TTest, rows [][2]float64) (Outcome, infer.Result) {
	o, err := s.Decide(rows)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Result(o.Looks)
	if err != nil {
		t.Fatal(err)
	}
	return o, r
}

// The looks agree with the formulas of the thesis, evaluated another way.
func TestPathAgreesWithDefinition(t *testing.T) {
	s := TTest{Options: infer.Options{Alternative: infer.Greater, Delta: 0.01}, Max: 6, Rule: Printed{}}
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
		for name, c := range map[string][2]float64{
			"m": {float64(l.M), float64(m)}, "estimate": {l.Estimate, mean}, "sd": {l.SD, sd},
			"statistic": {l.Statistic, statistic},
			"p-value":   {l.Evidence, dist.Survival(statistic)}, "level": {l.Level, 0.05},
			"low end of the boundary": {l.Boundary.Low, math.Inf(-1)}, "boundary": {l.Boundary.High, bound},
			"low end": {l.CI.Low, mean - (bound - 0.01)}, "high end": {l.CI.High, math.Inf(1)},
		} {
			if !alike(c[0], c[1], 1e-11) {
				t.Errorf("look %d: %s %v, want %v", m, name, c[0], c[1])
			}
		}
		if l.Decision.Rejects() != (mean > bound) {
			t.Errorf("look %d: %s at %v, with the boundary %v", m, l.Decision, mean, bound)
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
		looks, err := TTest{Options: opt, Max: 4, Rule: Printed{}}.Path(pairs)
		if err != nil {
			t.Fatal(err)
		}
		got := looks[1]
		for name, c := range map[string][2]float64{"statistic": {got.Statistic, want.Statistic},
			"p-value": {got.Evidence, want.PValue},
			"low end": {got.CI.Low, want.CI.Low}, "high end": {got.CI.High, want.CI.High}} {
			if !alike(c[0], c[1], 1e-10) {
				t.Errorf("%v: %s %v, want that of infer.BCVT, %v", a, name, c[0], c[1])
			}
		}
		if got.Decision.Rejects() != want.Reject {
			t.Errorf("%v: %s, want rejection %v", a, got.Decision, want.Reject)
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
	}{{Printed{}, infer.Greater, 0.05}, {Printed{Halved: true}, infer.Greater, 0.025},
		{Printed{}, infer.TwoSided, 0.05}, {Printed{Halved: true}, infer.TwoSided, 0.05}} {
		levels, err := TTest{Options: infer.Options{Alternative: c.alternative}, Rule: c.rule}.Levels()
		if err != nil || len(levels) != 10 || levels[0] != c.want || levels[9] != c.want {
			t.Errorf("%v, %v: %v, %v; want 10 levels of %v", c.rule, c.alternative, levels, err, c.want)
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
		_, r := decided(t, TTest{Options: infer.Options{Alternative: c.alternative, Delta: 0.1}, Max: 3}, same(c.value))
		if r.Statistic != c.statistic || r.Reject || r.PValue != 1 {
			t.Errorf("%s: %+v; want statistic %v, p = 1 and no claim", c.name, r, c.statistic)
		}
	}
}

func TestRefuses(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		s    TTest
		rows [][2]float64
		want string
	}{
		{"start 1", TTest{Start: 1}, someRows, "first look"},
		{"max below start", TTest{Start: 5, Max: 4}, someRows, "must not come before"},
		{"level 1", TTest{Options: infer.Options{Alpha: 1}}, someRows, "level"},
		{"NaN delta", TTest{Options: infer.Options{Delta: nan}}, someRows, "finite"},
		{"NaN", TTest{Max: 3}, [][2]float64{{1, 2}, {3, nan}, {1, 2}}, "replication 2, fold 2"},
		{"infinite", TTest{Max: 3}, [][2]float64{{math.Inf(1), 2}, {1, 2}, {1, 2}}, "replication 1, fold 1"},
		{"too few", TTest{Max: 3}, someRows[:2], "give more"},
		{"impossible region", TTest{Rule: Calibrated{Region: Region{Rho1: infer.Interval{Low: -0.5, High: -0.5},
			Rho2: infer.Interval{Low: 0.4, High: 0.5}}}}, someRows, "region"},
		{"literal", TTest{Options: infer.Options{Literal: true}}, someRows, "continuity correction"},
		{"tiny level", TTest{Options: infer.Options{Alpha: 1e-9}}, someRows, "larger alpha"},
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
	out, err := TTest{}.Run(next)
	if err != nil || out.Stop != 3 || fmt.Sprint(asked) != "[1 2 3]" {
		t.Errorf("asked for %v, %+v, %v", asked, out, err)
	}
	broken := errors.New("no machine")
	if _, err := (TTest{}).Run(func(int) ([2]float64, error) { return [2]float64{}, broken }); !errors.Is(err, broken) {
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
		s := TTest{Max: rapid.IntRange(3, 20).Draw(t, "max")}
		s.Alternative = infer.Alternative(rapid.IntRange(0, 2).Draw(t, "alternative"))
		s.Alpha = rapid.SampledFrom(alphas).Draw(t, "alpha")
		s.Delta = float64(rapid.IntRange(-4096, 4096).Draw(t, "delta")) / 4096
		s.Rule = Calibrated{Shape: Shape(rapid.IntRange(0, 1).Draw(t, "shape"))}
		d := drawRows(t, s.Max)
		out, r := decided(t, s, d)
		if (r.PValue <= s.Alpha) != out.Decision.Rejects() {
			t.Errorf("p = %v at alpha %v, but the decision is %s", r.PValue, s.Alpha, out.Decision)
		}
		for _, l := range out.Looks {
			rejects := l.Decision.Rejects()
			if rejects != (s.Delta < l.CI.Low || s.Delta > l.CI.High) {
				t.Errorf("look %+v: decision and interval disagree about delta %v", l, s.Delta)
			}
			if rejects != (l.Estimate < l.Boundary.Low || l.Estimate > l.Boundary.High) {
				t.Errorf("look %+v: decision and boundary disagree", l)
			}
			if rejects && (l.Decision == BetterA) != (l.Estimate > s.Delta) {
				t.Errorf("look %+v: the decision is on the wrong side of %v", l, s.Delta)
			}
		}
		const scale, shift = -4, 2 // powers of two: exact
		mirrored := s
		mirrored.Delta = scale*s.Delta + shift
		mirrored.Alternative = [...]infer.Alternative{infer.TwoSided, infer.Less, infer.Greater}[s.Alternative]
		for j := range d {
			d[j] = [2]float64{scale*d[j][0] + shift, scale*d[j][1] + shift}
		}
		other := map[Decision]Decision{BetterA: BetterB, BetterB: BetterA, Undecided: Undecided}[out.Decision]
		turned, p := decided(t, mirrored, d)
		if turned.Stop != out.Stop || turned.Decision != other {
			t.Errorf("mirrored: %s at %d, was %s at %d", turned.Decision, turned.Stop, out.Decision, out.Stop)
		}
		if !alike(p.PValue, r.PValue, 1e-6) {
			t.Errorf("mirrored: p = %v, was %v", p.PValue, r.PValue)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	s := TTest{Max: 6}
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
	o, r := decided(t, TTest{Max: 3, Interest: 0.5}, same)
	if o.Decision != Undecided {
		t.Errorf("%s, want undecided", o.Decision)
	}
	if !r.NoSpread || !strings.Contains(r.Assumptions, infer.NoSpreadText) {
		t.Errorf("%+v; want a warning", r)
	}
	o, r = decided(t, TTest{}, append(same, [2]float64{0.1, 0.1001}))
	if o.Decision != BetterA || o.Stop != 4 || r.NoSpread {
		t.Errorf("%s at m = %d, without spread %v; want A is better at m = 4, with spread",
			o.Decision, o.Stop, r.NoSpread)
	}
}

// Looks, levels and simulations that do not exist are errors, not panics of a worker.
func TestConstantRefuses(t *testing.T) {
	for want, f := range map[string]func() (Constant, error){
		"first look at m = 0": func() (Constant, error) {
			return Calibrated{}.Constant(0, 12, infer.TwoSided, 0.05)
		},
		"first look at m = -3": func() (Constant, error) {
			return Calibrated{}.Constant(-3, 12, infer.TwoSided, 0.05)
		},
		"from m = 5 to 4": func() (Constant, error) {
			return Calibrated{}.Constant(5, 4, infer.TwoSided, 0.05)
		},
		"up to m = 100000": func() (Constant, error) {
			return Calibrated{}.Constant(3, 100000, infer.TwoSided, 0.05)
		},
		"alternative 4": func() (Constant, error) {
			return Calibrated{}.Constant(3, 12, infer.Alternative(4), 0.05)
		},
		"alpha is 10": func() (Constant, error) {
			return Calibrated{}.Constant(3, 12, infer.TwoSided, 10)
		},
		"alpha is NaN": func() (Constant, error) {
			return Calibrated{}.Constant(3, 12, infer.TwoSided, math.NaN())
		},
		"-1 draws": func() (Constant, error) {
			return Calibrated{Draws: -1}.Constant(2, 4, infer.TwoSided, 0.05)
		},
		"unknown shape 7": func() (Constant, error) {
			return Calibrated{Shape: 7}.Constant(3, 12, infer.TwoSided, 0.05)
		},
		fmt.Sprint(math.MaxInt) + " draws": func() (Constant, error) {
			return Calibrated{Draws: math.MaxInt}.Constant(2, 4, infer.TwoSided, 0.05)
		},
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
