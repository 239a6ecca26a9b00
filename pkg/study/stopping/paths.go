package stopping

import (
	"math"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/sim"
)

// observedPath is what the looks of the tests see on one data set; element m-1 of
// a list is of the first m replications.
type observedPath struct {
	mean   []float64 // of the 2m differences
	sd     []float64 // root of their mean squared deviation (thesis eq. 5.12)
	pairSD []float64 // root mean of the sample variances of the replications (eq. 5.47)
	first  float64   // difference of fold 1 of replication 1
}

// Observe takes the differences of a data set, fold by fold.
func Observe(differences []float64) observedPath {
	p := observedPath{first: differences[0]}
	sum, squares, within := 0.0, 0.0, 0.0
	for f := 0; f < len(differences); f += 2 {
		// About the first difference, so that equal ones have no deviation.
		a, b := differences[f]-p.first, differences[f+1]-p.first
		sum, squares, within = sum+a+b, squares+a*a+b*b, within+(a-b)*(a-b)/2
		n := float64(f + 2)
		mean := sum / n
		p.mean = append(p.mean, p.first+mean)
		p.sd = append(p.sd, math.Sqrt(max(squares/n-mean*mean, 0)))
		p.pairSD = append(p.pairSD, math.Sqrt(within/(n/2)))
	}
	return p
}

// Decide returns whether a one-sided test rejects mu <= delta, and at which look
// it stops.
func (p observedPath) Decide(looks sequential.Boundary, delta float64) (reject bool, stop int) {
	for k, factor := range looks.Factors {
		stop = looks.Start + k
		estimate, scale := p.mean[stop-1], p.sd[stop-1]
		if looks.Paired {
			estimate, scale = p.first, p.pairSD[stop-1]
		}
		if estimate-delta > factor*scale {
			return true, stop
		}
	}
	return false, stop
}

// follow runs a one-sided test of mu <= delta on all paths.
func follow(paths []observedPath, looks sequential.Boundary, delta float64) (reject, stop sim.Moments) {
	for _, p := range paths {
		rejected, m := p.Decide(looks, delta)
		share := 0.0
		if rejected {
			share = 1
		}
		reject.Add(share)
		stop.Add(float64(m))
	}
	return reject, stop
}
