package sequential

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
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
