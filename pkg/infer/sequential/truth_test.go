package sequential

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// sampler draws the 2m differences from their covariance matrix (thesis eq.
// 5.4) by its Cholesky factor: nothing in common with normalPaths.
type sampler struct {
	root [][]float64 // rows of the factor up to the diagonal
	z    []float64
	rng  *rand.Rand
}

func newSampler(t *testing.T, c Correlation, m int, seed uint64) *sampler {
	t.Helper()
	cov := mat.NewSymDense(2*m, nil)
	for i := range 2 * m {
		for k := range i + 1 {
			switch {
			case i == k:
				cov.SetSym(i, k, 1+1e-12) // rho1 = 0, rho2 = 1/2 is singular
			case i/2 == k/2:
				cov.SetSym(i, k, c.Rho1)
			default:
				cov.SetSym(i, k, c.Rho2)
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(cov) {
		t.Fatalf("%v is not a covariance", c)
	}
	s := &sampler{z: make([]float64, 2*m), rng: rand.New(rand.NewPCG(seed, 77))}
	var root mat.TriDense
	chol.LTo(&root)
	for i := range 2 * m {
		row := make([]float64, i+1)
		for k := range row {
			row[k] = root.At(i, k)
		}
		s.root = append(s.root, row)
	}
	return s
}

func (s *sampler) draw(rows [][2]float64) {
	for i := range s.z {
		s.z[i] = s.rng.NormFloat64()
	}
	for i := range s.z {
		var x float64
		for k, l := range s.root[i] {
			x += l * s.z[k]
		}
		rows[i/2][i%2] = x
	}
}

// first returns the first look that rejects, or 0. It follows the definition of
// the thesis, and shares no code with Test.
func first(rows [][2]float64, start int, levels []float64, quantile func(p, df float64) float64, twoSided bool) int {
	for m := start; m < start+len(levels); m++ {
		mean, squares := 0.0, 0.0
		for _, r := range rows[:m] {
			mean += (r[0] + r[1]) / float64(2*m)
		}
		for _, r := range rows[:m] {
			squares += (r[0]-mean)*(r[0]-mean) + (r[1]-mean)*(r[1]-mean)
		}
		p := levels[m-start]
		if twoSided {
			p, mean = p/2, math.Abs(mean)
		}
		if mean > math.Sqrt(squares/float64(2*m)*float64(2*m+1)/float64(2*m-1))*quantile(p, float64(2*m-1)) {
			return m
		}
	}
	return 0
}

// memo keeps quantiles of t, which are slow to find.
func memo(f func(p, df float64) float64) func(p, df float64) float64 {
	known := map[[2]float64]float64{}
	return func(p, df float64) float64 {
		k := [2]float64{p, df}
		if _, ok := known[k]; !ok {
			known[k] = f(p, df)
		}
		return known[k]
	}
}

// The tabulated constants hold their level, as far as counting can tell, at the
// worst points of their regions, and no point inside exceeds it.
func TestConstantsAgainstIndependentSimulation(t *testing.T) {
	numtest.NotRaced(t)
	const draws = 20_000
	for i, c := range []struct {
		region      Region
		shape       Shape
		alternative infer.Alternative
		alpha       float64
		max         int
	}{
		{WholeRegion, Equal, infer.Greater, 0.1, 5},
		{WholeRegion, Equal, infer.Greater, 0.05, 12},
		{WholeRegion, Equal, infer.TwoSided, 0.05, 12},
		{WholeRegion, Equal, infer.Greater, 0.01, 8},
		{WholeRegion, Late, infer.Greater, 0.05, 12},
		{WholeRegion, Late, infer.TwoSided, 0.01, 20},
		{MilderRegion, Equal, infer.Greater, 0.05, 12},
		{MilderRegion, Late, infer.Greater, 0.1, 7},
	} {
		s := TTest{Options: infer.Options{Alternative: c.alternative, Alpha: c.alpha}, Max: c.max,
			Rule: Calibrated{Region: c.region, Shape: c.shape}}
		levels, err := s.Levels()
		if err != nil {
			t.Fatal(err)
		}
		inner := Correlation{0.25, c.region.Rho2.High}
		var worst float64
		quantile := memo(func(p, df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1 - p) })
		se := math.Sqrt(c.alpha * (1 - c.alpha) / draws)
		for _, point := range append(c.region.worst(), inner) {
			sample := newSampler(t, point, c.max, uint64(i))
			rows := make([][2]float64, c.max)
			rejected := 0
			for range draws {
				sample.draw(rows)
				if first(rows, FirstLook, levels, quantile, c.alternative == infer.TwoSided) > 0 {
					rejected++
				}
			}
			e := float64(rejected) / draws
			if e > c.alpha+4*se {
				t.Errorf("%+v at %v: error %v", c, point, e)
			}
			if point != inner {
				worst = max(worst, e)
			}
		}
		if worst < c.alpha-4*se {
			t.Errorf("%+v: worst error %v, which is too low for an exact constant", c, worst)
		}
	}
}

// The printed rule rejects too often (erratum E24), and its simulated error
// agrees with counting.
func TestErrorOfPrintedRule(t *testing.T) {
	s := TTest{Options: infer.Options{Alternative: infer.Greater}, Rule: Printed{}}
	looks, err := s.Boundary()
	if err != nil {
		t.Fatal(err)
	}
	levels, err := s.Levels()
	if err != nil {
		t.Fatal(err)
	}
	quantile := memo(func(p, df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(1 - p) })
	for i, c := range []Correlation{{0.5, 0.5}, {0, 0.5}, {0.3, 0.4}, {0.5, 0.1}} {
		got, err := OperatingCharacteristics(c, []Boundary{looks}, []float64{0, 0.5}, 40_000, 3)
		if err != nil {
			t.Fatal(err)
		}
		const draws = 20_000
		sample := newSampler(t, c, LastLook, uint64(i))
		rows := make([][2]float64, LastLook)
		for k, excess := range []float64{0, 0.5} {
			rejected, stops := 0.0, 0.0
			for range draws {
				sample.draw(rows)
				for j := range rows {
					rows[j] = [2]float64{rows[j][0] + excess, rows[j][1] + excess}
				}
				stop := float64(LastLook)
				if m := first(rows, FirstLook, levels, quantile, false); m > 0 {
					rejected++
					stop = float64(m)
				}
				stops += stop
			}
			o := got[0][k]
			e := rejected / draws
			if math.Abs(o.Reject-e) > 4*math.Hypot(o.RejectSE, math.Sqrt(e*(1-e)/draws)) {
				t.Errorf("%v, excess %v: rejects with probability %v, counted %v", c, excess, o.Reject, e)
			}
			if math.Abs(o.Stop-stops/draws) > 4*math.Hypot(o.StopSE, 3/math.Sqrt(draws)) {
				t.Errorf("%v, excess %v: stops at %v, counted %v", c, excess, o.Stop, stops/draws)
			}
		}
		if i < 2 && got[0][0].Reject < 0.08 {
			t.Errorf("%v: error %v of the printed rule; erratum E24 says 0.09", c, got[0][0].Reject)
		}
	}
}

// One look agrees with quadrature of the exact distribution.
func TestOneLookAgreesWithQuadrature(t *testing.T) {
	for _, m := range []int{3, 12} {
		looks := Boundary{Start: m, Factors: []float64{factor(m, 0.05)}}
		for _, c := range []Correlation{{0, 0.1}, {0, 0.4}, {0.5, 0.2}, {0.3, 0.45}, {0.1, 0}} {
			got, err := OperatingCharacteristics(c, []Boundary{looks}, []float64{0, 1}, 40_000, 9)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range got[0] {
				want := variance.TStatistic{M: m, Rho1: c.Rho1, Rho2: c.Rho2}.Exceed(o.Excess, factor(m, 0.05))
				if math.Abs(o.Reject-want) > 4.5*o.RejectSE+1e-9 {
					t.Errorf("m = %d, %v, excess %v: %v ± %v, by quadrature %v",
						m, c, o.Excess, o.Reject, o.RejectSE, want)
				}
			}
		}
	}
}

// Where one look is exact the simulation must find it: at rho1 = rho2 = 1/2 every
// look alone has its nominal level, and at rho1 = 0, rho2 = 1/2 the replication
// means are equal, so that the statistic of m = 3 is Chat_3 less t(3).
func TestErrorOfOneLook(t *testing.T) {
	for _, m := range []int{3, 7, 12} {
		for _, alpha := range alphas {
			l := Boundary{Start: m, Factors: []float64{factor(m, alpha)}}
			got, err := OperatingCharacteristics(Correlation{0.5, 0.5}, []Boundary{l}, []float64{0}, 40_000, uint64(m))
			if err != nil {
				t.Fatal(err)
			}
			if o := got[0][0]; math.Abs(o.Reject-alpha) > 4*o.RejectSE || o.Stop != float64(m) {
				t.Errorf("m = %d, alpha %v: %+v", m, alpha, o)
			}
		}
	}
	for _, shape := range []Shape{Equal, Late} {
		c := tabulated()[tableKey{WholeRegion, shape, 3}]
		for i, level := range c.level {
			want := special.StudentTail(factor(3, level), 3)
			if math.Abs(c.error[0][i]-want) > 4.5*c.se[0][i] {
				t.Errorf("%v, level %v: error %v ± %v, exactly %v", shape, level, c.error[0][i], c.se[0][i], want)
			}
			if math.Abs(c.error[1][i]-level) > 4.5*c.se[1][i] {
				t.Errorf("%v, level %v at rho1 = 1/2: error %v ± %v", shape, level, c.error[1][i], c.se[1][i])
			}
		}
	}
}

// The intervals of all looks together hold the truth with probability 1 - alpha.
func TestConfidenceSequence(t *testing.T) {
	s := TTest{Options: infer.Options{Alpha: 0.1}, Max: 8}
	const draws, truth = 4000, 0.7
	for i, c := range WholeRegion.worst() {
		sample := newSampler(t, c, 8, uint64(40+i))
		rows := make([][2]float64, 8)
		missed := 0
		for range draws {
			sample.draw(rows)
			for j := range rows {
				rows[j] = [2]float64{rows[j][0] + truth, rows[j][1] + truth}
			}
			looks, err := s.Path(rows)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range looks {
				if truth < l.CI.Low || truth > l.CI.High {
					missed++
					break
				}
			}
		}
		if share := float64(missed) / draws; share > 0.1+4*math.Sqrt(0.1*0.9/draws) {
			t.Errorf("%v: %v of the sequences miss the truth", c, share)
		}
	}
}

// Same seed, same curves, whatever the number of processors; and a simulated
// design agrees with the tabulated one.
func TestSimulatedCurves(t *testing.T) {
	d := curveDesign{points: MilderRegion.worst(), start: 3, max: 6, draws: 30_000, seed: 5}
	before := runtime.GOMAXPROCS(1)
	one := d.simulate()
	runtime.GOMAXPROCS(2)
	two := d.simulate()
	runtime.GOMAXPROCS(before)
	for i := range one {
		want := tabulated()[tableKey{MilderRegion, Equal, 3 + i}]
		for p := range one[i].error {
			for l, e := range one[i].error[p] {
				if e != two[i].error[p][l] {
					t.Fatalf("curve %d: %v with one processor, %v with two", i, e, two[i].error[p][l])
				}
				if one[i].level[l] > 1e-3 && math.Abs(e-want.error[p][l]) > 4.5*math.Hypot(one[i].se[p][l],
					want.se[p][l]) {
					t.Errorf("max %d, level %v: error %v, table %v", 3+i, one[i].level[l], e, want.error[p][l])
				}
			}
		}
	}
}

// Other regions and looks are simulated when asked for: an error of the same
// size as in a region that contains them, or less.
func TestOtherRegions(t *testing.T) {
	low := Calibrated{Region: Region{Rho1: infer.Interval{Low: 0, High: 0.3}, Rho2: infer.Interval{Low: 0, High: 0.3}},
		Draws: 20_000}
	k, err := low.Constant(3, 12, infer.Greater, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	mild, err := Calibrated{Region: MilderRegion}.Constant(3, 12, infer.Greater, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if !(k.Level > mild.Level && k.SE > 0 && k.SE < 0.005) {
		t.Errorf("constant %+v in the smaller region, %+v in the larger", k, mild)
	}
	later, err := Calibrated{Draws: 20_000}.Constant(5, 12, infer.Greater, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	usual, err := Calibrated{}.Constant(3, 12, infer.Greater, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if later.Level <= usual.Level {
		t.Errorf("constant %+v with looks from 5, %+v with looks from 3", later, usual)
	}
}

func TestOperatingCharacteristicsRefuse(t *testing.T) {
	l := Boundary{Start: 3, Factors: []float64{2}}
	for name, f := range map[string]func() error{
		"correlations": func() error {
			_, err := OperatingCharacteristics(Correlation{0, 0.6}, []Boundary{l}, nil, 1, 1)
			return err
		},
		"draws": func() error {
			_, err := OperatingCharacteristics(Correlation{0, 0.5}, []Boundary{l}, nil, 0, 1)
			return err
		},
		"no looks": func() error {
			_, err := OperatingCharacteristics(Correlation{0, 0.5}, []Boundary{{Start: 3}}, nil, 1, 1)
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s were accepted", name)
		}
	}
}
