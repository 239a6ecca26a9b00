package stopping

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
)

// ToyGridRuns is the number of vectors of differences in a cell.
const ToyGridRuns = 10_000

const (
	toyGridAlpha  = 0.05
	toyGridExcess = 2.0 // mu - Delta in units of sigma, where the power is taken
)

// GridError is the error of the first kind of one test at level 0.05 in one cell
// of the grid, on normal differences with variance 1, mu = Delta and correlations
// rho1 within a replication, rho2 between replications. NaN, empty in a file, is
// what does not exist: the rho1 of hold-outs, the rho2 of one K-fold CV, the
// one-sided form of an F-test.
type GridError struct {
	Test     string  `dataframe:"test"`
	Design   string  `dataframe:"design"`
	Rho1     float64 `dataframe:"rho1" table:"blank"`
	Rho2     float64 `dataframe:"rho2" table:"blank"`
	OneSided float64 `dataframe:"error_one_sided" table:"blank"`
	OneSE    float64 `dataframe:"error_one_sided_se" table:"blank"`
	TwoSided float64 `dataframe:"error_two_sided"`
	TwoSE    float64 `dataframe:"error_two_sided_se"`
	Power    float64 `dataframe:"power"` // two-sided, at |mu - Delta| = 2 sigma
	Runs     int     `dataframe:"runs"`
	Seed     int     `dataframe:"seed"`
	Seconds  float64 `dataframe:"cpu_seconds"` // of all cells
	Date     string  `dataframe:"date"`        // of the run
}

// gridCell is a pair of correlations; NaN is one that the design does not have.
type gridCell struct{ rho1, rho2 float64 }

// cells returns the cells of the grid that a design can have: the mean of a
// replication of K folds has a variance (1+(K-1)rho1)/K of its own, which rho2
// must not exceed.
func (d gridDesign) cells() []gridCell {
	var out []gridCell
	for i := range 6 {
		for k := range 6 {
			c := gridCell{float64(i) / 10, float64(k) / 10}
			switch {
			case d.folds == 1 && i > 0, d.replications == 1 && k > 0:
				continue
			case d.folds == 1:
				c.rho1 = math.NaN()
			case d.replications == 1:
				c.rho2 = math.NaN()
			case c.rho2 > d.meanVariance(c)+1e-12:
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

// meanVariance is the variance of the mean of one replication.
func (d gridDesign) meanVariance(c gridCell) float64 {
	if d.folds == 1 {
		return 1
	}
	return (1 + float64(d.folds-1)*c.rho1) / float64(d.folds)
}

// The largest designs of the grid.
const mostReplications, mostFolds = 15, 10

// gridNormals are the standard normals behind one vector of each design in each
// cell: all are compared on common random numbers.
type gridNormals struct {
	shared float64
	mean   [mostReplications]float64
	fold   [mostReplications][mostFolds]float64
}

func (z *gridNormals) draw(rng *rand.Rand) {
	z.shared = rng.NormFloat64()
	for j := range z.mean {
		z.mean[j] = rng.NormFloat64()
		for k := range z.fold[j] {
			z.fold[j][k] = rng.NormFloat64()
		}
	}
}

// fill sets the differences of a design in a cell, replication by replication:
// what all share, what a replication adds to its mean, and the deviations of its
// folds from it.
func (z *gridNormals) fill(d gridDesign, c gridCell, mu []float64) {
	rho1, rho2 := c.rho1, c.rho2
	if d.folds == 1 {
		rho1 = 0
	}
	if d.replications == 1 {
		rho2 = 0
	}
	all, own, inner := math.Sqrt(rho2), math.Sqrt(max(d.meanVariance(c)-rho2, 0)), math.Sqrt(1-rho1)
	for j := range d.replications {
		folds := z.fold[j][:d.folds]
		centre := 0.0
		for _, e := range folds {
			centre += e / float64(d.folds)
		}
		for k, e := range folds {
			mu[j*d.folds+k] = all*z.shared + own*z.mean[j] + inner*(e-centre)
		}
	}
}

// gridCount counts the rejections of one test in one cell.
type gridCount struct {
	Runs, OneSided, TwoSided, Power float64 // OneSided on both sides
}

// RunToyGrid simulates every test of the registry that takes fold differences
// alone, and the sequential rules, in all cells of the grid. Left out are
// proportion-z, conservative-z and kfold-ci-z-in, which need more than
// differences, and the tests of contingency tables.
//
// Hold-outs and K-fold CV, for which no table has correlations, are equally
// correlated: hold-outs by the rho2 of the grid, the folds of one CV by rho1.
func RunToyGrid(ctx context.Context, cfg study.Config, runs int) ([]GridError, error) {
	before := study.CPUSeconds()
	designs, err := gridDesigns()
	if err != nil {
		return nil, err
	}
	counts, err := countGrid(ctx, cfg, designs, runs)
	if err != nil {
		return nil, err
	}
	var out []GridError
	at := 0
	for _, d := range designs {
		for _, t := range d.tests {
			for _, c := range d.cells() {
				r := counts[at].row()
				at++
				r.Test, r.Design, r.Rho1, r.Rho2 = t.name, d.name, c.rho1, c.rho2
				if t.oneSided == 0 {
					r.OneSided, r.OneSE = math.NaN(), math.NaN()
				}
				out = append(out, r)
			}
		}
	}
	sequential, err := gridSequential(ctx, cfg, runs)
	if err != nil {
		return nil, err
	}
	out = append(out, sequential...)
	cost, date := study.CPUSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	for i := range out {
		out[i].Seed, out[i].Seconds, out[i].Date = int(cfg.Seed), cost, date
	}
	return out, nil
}

// row turns counts into shares. A one-sided error is half the share of rejections
// on both sides, for the law is symmetric.
func (c gridCount) row() GridError {
	se := func(p float64) float64 { return math.Sqrt(p * (1 - p) / c.Runs) }
	both := c.OneSided / c.Runs
	r := GridError{OneSided: both / 2, OneSE: se(both) / 2, TwoSided: c.TwoSided / c.Runs, Power: c.Power / c.Runs, Runs: int(c.Runs)}
	r.TwoSE = se(r.TwoSided)
	return r
}

// countGrid returns the counts by design, test and cell.
func countGrid(ctx context.Context, cfg study.Config, designs []gridDesign, runs int) ([]gridCount, error) {
	const shards = 20
	e := sim.Experiment[[]gridCount, *gridNormals]{
		Plan:   sim.Plan{Name: "toy grid", Version: 1, Seed: cfg.Seed, Shards: shards, Config: map[string]any{"runs": runs}},
		Worker: func() *gridNormals { return new(gridNormals) },
		Shard: func(ctx context.Context, z *gridNormals, shard int, rng *rand.Rand) ([]gridCount, error) {
			var counts []gridCount
			for range runs*(shard+1)/shards - runs*shard/shards {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				z.draw(rng)
				counts = z.count(designs, counts)
			}
			return counts, nil
		},
		Merge: func(into *[]gridCount, from []gridCount) {
			if *into == nil {
				*into = make([]gridCount, len(from))
			}
			for i, c := range from {
				t := &(*into)[i]
				*t = gridCount{t.Runs + c.Runs, t.OneSided + c.OneSided, t.TwoSided + c.TwoSided, t.Power + c.Power}
			}
		},
	}
	return e.Run(ctx, sim.Options{Progress: cfg.Progress})
}

// count adds one vector of each design in each cell; nil counts are made.
func (z *gridNormals) count(designs []gridDesign, counts []gridCount) []gridCount {
	if counts == nil {
		n := 0
		for _, d := range designs {
			n += len(d.tests) * len(d.cells())
		}
		counts = make([]gridCount, n)
	}
	var buffer [mostReplications * mostFolds]float64
	at := 0
	for _, d := range designs {
		mu, cells := buffer[:d.replications*d.folds], d.cells()
		for i, c := range cells {
			z.fill(d, c, mu)
			s := d.sums(mu)
			for k, t := range d.tests {
				counts[at+k*len(cells)+i].add(t, s)
			}
		}
		at += len(d.tests) * len(cells)
	}
	return counts
}

func (c *gridCount) add(t gridTest, s gridSums) {
	count := func(n *float64, reject bool) {
		if reject {
			*n++
		}
	}
	c.Runs++
	if t.oneSided > 0 {
		count(&c.OneSided, t.statistic(s, 0) > t.oneSided)
	}
	count(&c.TwoSided, t.statistic(s, 0) > t.twoSided)
	count(&c.Power, t.statistic(s, toyGridExcess) > t.twoSided)
}

// gridSequential simulates the sequential rules.
func gridSequential(ctx context.Context, cfg study.Config, runs int) ([]GridError, error) {
	var names []string
	var looks []sequential.Boundary // of each rule one-sided, then two-sided
	toy := DefaultToy(cfg.Scale)
	for _, r := range SequentialRules(toyGridAlpha, toy.Max)[:4] {
		names = append(names, "sequential, "+r.Name)
		for _, side := range []infer.Alternative{infer.Greater, infer.TwoSided} {
			r.Test.Alternative = side
			l, err := r.Test.Boundary()
			if err != nil {
				return nil, err
			}
			looks = append(looks, l)
		}
	}
	names = append(names, "mx2-t, first crossing")
	for _, level := range []float64{toyGridAlpha, toyGridAlpha / 2} {
		l := toy.Looks(Paired, sequential.Correlation{}, toy.Start, level)
		l.TwoSided = level < toyGridAlpha
		looks = append(looks, l)
	}
	out := make([]GridError, len(names)*len(toy.Cells))
	for i, c := range toy.Cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0, toyGridExcess}, runs, cfg.Seed)
		if err != nil {
			return nil, err
		}
		for k, name := range names {
			one, two := got[2*k], got[2*k+1]
			out[k*len(toy.Cells)+i] = GridError{Test: name, Design: "3 to 12 x 2 CV", Rho1: c.Rho1, Rho2: c.Rho2,
				OneSided: one[0].Reject, OneSE: one[0].RejectSE, TwoSided: two[0].Reject, TwoSE: two[0].RejectSE, Power: two[1].Reject, Runs: runs}
		}
	}
	return out, nil
}
