package sim

import "math"

// Batches keeps one statistic a shard, for standard errors of anything that is
// computed from all of them: a ratio, a correlation, a reduction rate. S merges
// as in Experiment.Merge.
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
	n := len(b.Parts)
	// Sums of all batches before and after each.
	after := make([]S, n+1)
	for k := n - 1; k >= 0; k-- {
		merge(&after[k], after[k+1])
		merge(&after[k], b.Parts[k])
	}
	value = f(after[0])
	var before S
	var m Moments
	for k := range n {
		var rest S
		merge(&rest, before)
		merge(&rest, after[k+1])
		m.Add(f(rest))
		merge(&before, b.Parts[k])
	}
	if n < 2 {
		return value, math.NaN()
	}
	return value, math.Sqrt(m.M2 * (m.N - 1) / m.N)
}
