package items

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// scores is a distribution of scores: a function of a standard normal value.
type scores struct {
	name string
	from float64                 // the score is 0 below this value
	of   func(z float64) float64 // the score above
	// binary scores are 0 or 1
	binary bool
}

func (s scores) at(z float64) float64 {
	if z < s.from {
		return 0
	}
	return s.of(z)
}

// mean is the expected score where the normal value has the mean shift.
func (s scores) mean(shift float64) float64 {
	const far, nodes = 10, 400
	return quad.Fixed(func(z float64) float64 { return s.of(z+shift) * distuv.UnitNormal.Prob(z) },
		max(s.from-shift, -far), far, nodes, quad.Legendre{}, 0)
}

// right is 1 with probability p, else 0.
func right(p float64) scores {
	return scores{fmt.Sprintf("right %g", p), distuv.UnitNormal.Quantile(1 - p), func(float64) float64 { return 1 }, true}
}

// normal scores have the mean and the standard deviation.
func normal(mean, sd float64) scores {
	return scores{"normal", math.Inf(-1), func(z float64) float64 { return mean + sd*z }, false}
}

// exponential scores are 0 with probability zeros, else exponential; their mean over all is 1.
func exponential(zeros float64) scores {
	name, from := "exponential", math.Inf(-1)
	if zeros > 0 {
		name, from = fmt.Sprintf("%g%% zeros", 100*zeros), distuv.UnitNormal.Quantile(zeros)
	}
	return scores{name, from, func(z float64) float64 {
		return -math.Log(math.Erfc(z/math.Sqrt2)/2/(1-zeros)) / (1 - zeros)
	}, false}
}

// logLoss is the log loss with its sign changed, so that more is better, of a record whose log odds of the truth are
// offset + slope z.
func logLoss(offset, slope float64) scores {
	return scores{fmt.Sprintf("log loss at %.3g + %.3g z", offset, slope), math.Inf(-1), func(z float64) float64 {
		return -math.Log1p(math.Exp(-offset - slope*z))
	}, false}
}

// withMean is logLoss with a slope and the mean.
func withMean(mean, slope float64) scores {
	low, high := -20.0, 20.0
	for high-low > 1e-12 {
		if middle := (low + high) / 2; logLoss(middle, slope).mean(0) < mean {
			low = middle
		} else {
			high = middle
		}
	}
	return logLoss(low, slope)
}

// Metrics of a whole test set with two classes.
const (
	f1       = "F1"
	mcc      = "MCC"
	balanced = "balanced accuracy"
	auc      = "AUC"
)

// ofWhole returns a metric of the shares of true positives, false positives, false negatives and true negatives.
func ofWhole(metric string, tp, fp, fn, tn float64) float64 {
	switch metric {
	case f1:
		return 2 * tp / (2*tp + fp + fn)
	case mcc:
		return (tp*tn - fp*fn) / math.Sqrt((tp+fp)*(tp+fn)*(tn+fp)*(tn+fn))
	}
	return (tp/(tp+fn) + tn/(tn+fp)) / 2
}
