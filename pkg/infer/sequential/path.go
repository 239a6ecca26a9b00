package sequential

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// Path is what the looks of a test observe of one sequence of replications; element m-1
// of a list is about the first m replications.
type Path struct {
	Mean   []float64 // mean of the 2m differences
	SD     []float64 // root of their mean squared deviation, of Var2 (thesis eq. 5.12)
	PairSD []float64 // root mean of S_j², the sample variances of the replications (thesis eq. 5.47)
	First  float64   // difference of fold 1 of replication 1
}

// Observe returns the path of differences mu_1^(j), mu_2^(j) of replications j = 1, 2,
// .... They must be finite.
func Observe(differences [][2]float64) (Path, error) {
	var s sums
	var p Path
	for _, d := range differences {
		if err := s.add(d); err != nil {
			return Path{}, err
		}
		p.Mean = append(p.Mean, s.origin+s.mean())
		p.SD = append(p.SD, s.sd())
		p.PairSD = append(p.PairSD, math.Sqrt(s.within/float64(s.m)))
	}
	p.First = s.origin
	return p, nil
}

// sums holds sums of the differences so far, relative to the first difference, so that
// equal differences have no deviation.
type sums struct {
	m                            int
	origin, sum, squares, within float64
}

// add takes the differences of one replication.
func (s *sums) add(d [2]float64) error {
	for k, v := range d {
		if v-v != 0 {
			return fmt.Errorf("sequential: replication %d, fold %d: difference %v; give finite losses", s.m+1, k+1, v)
		}
	}
	if s.m == 0 {
		s.origin = d[0]
	}
	for k, v := range d {
		if infer.SameUpToRounding(v, s.origin) {
			d[k] = s.origin // so that rounding is not mistaken for spread
		}
	}
	s.m++
	a, b := d[0]-s.origin, d[1]-s.origin
	s.sum = s.sum + a + b
	s.squares = s.squares + a*a + b*b
	s.within += (a - b) * (a - b) / 2
	return nil
}

// mean returns the mean minus the first difference.
func (s *sums) mean() float64 { return s.sum / float64(2*s.m) }

// sd returns the root of the mean squared deviation.
func (s *sums) sd() float64 {
	mean := s.mean()
	return math.Sqrt(max(s.squares/float64(2*s.m)-mean*mean, 0))
}

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
