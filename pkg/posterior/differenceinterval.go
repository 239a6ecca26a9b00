package posterior

import (
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// DifferenceInterval returns the equal-tailed interval of nu_B - nu_A at the given
// credibility, in (0, 1), to 1e-11: its ends are those delta at which the exact test
// (LogDifference) has P(H0) = (1-level)/2 and P(H1) = (1-level)/2.
func DifferenceInterval(a, b Distribution, level float64) (infer.Interval, error) {
	if err := checkLevel(level); err != nil {
		return infer.Interval{}, err
	}
	if err := sameMetric(a, b); err != nil {
		return infer.Interval{}, err
	}
	tail := math.Log((1 - level) / 2)
	// Shifted by 1, the differences run from 0 to 2.
	root := func(excess func(atMost, above float64) float64) float64 {
		return increasingRoot(func(x float64) float64 {
			atMost, above, _ := LogDifference(a, b, min(max(x-1, -1), 1)) // the metrics are the same, the delta is possible
			return excess(atMost, above)
		}, 2) - 1
	}
	return infer.Interval{
		Low:  root(func(atMost, _ float64) float64 { return atMost - tail }),
		High: root(func(_, above float64) float64 { return tail - above }),
	}, nil
}
