package covariance

import (
	"maps"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/designs"
)

// design is a partition set of half splits, as weights of overlaps.
type design struct {
	method  string
	size    int // J, or m of two-fold CVs
	weights map[float64]float64
}

// halfDesigns returns the estimators of tables 2.10 and 3.7 with the overlaps
// that they have for n records. Random sets have no weights: theirs is the mean
// over all overlaps.
func halfDesigns(n int, own []int) []design {
	random, blocked := []int{1, 3, 5, 7, 9}, []int{3, 5, 7, 9}
	if own != nil {
		random, blocked = own, own
	}
	var out []design
	for _, j := range []int{2, 6, 10, 14} {
		out = append(out, design{method: "RHS", size: j})
	}
	for _, m := range random {
		out = append(out, design{method: "mx2CV", size: m})
	}
	add := func(method string, size int, set cv.Set, err error) {
		if err != nil {
			panic(err) // the sizes are good
		}
		out = append(out, design{method: method, size: size, weights: overlapWeights(n, set)})
	}
	for _, m := range blocked {
		set, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: 1})
		add("mx2BCV", m, set, err)
	}
	for _, j := range []int{6, 10, 14} {
		set, err := designs.HalfBRLT(n, j, 1)
		add("BRHS", j, set, err)
	}
	return out
}

// overlapWeights returns the share of each overlap among the pairs of splits of a
// set of half splits of n records. A split with itself counts as n/2, where f is
// the variance of one estimate, also if its training set has a record more or less:
// f is not smooth there.
func overlapWeights(n int, set cv.Set) map[float64]float64 {
	weights := map[float64]float64{}
	overlaps := set.Unfolded().Overlaps()
	share := 1 / float64(len(overlaps)*len(overlaps))
	for i, row := range overlaps {
		for j, x := range row {
			if i == j {
				weights[float64(n)/2] += share
				continue
			}
			weights[float64(x)] += share
		}
	}
	return weights
}

// given returns the variance given the data set of an estimator of half splits.
func (d design) given(c Covariances) float64 {
	half := c.F[0] - c.DataSet
	switch d.method {
	case "RHS":
		return half / float64(d.size)
	case "mx2CV":
		return (half + c.F[len(c.F)-1] - c.DataSet) / float64(2*d.size)
	}
	sum := 0.0
	for _, x := range slices.Sorted(maps.Keys(d.weights)) {
		sum += d.weights[x] * (c.At(x) - c.DataSet)
	}
	return sum
}
