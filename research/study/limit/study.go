package limit

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// Limit is the study of the best tests of the folds alone, beside bcv-t and the paired posterior.
var Limit = study.Study{Name: "limit", Title: "the most power that a test of the 2m fold differences can have, by " +
	"linear programming", Seconds: 220, Plan: plan}

// Row is the best test, two-sided, of all that hold a level on a region of correlations.
type Row struct {
	M     int     `dataframe:"m"`
	Rho1  float64 `dataframe:"rho1_max"` // of the region 0 <= rho1 <= rho1_max, 0 <= rho2 <= 1/2
	Level float64 `dataframe:"level"`
	Power float64 `dataframe:"power"` // at two standard deviations of the mean, average over the pairs
	Bound float64 `dataframe:"bound"` // that no test of the cells exceeds, by the weights
	Error float64 `dataframe:"error"` // most false claims on a grid with half the step, and in its corner
	// bcv-t at the same level
	TestPower float64 `dataframe:"bcvt_power"`
	TestError float64 `dataframe:"bcvt_error"`
	Pairs     int     `dataframe:"pairs"` // of real algorithms, whose correlations weigh the power
	Cells     int     `dataframe:"cells"`
	Date      string  `dataframe:"date"`
}

// WeightRow is the weight of one pair of correlations among the least favourable ones, the dual solution
// divided by its sum.
type WeightRow struct {
	M      int     `dataframe:"m"`
	Max    float64 `dataframe:"rho1_max"`
	Level  float64 `dataframe:"level"`
	Rho1   float64 `dataframe:"rho1"`
	Rho2   float64 `dataframe:"rho2"`
	Weight float64 `dataframe:"weight"`
}

// PointRow is a procedure on the same normal differences: its most false claims on the region up to
// 1/2 and its power.
type PointRow struct {
	M      int     `dataframe:"m"`
	Method string  `dataframe:"method"`
	Error  float64 `dataframe:"error"`
	Rho1   float64 `dataframe:"rho1"` // where it errs most
	Rho2   float64 `dataframe:"rho2"`
	Power  float64 `dataframe:"power"`
	// standard errors; 0 where a number is computed and not simulated
	ErrorSE float64 `dataframe:"error_se"`
	PowerSE float64 `dataframe:"power_se"`
}

// part is what one step of the study finds.
type part struct {
	Rows    []Row
	Weights []WeightRow
	Points  []PointRow
}

// The numbers of replications, and the programs for each: levels on the whole region, and smaller
// regions at 5%.
var (
	sizes   = []int{3, 5, 10}
	levels  = []float64{0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25}
	regions = []float64{0.1, 0.2, 0.3}
)

// Level is the level that tests promise, and where regions are compared.
const Level = 0.05

// widest is the largest correlation of the region, and effect the expected difference in standard
// deviations of the mean.
const widest, effect = 0.5, 2

// tolerance is by how much a test may exceed its level between the constraints.
const tolerance = 2e-4

// effort is how fine grids are.
type effort struct {
	Bins, Angles int
	Step         float64 // of the correlations
	Every        int     // of the pairs takes one
	Sets         int     // simulated data sets of nested-t, for each point of the region
}

func effortOf(scale study.Scale) effort {
	if scale == study.Paper {
		return effort{Bins: 100, Angles: 40, Step: 0.05, Every: 1, Sets: 20_000}
	}
	return effort{Bins: 40, Angles: 20, Step: 0.1, Every: 40, Sets: 400}
}

func plan(cfg study.Config) (study.Plan, error) {
	pairs, err := measured(cfg.Data)
	if err != nil {
		return study.Plan{}, err
	}
	e := effortOf(cfg.Scale)
	var some []correlations
	for i := 0; i < len(pairs); i += e.Every {
		some = append(some, pairs[i])
	}
	x := study.Steps("limit", cfg.Seed, e, len(sizes), func(ctx context.Context, k int) ([]part, error) {
		found, err := e.size(ctx, sizes[k], some, cfg.Seed)
		return []part{found}, err
	})
	return study.Plan{Simulations: []study.Simulation{x}, Tables: func() ([]study.Table, error) {
		var all part
		for _, p := range x.Result() {
			all.Rows = append(all.Rows, p.Rows...)
			all.Weights = append(all.Weights, p.Weights...)
			all.Points = append(all.Points, p.Points...)
		}
		return []study.Table{study.NewTable("limit", all.Rows), study.NewTable("limit_weights", all.Weights),
			study.NewTable("limit_points", all.Points)}, nil
	}}, nil
}

// measured returns the correlations of real pairs of algorithms.
func measured(fsys fs.FS) ([]correlations, error) {
	found, err := correlation.Found(fsys, false)
	var out []correlations
	for _, p := range found {
		out = append(out, correlations{p[0], p[1]})
	}
	return out, err
}

// size solves all programs for m replications.
func (e effort) size(ctx context.Context, m int, pairs []correlations, seed uint64) (part, error) {
	p := e.problem(m, pairs)
	points, err := p.points(e, seed)
	if err != nil {
		return part{}, err
	}
	out := part{Points: points}
	for _, level := range levels {
		maxima := []float64{widest}
		if level == Level {
			maxima = append(maxima, regions...)
		}
		for _, most := range maxima {
			if err := ctx.Err(); err != nil {
				return out, err
			}
			row, weights, err := p.best(level, most)
			if err != nil {
				return out, fmt.Errorf("m = %d, level %v, rho1 up to %v: %w", m, level, most, err)
			}
			out.Rows, out.Weights = append(out.Rows, row), append(out.Weights, weights...)
		}
	}
	return out, nil
}

// problem is a grid with the points of the whole region: the constraints, and between them the points that
// become constraints where a test errs in more than its level there.
type problem struct {
	grid
	constraints []correlations
	cost        [][]float64
	between     []correlations
	check       [][]float64
	pairs       []correlations
	gain        []float64
}

// between returns the points of the region at another step that are no constraints, and some of the corner
// where all replications have the same mean.
func between(constraints []correlations, step float64) []correlations {
	out := study.Where(region(widest, step), func(c correlations) bool { return !slices.Contains(constraints, c) })
	for _, near := range []float64{0.01, 0.003, 0.001} {
		out = append(out, correlations{near, widest}, correlations{0, widest - near/2})
	}
	return out
}

func (e effort) problem(m int, pairs []correlations) problem {
	p := problem{grid: newGrid(m, e.Bins, e.Angles), pairs: pairs,
		constraints: region(widest, e.Step)}
	p.between = between(p.constraints, e.Step/2)
	for _, c := range p.constraints {
		p.cost = append(p.cost, p.probabilities(c, 0))
	}
	for _, c := range p.between {
		p.check = append(p.check, p.probabilities(c, 0))
	}
	p.gain = make([]float64, e.Bins*e.Angles)
	for _, c := range pairs {
		for i, x := range p.probabilities(c, effect) {
			p.gain[i] += x / float64(len(pairs))
		}
	}
	return p
}

// best returns the best test at a level for correlations rho1 up to most, and the least favourable
// correlations.
func (p problem) best(level, most float64) (Row, []WeightRow, error) {
	within := func(c correlations) bool { return c.rho1 <= most+1e-9 }
	lp, check := program{gain: p.gain, level: level}, program{}
	var points, others []correlations
	for i, c := range p.constraints {
		if within(c) {
			lp.cost, points = append(lp.cost, p.cost[i]), append(points, c)
		}
	}
	for i, c := range p.between {
		if within(c) {
			check.cost, others = append(check.cost, p.check[i]), append(others, c)
		}
	}
	x, prices, err := lp.solve()
	for more := true; more && err == nil; {
		more = false
		for i, e := range check.errors(x) {
			if e > level+tolerance {
				more = true
				lp.cost, points = append(lp.cost, check.cost[i]), append(points, others[i])
			}
		}
		if more {
			x, prices, err = lp.solve()
		}
	}
	if err != nil {
		return Row{}, nil, err
	}
	test := p.point("bcv-t", p.bcvT(level))
	r := Row{M: p.m, Rho1: most, Level: level, Power: lp.power(x), Bound: lp.bound(prices),
		Error: max(slices.Max(check.errors(x)), slices.Max(lp.errors(x))), TestPower: test.Power, TestError: test.Error,
		Pairs: len(p.pairs), Cells: len(p.gain), Date: time.Now().UTC().Format(time.DateOnly)}
	for _, v := range []*float64{&r.Power, &r.Bound, &r.Error, &r.TestPower, &r.TestError} {
		*v = study.Round(*v, 5)
	}
	sum := 0.0
	for _, w := range prices {
		sum += max(w, 0)
	}
	var weights []WeightRow
	for i, w := range prices {
		if w = study.Round(w/sum, 5); w > 0 {
			weights = append(weights, WeightRow{M: p.m, Max: most, Level: level, Rho1: study.Round(points[i].rho1, 3),
				Rho2: study.Round(points[i].rho2, 3), Weight: w})
		}
	}
	return r, weights, nil
}

// points returns procedures: bcv-t, the paired posterior, which claims a difference where its interval of 95%
// does not hold 0, and nested-t, which sees more than the folds.
func (p problem) points(e effort, seed uint64) ([]PointRow, error) {
	rows := []PointRow{p.point("bcv-t", p.bcvT(Level))}
	var empirical [][2]float64
	for _, c := range p.pairs {
		empirical = append(empirical, [2]float64{c.rho1, c.rho2})
	}
	for _, prior := range []struct {
		name  string
		prior paired.Prior
	}{{"paired", paired.Uniform{}}, {"paired, empirical prior", paired.Feasible(empirical)}} {
		reach, err := paired.Reach(p.m, prior.prior, Level/2)
		if err != nil {
			return nil, err
		}
		rows = append(rows, p.point(prior.name, reach))
	}
	for _, gamma := range gammas {
		r, err := p.nested(e, gamma, seed)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// bcvT returns how far the mean must lie from 0 for bcv-t to reject, in units of √(W+B).
func (p problem) bcvT(level float64) func(share float64) float64 {
	critical := criticalT(p.m, level) / math.Sqrt(float64(2*p.m*(2*p.m-1)))
	return func(float64) float64 { return critical }
}

func (p problem) point(method string, reach func(share float64) float64) PointRow {
	claims := func(c correlations, effect float64) float64 {
		return paired.Claims(p.m, c.rho1, c.rho2, effect, reach) + paired.Claims(p.m, c.rho1, c.rho2, -effect, reach)
	}
	r := PointRow{M: p.m, Method: method}
	for _, c := range append(slices.Clone(p.constraints), p.between...) {
		if e := claims(c, 0); e > r.Error {
			r.Error, r.Rho1, r.Rho2 = e, study.Round(c.rho1, 3), study.Round(c.rho2, 3)
		}
	}
	for _, c := range p.pairs {
		r.Power += claims(c, effect) / float64(len(p.pairs))
	}
	r.Error, r.Power = study.Round(r.Error, 5), study.Round(r.Power, 5)
	return r
}
