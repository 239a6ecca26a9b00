package posterior

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
)

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
