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
// the end next to it if it lies outside.
func increasingRoot(f func(float64) float64, end float64) float64 {
	low, high := f(0), f(end)
	if low >= 0 {
		return 0
	}
	if high <= 0 {
		return end
	}
	return rootBetween(f, 0, end, low, high)
}

// rootBetween returns the zero of an increasing function between two points with values of either sign. It halves
// the bracket while a value is infinite and takes secant steps of the Illinois kind otherwise: where the same end
// moves twice, the value at the other one counts half.
func rootBetween(f func(float64) float64, lo, hi, flo, fhi float64) float64 {
	least := 1e-14 * (hi - lo)
	side := 0
	for range 200 {
		p := (lo + hi) / 2
		if !math.IsInf(flo, 0) && !math.IsInf(fhi, 0) {
			p = (lo*fhi - hi*flo) / (fhi - flo)
		}
		v := f(p)
		if math.Abs(v) < 1e-12 || hi-lo < least {
			return p
		}
		if v < 0 {
			if lo, flo = p, v; side < 0 {
				fhi /= 2
			}
			side = -1
		} else {
			if hi, fhi = p, v; side > 0 {
				flo /= 2
			}
			side = 1
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
