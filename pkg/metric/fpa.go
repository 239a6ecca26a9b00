package metric

import (
	"errors"
	"fmt"
	"slices"
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
var FPA = Definition{Metric: Metric{Name: "fpa", HigherIsBetter: true, Max: 1}, Needs: Numbers,
	What: "fault-percentile average of counts of defects",
	Of:   func(p *Predictions) (float64, error) { return faultPercentile(p.Truth, p.Predicted) }}

func faultPercentile(truth, predicted []float64) (float64, error) {
	k := len(truth)
	total := 0.0
	for i, n := range truth {
		if n < 0 {
			return 0, fmt.Errorf("fpa is of counts of defects, and a validation record has %v (record %d of the fold)",
				n, i+1)
		}
		total += n
	}
	if total == 0 {
		return 0, errors.New("fpa needs a defect among the validation records, and there is none; partition by the " +
			"number of defects, or into larger parts")
	}
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case predicted[a] < predicted[b]:
			return -1
		case predicted[a] > predicted[b]:
			return 1
		}
		return 0
	})
	sum := 0.0
	for from := 0; from < k; {
		to := from + 1
		for to < k && predicted[order[to]] == predicted[order[from]] {
			to++
		}
		rank := float64(from+1+to) / 2
		for _, i := range order[from:to] {
			sum += rank * truth[i]
		}
		from = to
	}
	return sum / (total * float64(k)), nil
}
