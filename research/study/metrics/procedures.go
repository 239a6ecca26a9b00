package metrics

import (
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study/bench"
)

// The partition sets of each data set; those with fewer replications are their beginnings.
const (
	most   = 10 // replications
	halves = 10 // half-splits with inner replications
	inner  = 2  // replications in each half
	parts  = 5  // of the repeated K-fold CV
)

// counted are the numbers of replications that are judged.
var counted = []int{3, 5, most}

// sets are the partition sets.
var sets = []bench.Set{{Method: cv.BCV, Options: cv.Options{M: most}, Halves: halves, Inner: inner},
	{Method: cv.Mx2, Options: cv.Options{M: most}}, {Method: cv.RepeatedKFold, Options: cv.Options{M: most, K: parts}}}

// Names of the procedures, and of the partition sets that they are judged on.
const (
	BCVT      = "bcv-t"
	Paired    = bench.Paired
	NestedT   = bench.NestedT
	Nested    = bench.NestedPosterior
	Corrected = "corrected-repeated-kfold-t"
)

// procedure is judged on each data set, or on every second.
type procedure struct {
	bench.Procedure
	every int
}

// seldom is how often the nested posterior is judged, since it is expensive; it divides the data sets of a shard.
const seldom = 2

// procedures returns all of them in the order of the table.
func procedures() []procedure {
	var out []procedure
	for _, m := range counted {
		for _, p := range []bench.Procedure{{Name: BCVT, Method: cv.BCV}, {Name: Paired, Method: cv.BCV},
			{Name: NestedT, Method: cv.BCV}, {Name: Nested, Method: cv.BCV}, {Name: Corrected, Method: cv.Mx2},
			{Name: Corrected, Method: cv.RepeatedKFold}} {
			p.M = m
			every := 1
			if p.Name == Nested {
				every = seldom
			}
			out = append(out, procedure{p, every})
		}
	}
	return out
}

// effect is the true difference in power, in standard deviations of the estimate.
const effect = 2
