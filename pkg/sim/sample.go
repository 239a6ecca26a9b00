package sim

import (
	"math"
	"slices"
)

// Sample keeps values for quantiles: all of them, eight bytes each, up to Limit,
// and beyond that an even choice. When the limit is reached every second value is
// dropped and from then on every second, fourth, ... value is kept; so the result
// depends on the order of values and merges, which Experiment fixes, and not on
// chance. Quantiles of n kept values have a standard error of sqrt(q(1-q)/n) in
// rank, whatever the number that was seen.
type Sample struct {
	Limit  int // 0 means 100,000
	Stride int // of the values seen, one in this many is kept; 0 means 1
	Seen   int
	Values []float64
}

func (s *Sample) limit() int {
	if s.Limit == 0 {
		return 100_000
	}
	return s.Limit
}

// Add adds a value.
func (s *Sample) Add(x float64) {
	s.Stride = max(s.Stride, 1)
	if s.Seen%s.Stride == 0 {
		s.Values = append(s.Values, x)
	}
	s.Seen++
	s.thin()
}

// thin drops every second value while there are more than the limit.
func (s *Sample) thin() {
	for len(s.Values) > s.limit() {
		kept := s.Values[:0]
		for k := 0; k < len(s.Values); k += 2 {
			kept = append(kept, s.Values[k])
		}
		s.Values, s.Stride = kept, 2*s.Stride
	}
}

// Merge adds the values of o.
func (s *Sample) Merge(o Sample) {
	if o.Seen == 0 {
		return
	}
	if s.Seen == 0 {
		*s = o
		s.Values = slices.Clone(o.Values)
		return
	}
	for s.Stride < o.Stride {
		s.Values, s.Stride = every(s.Values, 2), 2*s.Stride
	}
	s.Values = append(s.Values, every(o.Values, s.Stride/o.Stride)...)
	s.Seen += o.Seen
	s.thin()
}

// every returns every k-th value, from the first.
func every(x []float64, k int) []float64 {
	var out []float64
	for i := 0; i < len(x); i += k {
		out = append(out, x[i])
	}
	return out
}

// Quantile returns the q-quantile of the kept values, 0 <= q <= 1, with linear
// interpolation between order statistics (type 7 of R); NaN if there are none.
func (s Sample) Quantile(q float64) float64 {
	if len(s.Values) == 0 || math.IsNaN(q) {
		return math.NaN()
	}
	x := slices.Sorted(slices.Values(s.Values))
	at := min(max(q, 0), 1) * float64(len(x)-1)
	k := int(at)
	if k+1 == len(x) {
		return x[k]
	}
	return x[k] + (at-float64(k))*(x[k+1]-x[k])
}
