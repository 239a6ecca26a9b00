package stopping

import (
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/research/sim"
)

// twins pairs the differences of a data set, which stand fold by fold.
func twins(differences []float64) [][2]float64 {
	out := make([][2]float64, len(differences)/2)
	for j := range out {
		out[j] = [2]float64(differences[2*j:])
	}
	return out
}

// follow runs a one-sided test of mu <= delta on all paths.
func follow(paths []sequential.Path, looks sequential.Boundary, delta float64) (reject, stop sim.Moments) {
	for _, p := range paths {
		rejected, m := looks.Decide(p, delta)
		share := 0.0
		if rejected {
			share = 1
		}
		reject.Add(share)
		stop.Add(float64(m))
	}
	return reject, stop
}
