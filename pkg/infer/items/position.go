package items

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Position says what the place of an answer does in comparisons of two, of which one was shown first: see
// Sample.Position.
type Position struct {
	Known  int     `json:"known"`   // comparisons whose order is known
	AFirst float64 `json:"a_first"` // share of these in which A was shown first
	// Exchanged says that every item was shown in both orders, as often in one as in the other, so that places cancel out.
	Exchanged bool `json:"exchanged"`
	// Wins is the win rate of whatever is shown first, 1/2 where places do not matter. It is NaN where one model was first
	// in all comparisons but one, or in all.
	Wins infer.Estimate `json:"wins" nulls:"ends"`
	// Corrected is the difference B minus A with both orders of the same weight, and its interval.
	Corrected         float64        `json:"corrected"`
	CorrectedInterval infer.Interval `json:"corrected_interval" nulls:"ends"`
}

// MarshalJSON writes the position as it is in the JSON of a report.
func (p Position) MarshalJSON() ([]byte, error) { return nulls.Marshal(p) }

// Position returns what the place of an answer does, with intervals of a level 1 - alpha. The items are comparisons that
// a model won 1, 0 or, in a tie, 1/2, in one run, and first says which was shown first: 1 for A, 2 for B, 0 for unknown.
// Of the comparisons with A first, A won a share a, and of those with B first B won a share b: what is first wins
// (a + b)/2, and b - a is the difference of the models without the places. Intervals are those of ItemT on the parts of
// the comparisons in these means, or of ClusterT where they are in clusters.
func (s Sample) Position(first []int, alpha float64) Position {
	won, count := [3]float64{}, [3]float64{}
	of := func(i int) float64 { return [3][]float64{1: s.A[0], 2: s.B[0]}[first[i]][i] }
	for i, model := range first {
		if model > 0 {
			won[model], count[model] = won[model]+of(i), count[model]+1
		}
	}
	n, nan := count[1]+count[2], math.NaN()
	out := Position{Known: int(n), AFirst: count[1] / n, Exchanged: s.exchanged(first),
		Wins: infer.Estimate{Low: nan, Mid: nan, High: nan}, Corrected: nan,
		CorrectedInterval: infer.Interval{Low: nan, High: nan}}
	if min(count[1], count[2]) < 2 {
		return out
	}
	a, b := won[1]/count[1], won[2]/count[2]
	var wins, corrected []float64 // whose means are the estimates
	var clusters []int
	for i, model := range first {
		if model == 0 {
			continue
		}
		gap := (of(i) - [3]float64{1: a, 2: b}[model]) * n / count[model] * math.Sqrt(count[model]/(count[model]-1))
		wins = append(wins, (a+b)/2+gap/2)
		corrected = append(corrected, b-a+gap*float64(2*model-3))
		if s.Clusters != nil {
			clusters = append(clusters, s.Clusters[i])
		}
	}
	out.Wins.Mid, out.Corrected = (a+b)/2, b-a
	w, c := meanInterval(wins, clusters, alpha), meanInterval(corrected, clusters, alpha)
	out.Wins.Low, out.Wins.High = max(0, w.Low), min(1, w.High)
	out.CorrectedInterval = infer.Interval{Low: max(-1, c.Low), High: min(1, c.High)}
	return out
}

// exchanged reports whether every item, which is a cluster, was shown in both orders, as often in one as in the other.
func (s Sample) exchanged(first []int) bool {
	if s.Clusters == nil || slices.Contains(first, 0) {
		return false
	}
	more := make([]int, slices.Max(s.Clusters)+1)
	for i, model := range first {
		more[s.Clusters[i]] += 2*model - 3
	}
	return !slices.ContainsFunc(more, func(n int) bool { return n != 0 })
}

// meanInterval returns the interval of a mean by ItemT, or by ClusterT where there are clusters, of any numbers.
func meanInterval(x []float64, clusters []int, alpha float64) infer.Interval {
	test, s := ItemT, Sample{A: [][]float64{make([]float64, len(x))}, B: [][]float64{x}}
	if clusters != nil {
		at := map[int]int{}
		for _, c := range clusters {
			if _, known := at[c]; !known {
				at[c] = len(at)
			}
			s.Clusters = append(s.Clusters, at[c])
		}
		test = ClusterT
	}
	r, err := test(s, infer.Options{Alpha: alpha})
	if err != nil || !r.HasCI {
		return infer.Interval{Low: math.NaN(), High: math.NaN()}
	}
	return r.CI
}
