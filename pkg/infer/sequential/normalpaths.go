package sequential

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Correlation is a point of the plane of correlations: Rho1 of the two
// differences of one replication, Rho2 of differences in different replications
// (Wang 2019 thesis, eq. 5.4).
type Correlation struct{ Rho1, Rho2 float64 }

// between is the variance of a replication mean about what all replications
// share, in units of sigma².
func (c Correlation) between() float64 { return (1+c.Rho1)/2 - c.Rho2 }

// within is the variance of half the difference of the two folds of one
// replication.
func (c Correlation) within() float64 { return (1 - c.Rho1) / 2 }

// check reports correlations that are impossible for some numbers of replications.
func (c Correlation) check() error {
	if !(c.Rho2 >= 0) {
		return fmt.Errorf("sequential: rho2 = %v; only correlations from 0 are possible at all numbers of replications",
			c.Rho2)
	}
	return variance.CheckCorrelations(2, c.Rho1, c.Rho2)
}

// normalPaths draws what the looks of a sequential test observe when the differences
// are normal with mean 0, variance 1 and the correlations of m x 2 CV, nested in
// m. One draw gives a path at every pair of correlations, so that all of them
// are compared on common random numbers.
//
// A difference is a + b_j ± c_j: a is shared by all replications, b_j belongs to
// replication j, c_j to the opposition of its two folds. Path.Mean and
// Path.First leave out the mean of all a + b_j: it is normal, independent of everything
// else in the path, and can be integrated exactly (see sharedSD).
type normalPaths struct {
	rng          *rand.Rand
	sum, squares []float64 // of the first m standard b_j minus the mean of all
	oppositions  []float64 // sum of squares of the first m standard c_j
	centre       []float64 // standard b_j
	first        float64   // standard c_1
}

// newNormalPaths returns paths of m replications; call draw first.
func newNormalPaths(m int, rng *rand.Rand) *normalPaths {
	list := func() []float64 { return make([]float64, m) }
	return &normalPaths{rng: rng, sum: list(), squares: list(), oppositions: list(), centre: list()}
}

// draw makes the next path.
func (p *normalPaths) draw() {
	var mean float64
	for j := range p.centre {
		p.centre[j] = p.rng.NormFloat64()
		mean += p.centre[j]
	}
	mean /= float64(len(p.centre))
	var sum, squares, oppositions float64
	for j, b := range p.centre {
		b -= mean
		c := p.rng.NormFloat64()
		if j == 0 {
			p.first = c
		}
		sum, squares, oppositions = sum+b, squares+b*b, oppositions+c*c
		p.sum[j], p.squares[j], p.oppositions[j] = sum, squares, oppositions
	}
}

// sharedSD returns the standard deviation of what a path at c leaves out.
func (p *normalPaths) sharedSD(c Correlation) float64 {
	return math.Sqrt(c.Rho2 + max(c.between(), 0)/float64(len(p.sum)))
}

// at sets the path at c from the last draw. It allocates only where path has not
// been used before.
func (p *normalPaths) at(c Correlation, path *Path) {
	if len(path.Mean) != len(p.sum) {
		path.Mean, path.SD, path.PairSD = make([]float64, len(p.sum)), make([]float64, len(p.sum)),
			make([]float64, len(p.sum))
	}
	vb, vc := max(c.between(), 0), max(c.within(), 0)
	sb, sc := math.Sqrt(vb), math.Sqrt(vc)
	for k, s := range p.sum {
		m := float64(k + 1)
		path.Mean[k] = sb * s / m
		path.SD[k] = math.Sqrt((vb*(p.squares[k]-s*s/m) + vc*p.oppositions[k]) / m)
		path.PairSD[k] = sc * math.Sqrt(2*p.oppositions[k]/m)
	}
	path.First = path.Mean[0] + sc*p.first
}
