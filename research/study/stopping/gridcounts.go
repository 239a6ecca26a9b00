package stopping

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

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

// row turns counts into shares. A one-sided error is half the share of rejections
// on both sides, for the distribution is symmetric.
func (c gridCount) row() TestErrorRow {
	se := func(p float64) float64 { return math.Sqrt(p * (1 - p) / c.Runs) }
	both := c.OneSided / c.Runs
	r := TestErrorRow{OneSided: both / 2, OneSE: se(both) / 2, TwoSided: c.TwoSided / c.Runs, Power: c.Power / c.Runs,
		Runs: int(c.Runs)}
	r.TwoSE = se(r.TwoSided)
	return r
}

// countGrid returns the counts by design, test and cell. The name of its plan, that of
// the grid when it was first run, chooses the random numbers.
func countGrid(designs []gridDesign, seed uint64, runs int) *study.Experiment[[]gridCount] {
	const shards = 20
	return study.New("test-errors", sim.Experiment[[]gridCount, *gridNormals]{
		Plan: sim.Plan{Name: "toy grid", Version: 1, Seed: seed, Shards: shards,
			Config: map[string]any{"runs": runs}},
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
		Merge: study.Elementwise(study.Add[gridCount]),
	}, study.State)
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
	count(&c.Power, t.statistic(s, gridExcess) > t.twoSided)
}
