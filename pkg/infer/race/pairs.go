package race

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// pairs holds the differences of the losses of algorithms on the same folds.
type pairs struct {
	mean     [][]float64 // of the loss of the first minus that of the second
	variance [][]float64 // mean squared deviation of the differences
}

// compare compares the losses of all pairs of the algorithms that are left.
func compare(losses [][]float64, left []int) pairs {
	k := len(losses)
	p, d := pairs{make([][]float64, k), make([][]float64, k)}, make([]float64, len(losses[left[0]]))
	for a, i := range left {
		p.mean[i], p.variance[i] = make([]float64, k), make([]float64, k)
		for _, j := range left[:a] {
			mean, variance := spread(d, losses[i], losses[j])
			p.mean[i][j], p.mean[j][i] = mean, -mean
			p.variance[i][j], p.variance[j][i] = variance, variance
		}
	}
	return p
}

// spread returns the mean of a - b and the mean squared deviation from it, without what is rounding alone; it
// overwrites d.
func spread(d, a, b []float64) (mean, variance float64) {
	largest := 0.0
	for f := range d {
		largest = max(largest, math.Abs(a[f]), math.Abs(b[f]))
		d[f] = infer.Difference(b[f], a[f])
	}
	for f := range d {
		if math.Abs(d[f]-d[0]) <= infer.Rounding(largest) {
			d[f] = d[0]
		}
	}
	mean = d[0]
	floats.AddConst(-mean, d)
	shift := floats.Sum(d) / float64(len(d))
	for _, v := range d {
		variance += (v - shift) * (v - shift)
	}
	return mean + shift, variance / float64(len(d))
}

// worse returns the algorithms whose difference to another one exceeds factor times the spread, each beside the one
// where it exceeds the boundary by most. The algorithms are those that are left after m replications.
func (p pairs) worse(left []int, m int, factor float64) []Drop {
	pooled, n := 0.0, float64(len(left)*(len(left)-1))
	for _, i := range left {
		for _, j := range left {
			pooled += p.variance[i][j] / n
		}
	}
	var out []Drop
	for _, i := range left {
		drop, excess := Drop{Model: i}, 1.0
		for _, j := range left {
			boundary := factor * math.Sqrt(moderated(p.variance[i][j], pooled, m))
			if p.mean[i][j] > excess*boundary {
				drop.By, drop.Difference, drop.Boundary, excess = j, p.mean[i][j], boundary, p.mean[i][j]/boundary
			}
		}
		if drop.Boundary > 0 {
			out = append(out, drop)
		}
	}
	return out
}

// moderated returns a variance after m replications, moved toward the mean of all pairs if it is smaller.
func moderated(own, pooled float64, m int) float64 {
	return own + max(pooled-own, 0)*priorDF/(priorDF+variance.DFhat(m))
}
