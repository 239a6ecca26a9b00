package sequential

import "github.com/block-regularized/bcv/pkg/infer"

// Boundary holds the boundaries of a test on normal paths: it rejects at the first
// look from Start on at which the estimate exceeds Delta by more than
// Factors[m-Start] times its scale. With one look it is a test at fixed m.
type Boundary struct {
	Start   int
	Factors []float64
	// Paired takes the estimate and the scale of the paired test, mu_1^(1) and the root
	// mean of the S_j² (thesis eq. 5.47), in place of the mean of all differences and
	// their standard deviation.
	Paired bool
	// TwoSided also rejects below the lower boundary.
	TwoSided bool
}

// last returns the replications at the last look.
func (b Boundary) last() int { return b.Start + len(b.Factors) - 1 }

// Boundary returns the boundaries of s. The boundaries for Less are the mirror
// image of the boundaries for Greater.
func (s TTest) Boundary() (Boundary, error) {
	s, err := s.Filled()
	if err != nil {
		return Boundary{}, err
	}
	_, factors, err := s.factors()
	return Boundary{Start: s.Start, Factors: factors, TwoSided: s.Alternative == infer.TwoSided}, err
}

// see returns the estimate that the look at m compares and its scale.
func (b Boundary) see(p *Path, m int) (estimate, scale float64) {
	if b.Paired {
		return p.First, p.PairSD[m-1]
	}
	return p.Mean[m-1], p.SD[m-1]
}

// Decide returns whether a test of mu <= delta, or of mu = delta if two-sided, rejects
// on a path, and at which look it stops.
func (b Boundary) Decide(p Path, delta float64) (reject bool, stop int) {
	for k, factor := range b.Factors {
		stop = b.Start + k
		estimate, scale := b.see(&p, stop)
		if estimate-delta > factor*scale || b.TwoSided && delta-estimate > factor*scale {
			return true, stop
		}
	}
	return false, stop
}
