package sequential

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/internal/stored"
)

// Rule determines how far from Delta the estimate must lie at each look of a
// sequential test. It is Printed or Calibrated.
type Rule interface {
	fmt.Stringer
	// levels returns the nominal level of each look.
	levels(s TTest) ([]float64, error)
	// adjusted returns the p-value of the whole path up to the look that has
	// the given ratio of nominal p-value and nominal level, and whether the
	// rule has one.
	adjusted(s TTest, ratio float64) (p float64, ok bool, err error)
}

// Printed is the rule of the thesis: every look at the level alpha, as if it
// were the only one (Wang 2019, algorithm 5.1). It does not hold its level: at
// alpha = 0.05 and Max = 12 it rejects a true hypothesis with probability 0.09
// at rho1 = rho2 = 1/2 (erratum E24). It is here for comparison.
type Printed struct {
	Halved bool // one-sided looks at alpha/2, as in eq. 5.40; theorem 5.5 uses alpha
}

// String returns printed, or printed at alpha/2.
func (p Printed) String() string {
	if p.Halved {
		return "printed at alpha/2"
	}
	return "printed"
}

func (p Printed) levels(s TTest) ([]float64, error) {
	level := s.Alpha
	if p.Halved && s.Alternative != infer.TwoSided {
		level /= 2
	}
	return slices.Repeat([]float64{level}, s.Max-s.Start+1), nil
}

func (p Printed) adjusted(TTest, float64) (float64, bool, error) { return 0, false, nil }

// Region is a rectangle of correlations, cut where rho2 would exceed
// (1+rho1)/2. The zero value is the region of the thesis, 0 <= rho1, rho2 <= 1/2.
type Region struct{ Rho1, Rho2 infer.Interval }

// The regions whose constants are tabulated.
var (
	WholeRegion  = Region{Rho1: infer.Interval{Low: 0, High: 0.5}, Rho2: infer.Interval{Low: 0, High: 0.5}}
	MilderRegion = Region{Rho1: infer.Interval{Low: 0, High: 0.5}, Rho2: infer.Interval{Low: 0, High: 0.4}}
)

// String returns for example rho1 in [0, 0.5], rho2 in [0, 0.4].
func (r Region) String() string {
	r = r.orWhole()
	return fmt.Sprintf("rho1 in [%g, %g], rho2 in [%g, %g]", r.Rho1.Low, r.Rho1.High, r.Rho2.Low, r.Rho2.High)
}

func (r Region) orWhole() Region {
	if r == (Region{}) {
		return WholeRegion
	}
	return r
}

// check reports a region that is empty or impossible.
func (r Region) check() error {
	r = r.orWhole()
	if !(r.Rho1.Low >= -1 && r.Rho1.Low <= r.Rho1.High && r.Rho1.High <= 1 && r.Rho2.Low >= 0 &&
		r.Rho2.Low <= r.Rho2.High && r.Rho2.High < 1 && r.Rho2.Low <= (1+r.Rho1.High)/2) {
		return fmt.Errorf("sequential: region %v; use -1 <= rho1 <= 1 and 0 <= rho2 < 1, rho2 <= (1+rho1)/2, each "+
			"from low to high", r)
	}
	return nil
}

// worst returns the points where the error can be largest. It rises with rho2,
// and along the upper edge is largest at one of the ends, as found on a fine grid
// of 0 <= rho1, rho2 <= 1/2. Other regions also get the middle of the edge.
func (r Region) worst() []Correlation {
	edge := []float64{r.Rho1.Low, r.Rho1.High}
	if r != WholeRegion && r != MilderRegion {
		edge = append(edge, (r.Rho1.Low+r.Rho1.High)/2, max(r.Rho1.Low, min(r.Rho1.High, 2*r.Rho2.High-1)))
	}
	var out []Correlation
	for _, rho1 := range edge {
		c := Correlation{rho1, min(r.Rho2.High, (1+rho1)/2)}
		if c.Rho2 >= r.Rho2.Low && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// Calibrated is the rule whose error over all looks is at most alpha at all
// correlations of a region, for normal differences. Two-sided tests spend half of
// alpha on each side, which is exact up to paths that cross both boundaries.
//
// For Start = 3, Max <= 20 and the regions WholeRegion and MilderRegion the
// error as a function of the nominal level is tabulated, with standard errors of
// at most 1% of alpha for alpha >= 0.001. Others are simulated at the first use,
// which takes seconds, with the same result for the same seed.
type Calibrated struct {
	Region Region // zero for 0 <= rho1, rho2 <= 1/2
	Shape  Shape  // Equal or Late
	Draws  int    // simulated paths if there is no table; 0 means 200,000
	Seed   uint64 // of the simulation
}

// String names shape and region.
func (c Calibrated) String() string { return fmt.Sprintf("calibrated (%v, %v)", c.Shape, c.Region) }

// Constant is the nominal level at the last look that gives a calibrated test
// its level, with the standard error of the true level.
type Constant struct {
	// Level determines the boundary at the last look, Chat_m t_Level(2m-1) sd, if one-sided;
	// t_{Level/2} if two-sided.
	Level float64
	SE    float64 // standard error of the error of the test, which is alpha
}

// Constant returns the constant for looks from start to last, 2 <= start <= last <= 1000,
// at level alpha, in (0, 1).
func (c Calibrated) Constant(start, last int, alternative infer.Alternative, alpha float64) (Constant, error) {
	if err := checkLooks(start, last); err != nil {
		return Constant{}, err
	}
	if err := infer.CheckLevel(alpha); err != nil {
		return Constant{}, err
	}
	if _, err := (infer.Options{Alternative: alternative}).Filled(); err != nil {
		return Constant{}, err
	}
	curve, err := c.curve(start, last)
	if err != nil {
		return Constant{}, err
	}
	sides := alternative.Sides()
	level, err := curve.solve(alpha / sides)
	if err != nil {
		return Constant{}, err
	}
	_, se := curve.at(level)
	return Constant{Level: sides * level, SE: sides * se}, nil
}

func (c Calibrated) levels(s TTest) ([]float64, error) {
	k, err := c.Constant(s.Start, s.Max, s.Alternative, s.Alpha)
	if err != nil {
		return nil, err
	}
	out := make([]float64, s.Max-s.Start+1)
	for i := range out {
		out[i] = k.Level * c.Shape.weight(s.Start+i, s.Max)
	}
	return out, nil
}

func (c Calibrated) adjusted(s TTest, ratio float64) (float64, bool, error) {
	curve, err := c.curve(s.Start, s.Max)
	if err != nil {
		return 0, false, err
	}
	k, err := c.Constant(s.Start, s.Max, s.Alternative, s.Alpha)
	if err != nil {
		return 0, false, err
	}
	sides := s.Alternative.Sides()
	p, _ := curve.at(ratio * k.Level / sides)
	return min(1, sides*p), true, nil
}

// simulated keeps the curves that are in no table, by design.
var simulated struct {
	sync.Mutex
	curves map[string][]curve
}

// curve returns the error curve of the test that looks from start to last.
func (c Calibrated) curve(start, last int) (curve, error) {
	if err := c.Region.check(); err != nil {
		return curve{}, err
	}
	if c.Shape != Equal && c.Shape != Late {
		return curve{}, fmt.Errorf("sequential: unknown shape %d; use Equal or Late", int(c.Shape))
	}
	if c.Draws < 0 || c.Draws > mostDraws {
		return curve{}, fmt.Errorf("sequential: %d draws; give from 1 to %d, or 0 for 200,000", c.Draws, mostDraws)
	}
	region := c.Region.orWhole()
	if k, ok := tabulated()[tableKey{region, c.Shape, last}]; ok && start == FirstLook {
		return k, nil
	}
	d := curveDesign{points: region.worst(), shape: c.Shape, start: start, max: last, draws: c.Draws, seed: c.Seed}
	if d.draws == 0 {
		d.draws = 200_000
	}
	key := fmt.Sprint(d)
	simulated.Lock()
	defer simulated.Unlock()
	curves, ok := simulated.curves[key]
	if !ok {
		curves = d.simulate()
		if simulated.curves == nil {
			simulated.curves = map[string][]curve{}
		}
		simulated.curves[key] = curves
	}
	return curves[last-start], nil
}

type tableKey struct {
	region Region
	shape  Shape
	max    int
}

//go:embed curves.csv.gz
var curvesCSV string

// tabulated returns the embedded curves, for Start = 3.
var tabulated = sync.OnceValue(readCurves)

func readCurves() map[tableKey]curve {
	out := map[tableKey]curve{}
	for _, row := range stored.Rows(curvesCSV) {
		v := stored.Numbers(slices.Concat(row[:3], row[4:]))
		key := tableKey{Region{Rho1: infer.Interval{Low: v[0], High: v[1]}, Rho2: infer.Interval{Low: 0, High: v[2]}},
			Equal, int(v[3])}
		if row[3] == Late.String() {
			key.shape = Late
		}
		c, ok := out[key]
		if !ok {
			c = curve{error: make([][]float64, 2), se: make([][]float64, 2)}
		}
		c.level = append(c.level, v[4])
		for p := range 2 {
			c.error[p], c.se[p] = append(c.error[p], v[5+2*p]), append(c.se[p], v[6+2*p])
		}
		out[key] = c
	}
	for key, c := range out {
		out[key] = c.fitted()
	}
	return out
}
