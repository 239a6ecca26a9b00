package sim

import (
	"cmp"
	"math"
	"slices"
)

// Moments accumulates the mean and the central moments up to the fourth of
// independent values, by the one-pass updates of Welford, Chan and Pébay (2008).
// The zero value is empty. Its fields are the state, for logs.
type Moments struct {
	N          float64
	Mean       float64
	M2, M3, M4 float64 // sums of powers of the deviations from the mean
}

// Add adds a value.
func (m *Moments) Add(x float64) { m.Merge(Moments{N: 1, Mean: x}) }

// Merge adds the values of o, as if they had been added one by one, up to
// rounding.
func (m *Moments) Merge(o Moments) {
	if o.N == 0 {
		return
	}
	if m.N == 0 {
		*m = o
		return
	}
	n := m.N + o.N
	d := o.Mean - m.Mean
	a, b := m.N/n, o.N/n
	m4 := m.M4 + o.M4 + d*d*d*d*m.N*b*(a*a-a*b+b*b) + 6*d*d*(a*a*o.M2+b*b*m.M2) + 4*d*(a*o.M3-b*m.M3)
	m3 := m.M3 + o.M3 + d*d*d*m.N*b*(a-b) + 3*d*(a*o.M2-b*m.M2)
	m.M2 += o.M2 + d*d*m.N*b
	m.M3, m.M4 = m3, m4
	m.Mean += d * b
	m.N = n
}

// Variance returns the unbiased variance, NaN for fewer than two values.
func (m Moments) Variance() float64 {
	if m.N < 2 {
		return math.NaN()
	}
	return m.M2 / (m.N - 1)
}

// MeanSE returns the standard error of the mean.
func (m Moments) MeanSE() float64 { return math.Sqrt(m.Variance() / m.N) }

// VarianceSE returns the standard error of Variance, NaN for fewer than four
// values. Its square is the unbiased estimate of kappa4/n + 2 kappa2²/(n-1) from
// the k-statistics (Kendall and Stuart, The Advanced Theory of Statistics,
// §12.16), or 0 where that is negative, as it can be for values that are nearly
// two points.
func (m Moments) VarianceSE() float64 {
	if m.N < 4 {
		return math.NaN()
	}
	n, k2 := m.N, m.Variance()
	k4 := n * ((n+1)*m.M4 - 3*(n-1)*m.M2*(m.M2/n)) / ((n - 1) * (n - 2) * (n - 3))
	return math.Sqrt(math.Max(0, (2*n*k2*k2+(n-1)*k4)/(n*(n+1))))
}

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

// Quantiles keeps values for quantiles: all of them up to Size, so that
// quantiles are exact, and beyond that a summary which merges (after Munro and
// Paterson 1980; Agarwal and others 2013). It is a ladder of lists: a value in
// list l counts for 2^l values. A list that grows beyond Size is sorted, and
// every second value goes up; which of them changes each time, so that errors
// cancel. No chance is involved. The zero value is empty; its fields are the
// state, for logs. NaN is not for quantiles.
//
// The rank of a result is off by at most about log2(N/Size)/Size of the values, 0.2% for
// a million values and the default Size; observed errors are about four times smaller. Memory and file take
// Size values, of eight bytes, for each doubling
// of N beyond Size. A t-digest has no bound, and sketches with relative accuracy
// need positive values; this has one, and takes any.
type Quantiles struct {
	Size   int // 0 means 4096; merge accumulators of one size
	N      int
	Levels [][]float64
	Turn   uint64  // bit l: whether list l sends its odd values up next
	Slack  float64 // bound of the rank error, in values
}

func (q *Quantiles) size() int {
	if q.Size <= 0 {
		return 4096
	}
	return q.Size
}

// Add adds a value.
func (q *Quantiles) Add(x float64) {
	if len(q.Levels) == 0 {
		q.Levels = append(q.Levels, nil)
	}
	q.Levels[0] = append(q.Levels[0], x)
	q.N++
	if len(q.Levels[0]) > q.size() {
		q.shrink()
	}
}

// Merge adds the values of o.
func (q *Quantiles) Merge(o Quantiles) {
	if q.N == 0 && q.Size == 0 {
		q.Size = o.Size
	}
	for l, values := range o.Levels {
		if l == len(q.Levels) {
			q.Levels = append(q.Levels, nil)
		}
		q.Levels[l] = append(q.Levels[l], values...)
	}
	q.N += o.N
	q.Turn ^= o.Turn
	q.Slack += o.Slack
	q.shrink()
}

// shrink halves the lists that are too long.
func (q *Quantiles) shrink() {
	for l := 0; l < len(q.Levels); l++ {
		list := q.Levels[l]
		if len(list) <= q.size() {
			continue
		}
		if l+1 == len(q.Levels) {
			q.Levels = append(q.Levels, nil)
		}
		slices.Sort(list)
		whole := len(list) &^ 1
		for i := int(q.Turn >> l & 1); i < whole; i += 2 {
			q.Levels[l+1] = append(q.Levels[l+1], list[i])
		}
		q.Levels[l] = append(list[:0], list[whole:]...)
		q.Turn ^= 1 << l
		q.Slack += float64(uint64(1) << l)
	}
}

// Quantile returns the p-quantile, 0 <= p <= 1, with linear interpolation
// between neighbouring values (type 7 of R); NaN if there are none.
func (q Quantiles) Quantile(p float64) float64 {
	if q.N == 0 || math.IsNaN(p) {
		return math.NaN()
	}
	type value struct{ x, weight float64 }
	var all []value
	for l, list := range q.Levels {
		for _, x := range list {
			all = append(all, value{x, float64(uint64(1) << l)})
		}
	}
	slices.SortFunc(all, func(a, b value) int { return cmp.Compare(a.x, b.x) })
	target := min(max(p, 0), 1) * float64(q.N-1)
	below, lastRank, last := 0.0, 0.0, all[0].x
	for k, v := range all {
		rank := below + (v.weight-1)/2 // in the middle of those it counts for
		if rank >= target {
			if k == 0 || rank == target {
				return v.x
			}
			return last + (target-lastRank)/(rank-lastRank)*(v.x-last)
		}
		below, lastRank, last = below+v.weight, rank, v.x
	}
	return last
}

// Proportion counts how often something happened.
type Proportion struct {
	Hits, N float64
}

// Add counts one trial.
func (p *Proportion) Add(hit bool) {
	p.N++
	if hit {
		p.Hits++
	}
}

// Merge adds the trials of o.
func (p *Proportion) Merge(o Proportion) {
	p.Hits += o.Hits
	p.N += o.N
}

// Value returns the share of hits, NaN without trials.
func (p Proportion) Value() float64 { return p.Hits / p.N }

// SE returns the standard error of the share.
func (p Proportion) SE() float64 {
	v := p.Value()
	return math.Sqrt(v * (1 - v) / p.N)
}
