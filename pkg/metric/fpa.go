package metric

import (
	"errors"
	"fmt"
)

// FPA is the fault-percentile average of Weyuker, Ostrand and Bell (Empirical Software
// Engineering 15, 2010): sort K modules by predicted defects; FPA is the mean over m = 1, ...,
// K of the share of all N defects that lie in the m modules with the largest predictions.
// With R_k the rank of module k, 1 for the smallest prediction, and n_k its defects
//
//	FPA = Σ_k R_k n_k / (N K)
//
// Modules with equal predictions get the mean of their ranks, which is the mean of FPA over
// all orders in which they could stand: a constant prediction has (K+1)/(2K), as a random
// order has on average. The largest value is below 1, as more than one module has defects.
var FPA = definitionOf("fpa")

func faultPercentile(p *Predictions) (float64, error) {
	total := 0.0
	for i, n := range p.Truth {
		if n < 0 {
			return 0, fmt.Errorf("it is of counts of defects, and record %d has %v", i+1, n)
		}
		total += n
	}
	if total == 0 {
		return 0, errors.New("no record has a defect; partition by the number of defects, or into larger parts")
	}
	sum := 0.0
	ties(order(p.Predicted, p.Truth), func(before int, equal []ranked) {
		for _, r := range equal {
			sum += (float64(before) + float64(1+len(equal))/2) * p.Truth[r.record]
		}
	})
	return sum / (total * float64(len(p.Truth))), nil
}
