package nested

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/internal/special"
)

// sides are the probabilities of one side at which procedures are judged.
var sides = [2]float64{0.05, 0.025}

// claim is what a procedure says of one data set: its estimate, and by how much that must differ from
// a value for a claim with the probability of each of sides.
type claim struct {
	estimate float64
	reach    [2]float64
}

// student is the claim of an estimate with a standard error, 0 where nothing is known about chance.
func student(estimate, se, df float64) claim {
	c := claim{estimate, [2]float64{math.Inf(1), math.Inf(1)}}
	if se > 0 {
		for k, side := range sides {
			c.reach[k] = special.StudentCritical(side, df) * se
		}
	}
	return c
}

// shares are how often the claims about a cell are made.
type shares struct {
	above, below, either float64 // false claims with 5% a side, and with 2.5%
	power, ownPower      float64
	delta, sd            float64 // of the estimates
}

// effect is the true difference in power, in standard deviations.
const effect = 2

// judge counts false claims about delta, the mean estimate or 0 if that is so by construction, and claims of a
// difference of two standard deviations: of the mean over all partitions, or of the estimate itself.
func judge(claims []claim, equal bool, sd float64) shares {
	estimates := make([]float64, len(claims))
	for i, c := range claims {
		estimates[i] = c.estimate
	}
	var s shares
	s.delta, s.sd = stat.MeanStdDev(estimates, nil)
	if equal {
		s.delta = 0
	}
	one := 1 / float64(len(claims))
	add := func(to *float64, yes bool, amount float64) {
		if yes {
			*to += amount
		}
	}
	for _, c := range claims {
		gap := c.estimate - s.delta
		add(&s.above, gap > c.reach[0], one)
		add(&s.below, -gap > c.reach[0], one)
		add(&s.either, math.Abs(gap) > c.reach[1], one)
		for _, sign := range []float64{1, -1} {
			add(&s.power, sign*gap+effect*sd > c.reach[1], one/2)
			add(&s.ownPower, sign*gap+effect*s.sd > c.reach[1], one/2)
		}
	}
	return s
}

// overPartitions returns the standard deviation, over data sets, of the mean over all partitions: that of the mean
// over the large set without what its partitions add.
func overPartitions(all []measured) float64 {
	means := make([]float64, len(all))
	added := 0.0
	for i, x := range all {
		means[i] = x.Large.Mean
		added += x.Large.Between / 2 / (large - 1) / large / float64(len(all))
	}
	return math.Sqrt(max(0, stat.Variance(means, nil)-added))
}
