package items

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/special"
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

// fewInOrder is the number of comparisons in either order below which there are no intervals.
const fewInOrder = 5

// Position returns what the place of an answer does, with intervals of a level 1 - alpha. The items are comparisons that
// a model won 1, 0 or, in a tie, 1/2, in one run, and first says which was shown first: 1 for A, 2 for B, 0 for unknown.
// Of the n₁ comparisons with A first A won a share a, and of the n₂ with B first B won a share b: what is first wins
// (a + b)/2, and b - a is the difference of the models without the places, with
//
//	V = s₁²/n₁ + s₂²/n₂ + 1/(2 n₁²) + 1/(2 n₂²)
//
// and the degrees of freedom of Welch, or, where comparisons are in clusters, CR2 of their sums as in ClusterT in place
// of the first two terms. The others stand for a win and a loss that were not seen in each order (Agresti and Caffo
// 2000): where nearly all went one way the intervals would be too narrow. There are none with fewer than 5 comparisons
// in either order.
func (s Sample) Position(first []int, alpha float64) Position {
	p := places{s: s, first: first}
	for i, model := range first {
		if model > 0 {
			p.won[model], p.count[model] = p.won[model]+p.of(i), p.count[model]+1
		}
	}
	n, nan := p.count[1]+p.count[2], math.NaN()
	out := Position{Known: int(n), AFirst: p.count[1] / n, Exchanged: s.exchanged(first),
		Wins: infer.Estimate{Low: nan, Mid: nan, High: nan}, Corrected: nan,
		CorrectedInterval: infer.Interval{Low: nan, High: nan}}
	if min(p.count[1], p.count[2]) < fewInOrder {
		return out
	}
	a, b := p.won[1]/p.count[1], p.won[2]/p.count[2]
	out.Wins.Mid, out.Corrected = (a+b)/2, b-a
	reach := p.reach([3]float64{1: 0.5, 2: 0.5}, alpha)
	out.Wins.Low, out.Wins.High = max(0, out.Wins.Mid-reach), min(1, out.Wins.Mid+reach)
	reach = p.reach([3]float64{1: -1, 2: 1}, alpha)
	out.CorrectedInterval = infer.Interval{Low: max(-1, b-a-reach), High: min(1, b-a+reach)}
	return out
}

// places are comparisons by the model that was first: what it won, and how many there are.
type places struct {
	s          Sample
	first      []int
	won, count [3]float64
}

// of is what the first of a comparison won.
func (p places) of(i int) float64 { return [3][]float64{1: p.s.A[0], 2: p.s.B[0]}[p.first[i]][i] }

// reach is the half width of the interval of a weighted sum of both shares.
func (p places) reach(weight [3]float64, alpha float64) float64 {
	unseen, squares := 0.0, [3]float64{}
	var parts []float64 // of the comparisons, whose sum is 0
	var clusters []int
	at := map[int]int{}
	for i, model := range p.first {
		if model == 0 {
			continue
		}
		gap := p.of(i) - p.won[model]/p.count[model]
		squares[model] += gap * gap
		parts = append(parts, weight[model]*gap/p.count[model])
		if p.s.Clusters != nil {
			c := p.s.Clusters[i]
			if _, known := at[c]; !known {
				at[c] = len(at)
			}
			clusters = append(clusters, at[c])
		}
	}
	var of infer.Parts
	for model := 1; model <= 2; model++ {
		n, w := p.count[model], weight[model]*weight[model]
		unseen += w / (2 * n * n)
		of = append(of, infer.Part{Variance: w * squares[model] / (n - 1) / n, DF: n - 1})
	}
	variance, df := of.Variance(), of.Satterthwaite()
	if clusters != nil {
		u, err := newUnits(len(parts), clusters)
		if err != nil {
			return math.NaN() // one cluster
		}
		n := float64(len(parts))
		variance, df = u.variance(parts)*n*n, u.df
	}
	if !(variance > 0) {
		df = min(p.count[1], p.count[2]) - 1
	}
	return special.StudentCritical(alpha/2, df) * math.Sqrt(variance+unseen)
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
