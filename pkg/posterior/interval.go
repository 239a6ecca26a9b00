package posterior

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// EqualTailed returns the interval that leaves probability (1-level)/2 on each
// side (Wang and Li 2019, eq. 28-30). Level must lie in (0, 1).
func (l Distribution) EqualTailed(level float64) (infer.Interval, error) {
	if err := checkLevel(level); err != nil {
		return infer.Interval{}, err
	}
	tail := (1 - level) / 2
	return l.between(tail, tail), nil
}

// between returns the interval with the given probabilities below and above. In a very
// short interval the two quantiles may be equal up to rounding, and are then ordered.
func (l Distribution) between(below, above float64) infer.Interval {
	a, b := l.lowerQuantile(below), l.upperQuantile(above)
	return infer.Interval{Low: min(a, b), High: max(a, b)}
}

// HighestDensity returns the shortest interval of the given probability. For
// a distribution with one mode it is the region of highest density; for a distribution
// that grows towards an end it lies at that end. Level must lie in (0, 1).
func (l Distribution) HighestDensity(level float64) (infer.Interval, error) {
	if err := checkLevel(level); err != nil {
		return infer.Interval{}, err
	}
	excess := 1 - level
	at := func(p float64) infer.Interval { return l.between(p, excess-p) }
	if l.z.A < 1 && l.z.B < 1 { // dense at both ends: the shortest interval starts at one of them
		first, last := at(0), at(excess)
		if first.High-first.Low <= last.High-last.Low {
			return first, nil
		}
		return last, nil
	}
	if l.z.B < 1 { // without bound at this end
		return at(excess), nil
	}
	if l.z.A < 1 {
		return at(0), nil
	}
	// With tail probability p below and excess-p above, the interval gets
	// shorter with growing p as long as the density is lower at its low end.
	return at(increasingRoot(func(p float64) float64 {
		i := at(p)
		if i.Low == i.High { // in float64
			return 0
		}
		return l.LogProb(i.Low) - l.LogProb(i.High)
	}, excess)), nil
}

// increasingRoot returns the zero of an increasing function on [0, end], or
// the end next to it if it lies outside. It halves the bracket while a value is
// infinite and takes secant steps of the Illinois kind otherwise.
func increasingRoot(f func(float64) float64, end float64) float64 {
	lo, hi := 0.0, end
	flo, fhi := f(lo), f(hi)
	if flo >= 0 {
		return lo
	}
	if fhi <= 0 {
		return hi
	}
	for range 200 {
		p := (lo + hi) / 2
		if !math.IsInf(flo, 0) && !math.IsInf(fhi, 0) {
			p = (lo*fhi - hi*flo) / (fhi - flo)
		}
		v := f(p)
		if math.Abs(v) < 1e-12 || hi-lo < 1e-14*end {
			return p
		}
		if v < 0 {
			lo, flo, fhi = p, v, fhi/2
		} else {
			hi, fhi, flo = p, v, flo/2
		}
	}
	return (lo + hi) / 2
}

func checkLevel(level float64) error {
	if !(level > 0 && level < 1) || math.IsNaN(level) {
		return fmt.Errorf("posterior: level %v; use a credibility between 0 and 1, such as 0.95", level)
	}
	return nil
}
