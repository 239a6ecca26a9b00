package items

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
)

// BCa is bca, the bias-corrected and accelerated bootstrap interval of a difference of scores of the whole (Efron
// 1987): items, or clusters, are drawn with replacement in that many draws, and the acceleration comes from leaving
// out each in turn. The p-value is the level at which the interval begins to exclude opt.Delta, at least
// 1/(draws + 1). Runs stay as they are. Errors: those of Linearized, fewer than 100 draws, and a sample for which the
// score is not defined.
func BCa(p Parts, w metric.Sums, opt infer.Options, draws int, seed uint64) (infer.Result, error) {
	opt, err := opt.Filled()
	if err != nil {
		return infer.Result{}, err
	}
	if draws < 100 {
		return infer.Result{}, fmt.Errorf("items: %d draws; give at least 100, such as 9999", draws)
	}
	s, err := newResampling(p, w)
	if err != nil {
		return infer.Result{}, err
	}
	r := infer.Result{Test: "bca", Statistic: s.observed - opt.Delta, Estimate: s.observed, Delta: opt.Delta,
		Alternative: opt.Alternative, Alpha: opt.Alpha, HasCI: true,
		Assumptions: fmt.Sprintf("%s; independent items or clusters, runs as they are; %d bootstrap samples (Efron 1987).",
			w.Label, draws)}
	groups, of := grouped(s.units)
	acceleration, err := s.acceleration(groups)
	if err != nil {
		return infer.Result{}, err
	}
	drawn, err := s.bootstrap(groups, of, draws, seed)
	if err != nil {
		return infer.Result{}, err
	}
	if drawn[0] == drawn[draws-1] {
		r.CI, r.PValue, r.NoSpread = infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}, 1, true
		r.Assumptions += infer.NoSpreadText
		return r, nil
	}
	b := bca{drawn, s.rounding, normalQuantile(shareBelow(drawn, s.observed, s.rounding)), acceleration}
	r.CI = b.interval(opt)
	below := b.level(opt.Delta)
	switch opt.Alternative {
	case infer.Greater:
		r.PValue = below
	case infer.Less:
		r.PValue = 1 - below
	default:
		r.PValue = 2 * min(below, 1-below)
	}
	r.PValue = max(r.PValue, 1/float64(draws+1))
	r.Reject = r.PValue <= opt.Alpha
	return r, nil
}

// bootstrap returns the differences of random samples of the units, sorted.
func (s *resampling) bootstrap(groups []group, of []int, draws int, seed uint64) ([]float64, error) {
	const worth = 50 // units drawn one by one in the time of a binomial number
	src, out, sums := rand.NewPCG(seed, 31), make([]float64, draws), make([]float64, len(s.sums))
	r := rand.New(src)
	for d := range out {
		clear(sums)
		if len(groups)*worth < len(of) {
			left, rest := len(of), len(of)
			for _, g := range groups {
				times := binomial(src, left, float64(g.count)/float64(rest))
				g.add(sums, times)
				left, rest = left-int(times), rest-g.count
			}
		} else {
			for range of {
				groups[of[r.IntN(len(of))]].add(sums, 1)
			}
		}
		var err error
		if out[d], err = s.difference(sums); err != nil {
			return nil, fmt.Errorf("%w, in a bootstrap sample; take linearized-t", err)
		}
	}
	slices.Sort(out)
	return out, nil
}

// acceleration is a sixth of the skewness of the jackknife: of leaving out each unit in turn.
func (s *resampling) acceleration(groups []group) (float64, error) {
	mean, moved, sums := 0.0, make([]float64, len(groups)), make([]float64, len(s.sums))
	for k, g := range groups {
		copy(sums, s.sums)
		g.add(sums, -1)
		d, err := s.difference(sums)
		if err != nil {
			return 0, fmt.Errorf("%w, without one of the items or clusters; take linearized-t", err)
		}
		moved[k] = s.observed - d
		mean += moved[k] * float64(g.count) / float64(len(s.units))
	}
	squares, cubes := 0.0, 0.0
	for k, g := range groups {
		e := moved[k] - mean
		squares += e * e * float64(g.count)
		cubes += e * e * e * float64(g.count)
	}
	if squares == 0 {
		return 0, nil
	}
	return cubes / (6 * math.Pow(squares, 1.5)), nil
}

// bca has the sorted differences of the samples, within what they are equal, the correction of bias and the
// acceleration.
type bca struct {
	drawn                        []float64
	rounding, bias, acceleration float64
}

// interval returns the interval at the level of the options.
func (b bca) interval(opt infer.Options) infer.Interval {
	end := func(p float64) float64 {
		z := b.bias + normalQuantile(p)
		share := distuv.UnitNormal.CDF(b.bias + accelerated(z, b.acceleration))
		return b.drawn[min(max(int(share*float64(len(b.drawn)+1))-1, 0), len(b.drawn)-1)]
	}
	alpha := opt.Alpha / opt.Alternative.Sides()
	i := infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	if opt.Alternative != infer.Less {
		i.Low = end(alpha)
	}
	if opt.Alternative != infer.Greater {
		i.High = end(1 - alpha)
	}
	return i
}

// level returns the alpha at which the lower end is at delta.
func (b bca) level(delta float64) float64 {
	z := normalQuantile(shareBelow(b.drawn, delta, b.rounding)) - b.bias
	return distuv.UnitNormal.CDF(accelerated(z, -b.acceleration) - b.bias)
}

// accelerated returns z/(1 - a z), infinite from its pole on.
func accelerated(z, a float64) float64 {
	if a*z >= 1 {
		return math.Copysign(math.Inf(1), z)
	}
	return z / (1 - a*z)
}

// shareBelow returns the share of numbers below x, half of those at it, kept off 0 and 1.
func shareBelow(sorted []float64, x, tie float64) float64 {
	low, _ := slices.BinarySearch(sorted, x-tie)
	high, _ := slices.BinarySearch(sorted, x+tie)
	n := float64(len(sorted))
	return min(max(float64(low+high)/(2*n), 0.5/n), 1-0.5/n)
}

func normalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }
