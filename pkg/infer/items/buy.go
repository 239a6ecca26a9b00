package items

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Share is the share of a source in the variance of the mean, from 0 to 1.
type Share struct {
	Name           string `json:"of"`
	infer.Estimate `json:"share" nulls:"ends"`
}

// Shares returns the share of each source, with an interval at the level 1 - alpha; the shares add up to 1. The
// intervals are generalized confidence intervals (Weerahandi 1993): each mean square Q with f degrees of freedom is
// replaced by f Q/χ²(f) in that number of draws. Few runs give wide intervals, as they should.
func (l Ledger) Shares(alpha float64, draws int, seed uint64) []Share {
	values, r := l.values(), rand.NewPCG(seed, 29)
	drawn := make([][]float64, len(l.Sources))
	for range draws {
		for j, q := range l.Squares {
			values[j] = q.Value
			if !math.IsInf(q.DF, 1) {
				values[j] *= q.DF / distuv.ChiSquared{K: q.DF, Src: r}.Rand()
			}
		}
		for k, share := range normalized(l.parts(values)) {
			drawn[k] = append(drawn[k], share)
		}
	}
	out := make([]Share, len(l.Sources))
	for k, share := range normalized(l.parts(l.values())) {
		slices.Sort(drawn[k])
		tail := min(int(alpha/2*float64(draws)), draws-1)
		low, high := drawn[k][tail], drawn[k][draws-1-tail]
		out[k] = Share{l.Sources[k].Name, infer.Estimate{Low: min(low, share), Mid: share, High: max(high, share)}}
	}
	return out
}

// normalized divides by the sum.
func normalized(x []float64) []float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for i := range x {
		x[i] /= sum
	}
	return x
}

// HalfWidth returns half the width of the two-sided interval at the level 1 - alpha.
func (l Ledger) HalfWidth(alpha float64) float64 { return l.halfWidth(alpha, nil) }

func (l Ledger) halfWidth(alpha float64, units []float64) float64 {
	v := l.variance(units)
	return v.Critical(alpha/2) * math.Sqrt(v.Variance())
}

// Purchase says how many more units of one factor, all others as they are, give a half width.
type Purchase struct {
	Factor string
	Now    float64 // units
	More   int     // 0 where there are enough
	Never  bool    // no number of units is enough; then More is 0
}

// mostUnits is how far Buy looks.
const mostUnits = 1e9

// Buy returns for each factor by itself how many more units give intervals at the level 1 - alpha the half width
// that is asked for, above 0, as far as today's mean squares tell. More units of one factor leave the degrees of
// freedom to the others, so that the half width need not shrink without end, nor always.
func (l Ledger) Buy(half, alpha float64) ([]Purchase, error) {
	if !(half > 0 && half < math.Inf(1)) {
		return nil, fmt.Errorf("items: a half width of %v; give a positive number", half)
	}
	var out []Purchase
	for f, factor := range l.Factors {
		units := make([]float64, len(l.Factors))
		for k := range units {
			units[k] = l.Factors[k].Units
		}
		at := func(more int) float64 {
			units[f] = factor.Units + float64(more)
			return l.halfWidth(alpha, units)
		}
		p := Purchase{Factor: factor.Name, Now: factor.Units}
		low, high := -1, 0
		for high < mostUnits && at(high) > half { // by a tenth, since the width may grow again
			low, high = high, high+1+high/10
		}
		for high-low > 1 && low >= 0 {
			if mid := (low + high) / 2; at(mid) > half {
				low = mid
			} else {
				high = mid
			}
		}
		if p.Never = high >= mostUnits; !p.Never {
			p.More = high
		}
		out = append(out, p)
	}
	return out, nil
}

// Power returns the probability that the test of the ledger's mean rejects the hypothesis if the difference is the
// given one: with Cochran's critical value, of a noncentral t with Satterthwaite's degrees of freedom and the
// non-centrality of the variance.
// Errors: those of infer.Options.Filled.
func (l Ledger) Power(difference float64, opt infer.Options) (float64, error) {
	opt, err := opt.Filled()
	if err != nil {
		return 0, err
	}
	v := l.variance(nil)
	effect := (difference - opt.Delta) / math.Sqrt(v.Variance())
	if opt.Alternative == infer.Less {
		effect = -effect
	}
	critical := v.Critical(opt.Alpha / opt.Alternative.Sides())
	power := 0.0
	r, weights := special.Radius(v.Satterthwaite(), 128)
	for k := range r {
		power += weights[k] * math.Erfc((critical*r[k]-effect)/math.Sqrt2) / 2
		if opt.Alternative == infer.TwoSided {
			power += weights[k] * math.Erfc((critical*r[k]+effect)/math.Sqrt2) / 2
		}
	}
	return power, nil
}

// Detectable returns the smallest difference above opt.Delta (below it for infer.Less) that the test detects with
// the given power. Errors: those of Power, and a power that is not between the level and 1.
func (l Ledger) Detectable(power float64, opt infer.Options) (float64, error) {
	return l.detectable(power, opt, l.Power)
}

// detectable is Detectable by a test with this power.
func (l Ledger) detectable(power float64, opt infer.Options,
	of func(difference float64, opt infer.Options) (float64, error)) (float64, error) {
	opt, err := opt.Filled()
	if err != nil {
		return 0, err
	}
	if !(power > opt.Alpha && power < 1) {
		return 0, fmt.Errorf("items: a wanted power of %v; give a number between the level %v and 1", power, opt.Alpha)
	}
	sign := math.Sqrt(l.variance(nil).Variance())
	if opt.Alternative == infer.Less {
		sign = -sign
	}
	reached := func(units float64) float64 {
		p, _ := of(opt.Delta+sign*units, opt) // options that were filled give no error
		return p
	}
	low, high := 0.0, 1.0
	for reached(high) < power {
		low, high = high, 2*high
	}
	for range 60 {
		if mid := (low + high) / 2; reached(mid) < power {
			low = mid
		} else {
			high = mid
		}
	}
	return opt.Delta + sign*high, nil
}
