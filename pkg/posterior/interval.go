package posterior

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

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

// DifferenceInterval returns the equal-tailed interval of nu_B - nu_A at the given
// credibility, in (0, 1), to 1e-11: its ends are the delta at which the exact test
// (LogDifference) has P(H0) = (1-level)/2 and P(H1) = (1-level)/2.
func DifferenceInterval(a, b Distribution, level float64) (infer.Interval, error) {
	if err := cmp.Or(checkLevel(level), sameMetric(a, b)); err != nil {
		return infer.Interval{}, err
	}
	tail := (1 - level) / 2
	return infer.Interval{Low: differenceQuantile(a, b, tail), High: differenceSurvival(a, b, tail)}, nil
}

// DifferenceQuantile returns the delta with P(nu_B - nu_A <= delta) = p, to 1e-11. It is
// an error unless p lies in (0, 1) and both distributions are of one metric.
func DifferenceQuantile(a, b Distribution, p float64) (float64, error) {
	if !(p > 0 && p < 1) {
		return 0, fmt.Errorf("posterior: quantile at %v; give a probability between 0 and 1", p)
	}
	if err := sameMetric(a, b); err != nil {
		return 0, err
	}
	if p > 0.5 {
		return differenceSurvival(a, b, 1-p), nil
	}
	return differenceQuantile(a, b, p), nil
}

// differenceQuantile returns the delta below which the difference lies with probability p.
func differenceQuantile(a, b Distribution, p float64) float64 {
	return differenceRoot(a, b, p, func(atMost, _ float64) float64 { return atMost - math.Log(p) })
}

// differenceSurvival returns the delta above which the difference lies with probability p.
func differenceSurvival(a, b Distribution, p float64) float64 {
	return differenceRoot(a, b, 1-p, func(_, above float64) float64 { return math.Log(p) - above })
}

// differenceRoot returns the delta at which an increasing function of the logarithms of P(H0) and P(H1) is 0,
// which is the quantile of the difference at p. It looks around the quantile of the normal distribution with the
// moments of the difference, in steps that grow.
func differenceRoot(a, b Distribution, p float64, excess func(atMost, above float64) float64) float64 {
	at := func(delta float64) float64 {
		atMost, above, _ := LogDifference(a, b, delta) // one metric and a possible delta: no error
		return excess(atMost, above)
	}
	normal := distuv.Normal{Mu: b.Mean() - a.Mean(), Sigma: math.Hypot(a.StdDev(), b.StdDev())}
	low := min(max(normal.Quantile(p), -1), 1)
	atLow := at(low)
	high, atHigh := low, atLow
	for step := normal.Sigma / 16; atLow > 0 && low > -1; step *= 4 {
		high, atHigh = low, atLow
		low = max(low-step, -1)
		atLow = at(low)
	}
	for step := normal.Sigma / 16; atHigh < 0 && high < 1; step *= 4 {
		low, atLow = high, atHigh
		high = min(high+step, 1)
		atHigh = at(high)
	}
	if atLow >= 0 {
		return low
	}
	return rootBetween(at, low, high, atLow, atHigh)
}
