package paired

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Mean returns the location, the mean of all differences.
func (p Posterior) Mean() float64 { return p.mean }

// DF returns the degrees of freedom of the t distributions, 2m-1 or n-1, or Normal.
func (p Posterior) DF() int { return p.df }

// Components returns the mixture: the scales of its t distributions about Mean, and their
// shares, which sum to 1.
func (p Posterior) Components() (scales, shares []float64) {
	return slices.Clone(p.scales), slices.Clone(p.shares)
}

// CDF returns P(delta <= x); NaN for NaN.
func (p Posterior) CDF(x float64) float64 { return p.tail(p.mean - x) }

// Survival returns P(delta > x), with full relative accuracy where it is small.
func (p Posterior) Survival(x float64) float64 { return p.tail(x - p.mean) }

// tail returns P(delta - mean > gap).
func (p Posterior) tail(gap float64) float64 {
	sum := 0.0
	for i, s := range p.scales {
		sum += p.shares[i] * tail(gap/s, p.df)
	}
	return min(sum, 1)
}

// Prob returns the density at x.
func (p Posterior) Prob(x float64) float64 {
	sum := 0.0
	if p.df == Normal {
		for i, s := range p.scales {
			sum += p.shares[i] * distuv.Normal{Mu: p.mean, Sigma: s}.Prob(x)
		}
		return sum
	}
	nu := float64(p.df)
	a, _ := math.Lgamma((nu + 1) / 2)
	b, _ := math.Lgamma(nu / 2)
	c := math.Exp(a-b) / math.Sqrt(nu*math.Pi)
	for i, s := range p.scales {
		t := (x - p.mean) / s
		sum += p.shares[i] / s * math.Pow(1+t*t/nu, -(nu+1)/2)
	}
	return c * sum
}

// Rope returns P(|delta| <= r), the probability of practical equivalence; r is at least 0.
func (p Posterior) Rope(r float64) float64 {
	return max(0, 1-p.Survival(r)-p.CDF(-r))
}

// Quantile returns the x with CDF(x) = level, to about 1e-12 of the scale. It panics unless
// level lies in (0, 1).
func (p Posterior) Quantile(level float64) float64 {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("paired: quantile at level %v; give a number between 0 and 1", level))
	}
	upper := min(level, 1-level) // by symmetry, the tail at the distance sought
	gap := p.gap(upper)
	if level < 0.5 {
		return p.mean - gap
	}
	return p.mean + gap
}

// gap solves tail(gap) = probability, at most 1/2, by Newton's method in the logarithm of
// the tail, which is nearly concave, between bounds that shrink.
func (p Posterior) gap(probability float64) float64 {
	if probability == 0.5 {
		return 0
	}
	low, high := 0.0, p.scales[0]
	for _, s := range p.scales {
		high = max(high, s)
	}
	const most = 1100 // doublings that reach the largest float64
	for i := 0; p.tail(high) > probability && i < most; i++ {
		low, high = high, 2*high
	}
	x := (low + high) / 2
	for range 200 {
		t := p.tail(x)
		if t > probability {
			low = x
		} else {
			high = x
		}
		next := x + t/p.Prob(p.mean+x)*math.Log(t/probability)
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-x) <= 1e-15*x || high-low <= 1e-15*high {
			return next
		}
		x = next
	}
	return x
}

// Estimate returns the mean with the shortest interval of the given probability, which
// is symmetric about it. It is an error unless level lies in (0, 1).
func (p Posterior) Estimate(level float64) (infer.Estimate, error) {
	if !(level > 0 && level < 1) {
		return infer.Estimate{}, fmt.Errorf("paired: level %v; give a number between 0 and 1", level)
	}
	gap := p.gap((1 - level) / 2)
	return infer.Estimate{Low: p.mean - gap, Mid: p.mean, High: p.mean + gap}, nil
}

// tail returns P(T > t) for Student's t. For an odd number of degrees of freedom, as in
// m x 2 CV, it is a short sum (Abramowitz and Stegun 26.7.3), which is used where it
// does not cancel.
func tail(t float64, df int) float64 {
	if df == Normal {
		return special.StudentTail(t, math.Inf(1))
	}
	const far = 4 // beyond, the difference of the sum from 1 loses digits
	if df%2 == 0 || df > 99 || !(math.Abs(t) <= far) {
		return special.StudentTail(t, float64(df))
	}
	nu := float64(df)
	u := 1 / (1 + t*t/nu) // cos² of the angle
	angle := math.Atan(t / math.Sqrt(nu))
	sum, term := 0.0, 1.0
	for k := 1; k <= (df-1)/2; k++ {
		sum += term
		term *= u * float64(2*k) / float64(2*k+1)
	}
	return 0.5 - (angle+t/math.Sqrt(nu)*u*sum)/math.Pi
}
