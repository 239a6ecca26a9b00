package sim

import "math"

// Batches keeps one statistic a shard, for standard errors of anything that is
// computed from all of them: a ratio, a correlation, a reduction rate. Batches
// should hold about equally many values. S merges as in Experiment.Merge.
type Batches[S any] struct {
	Parts []S
}

// Merge adds the batches of o after those of b.
func (b *Batches[S]) Merge(o Batches[S]) { b.Parts = append(b.Parts, o.Parts...) }

// Jackknife returns f of all batches merged, and its standard error from leaving
// out one batch at a time. It takes two batches or more, else the standard error
// is NaN. merge adds its second argument to the first; merging into a zero S is
// a copy that shares nothing.
func (b Batches[S]) Jackknife(merge func(into *S, from S), f func(S) float64) (value, se float64) {
	values, ses := b.JackknifeAll(merge, func(s S) []float64 { return []float64{f(s)} })
	return values[0], ses[0]
}

// JackknifeAll is Jackknife for several quantities at once: f returns equally
// many each time. The number of merges is three a batch.
func (b Batches[S]) JackknifeAll(merge func(into *S, from S), f func(S) []float64) (values, ses []float64) {
	n := len(b.Parts)
	after := make([]S, n+1) // after[k] is all batches from k on
	for k := n - 1; k >= 0; k-- {
		merge(&after[k], b.Parts[k])
		merge(&after[k], after[k+1])
	}
	values = f(after[0])
	left := make([]Moments, len(values))
	var before S
	for k := range n {
		var rest S
		merge(&rest, before)
		merge(&rest, after[k+1])
		for i, v := range f(rest) {
			left[i].Add(v)
		}
		merge(&before, b.Parts[k])
	}
	for _, m := range left {
		se := math.NaN()
		if n >= 2 {
			se = math.Sqrt(m.M2 * (m.N - 1) / m.N)
		}
		ses = append(ses, se)
	}
	return values, ses
}
