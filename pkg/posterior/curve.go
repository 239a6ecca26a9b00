package posterior

import (
	"fmt"
	"math"
	"slices"
)

// Names of the two weightings in rows for figures.
const (
	BCV            = "bcv"
	HoldOutAverage = "hold-out average"
)

// Quantiles between which the densities are drawn (Wang and Li 2019, §4.1).
const (
	curveLow  = 0.001
	curveHigh = 0.999
)

// Curve returns n points (at least 2) of the density of a distribution, from its 0.001
// to its 0.999 quantile. Points where the density is unbounded are left out.
func (l Distribution) Curve(n int) (x, density []float64) {
	if n < 2 {
		panic("posterior: a curve needs at least 2 points")
	}
	lo, hi := l.Quantile(curveLow), l.Quantile(curveHigh)
	for i := range n {
		v := lo + (hi-lo)*float64(i)/float64(n-1)
		if d := l.Prob(v); !math.IsInf(d, 1) {
			x, density = append(x, v), append(density, d)
		}
	}
	return x, density
}

// Curves returns the rows of the papers' density figure: for every task,
// metric and model the distribution under w(m) (BCV) and under the hold-out average
// of Wang et al. (2015) (HoldOutAverage), n points each; of these weightings only those that are named, if any are.
func Curves(tasks []Task, metrics []Metric, prior float64, n int, weightings ...string) ([]CurvePoint, error) {
	for _, w := range weightings {
		if w != BCV && w != HoldOutAverage {
			return nil, fmt.Errorf("posterior: no weighting %q; use %q or %q", w, BCV, HoldOutAverage)
		}
	}
	var out []CurvePoint
	for _, t := range tasks {
		for _, metric := range metrics {
			for _, w := range [...]struct {
				name string
				Weighting
			}{{BCV, BCVWeight{}}, {HoldOutAverage, HoldOutWeight{}}} {
				if len(weightings) > 0 && !slices.Contains(weightings, w.name) {
					continue
				}
				a, b, err := t.Distributions(metric, Options{Weighting: w, Prior: prior})
				if err != nil {
					return out, err
				}
				for model, l := range []Distribution{a, b} {
					x, d := l.Curve(n)
					for k := range x {
						out = append(out, CurvePoint{Task: t.Name, Metric: l.metric.String(), Model: []Model{t.A, t.B}[model].Name,
							Weighting: w.name, X: x[k], Density: d[k]})
					}
				}
			}
		}
	}
	return out, nil
}

// DifferenceCurve returns n points of the density of nu_B - nu_A over about
// four standard deviations to each side, within [-1, 1].
func DifferenceCurve(task string, a, b Distribution, n int) ([]DifferencePoint, error) {
	if err := sameMetric(a, b); err != nil {
		return nil, err
	}
	if n < 2 {
		panic("posterior: a curve needs at least 2 points")
	}
	mean, sd := b.Mean()-a.Mean(), math.Sqrt(a.Variance()+b.Variance())
	lo, hi := math.Max(mean-4*sd, -1), math.Min(mean+4*sd, 1)
	out := make([]DifferencePoint, n)
	for i := range out {
		x := lo + (hi-lo)*float64(i)/float64(n-1)
		out[i] = DifferencePoint{Task: task, Metric: a.metric.String(), X: x, Density: differenceDensity(a, b, x)}
	}
	return out, nil
}
