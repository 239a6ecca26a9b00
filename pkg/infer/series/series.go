// Package series compares two forecasts by their losses at the same points in time (Diebold and Mariano 1995).
//
// Differences of losses that are near in time are alike, so that points do not count as items do: the variance of the
// mean difference is the long-run variance of the series over the number of points, and its estimate has few degrees of
// freedom however many points there are. A statement holds for these two forecasts on other stretches of such a series;
// the differences are taken for stationary. Differences are those of B minus A.
package series

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Sample holds the losses of two forecasts, A and B, at the same points in time.
type Sample struct {
	A, B []float64 // in order of time, a constant step apart
	// Horizon is the number of steps that forecasts look ahead, 0 for 1. Differences of good forecasts correlate up to
	// Horizon - 1 steps apart, which HLN takes for all there is.
	Horizon int
}

// Test describes a test of this package.
type Test struct {
	Name   string // as in Result.Test
	Needs  string
	Source string
	Run    func(Sample, infer.Options) (infer.Result, error)
}

// Tests returns the tests of losses in time.
func Tests() []Test {
	return []Test{
		{"dm-ewc", "4 or more points in time", "Lazarus et al. 2018", EWC},
		{"dm-fixed-b", "4 or more points in time", "Kiefer and Vogelsang 2005", FixedB},
		{"dm-hln", "more points in time than steps ahead, and a variance above 0", "Harvey et al. 1997", HLN},
	}
}

// fewest is the number of points from which the tests are defined.
const fewest = 4

// largestLoss is the bound beyond which squares would overflow.
const largestLoss = 1e150

// differences checks the sample, and returns what a test starts from: the pivot without its variance, and the
// differences less their mean.
func (s Sample) differences(name, assumptions string) (p infer.Pivot, e []float64, err error) {
	n := len(s.A)
	if len(s.B) != n {
		return p, nil, fmt.Errorf("series: %d losses of A and %d of B; give both at the same points in time", n, len(s.B))
	}
	if h := s.horizon(); h < 1 || n < fewest || h >= n {
		return p, nil, &infer.MisfitError{Test: name, Problem: fmt.Sprintf("needs %d or more points in time, and more than "+
			"the steps ahead; there are %d points, and %d steps", fewest, n, h)}
	}
	p = infer.Pivot{Name: name, Assumptions: assumptions, Factor: 1 / math.Sqrt(float64(n))}
	d := make([]float64, n)
	for t, a := range s.A {
		if !(math.Abs(a) <= largestLoss && math.Abs(s.B[t]) <= largestLoss) {
			return p, nil, fmt.Errorf("series: the losses of point %d are %v and %v; give finite losses of a usual size", t+1,
				a, s.B[t])
		}
		p.Scale = max(p.Scale, math.Abs(a), math.Abs(s.B[t]))
		d[t] = infer.Difference(a, s.B[t])
	}
	p.Estimate = d[0]
	for _, v := range d {
		p.Estimate += (v - d[0]) / float64(n) // equal differences have their mean exactly
	}
	for t := range d {
		d[t] -= p.Estimate
	}
	return p, d, nil
}

func (s Sample) horizon() int {
	if s.Horizon == 0 {
		return 1
	}
	return s.Horizon
}

// EWC is dm-ewc, Diebold and Mariano's test with the equal-weighted cosine estimate of the long-run variance (Lazarus,
// Lewis, Stock and Watson 2018): of T differences d_t
//
//	omega = (1/B) Σ_{k=1..B} (√(2/T) Σ_t d_t cos(πk(t-1/2)/T))²,  B = ⌊0.41 T^(2/3)⌋
//	(mean d - delta) / √(omega/T) ~ t(B)
//
// It holds for any horizon, as long as differences far apart in time are nearly independent. Errors: losses of unequal
// number or not finite, fewer than 4 points or no more than the horizon (*infer.MisfitError), and those of
// infer.Options.Filled.
func EWC(s Sample, opt infer.Options) (infer.Result, error) {
	p, e, err := s.differences("dm-ewc", "Stationary differences of losses, nearly independent far apart in time; "+
		"equal-weighted cosine variance (Lazarus et al. 2018).")
	if err != nil {
		return infer.Result{}, err
	}
	n := float64(len(e))
	p.DF = math.Floor(0.41 * math.Pow(n, 2./3))
	cosines := fourier.NewQuarterWaveFFT(len(e)).CosSequence(nil, e) // [k] is 4 Σ_t e_t cos(πk(t-1/2)/T)
	sum := 0.0
	for _, c := range cosines[1 : int(p.DF)+1] {
		sum += c * c / 16
	}
	p.SD = math.Sqrt(2 / n * sum / p.DF)
	return p.Test(opt)
}

// FixedB is dm-fixed-b, Diebold and Mariano's test with Bartlett's estimate of the long-run variance, of M = ⌊√T⌋ lags,
// and its distribution where M is a fixed share b = M/T of the points (Kiefer and Vogelsang 2005; Coroneo and Iacone
// 2020): of T differences d_t with autocovariances g_k, of divisor T,
//
//	omega = g_0 + 2 Σ_{k=1..M-1} (1 - k/M) g_k
//	(mean d - delta) / √(omega/T) ~ W(1)/√Q(b)
//
// See bartlett for the distribution. Errors: those of EWC.
func FixedB(s Sample, opt infer.Options) (infer.Result, error) {
	p, e, err := s.differences("dm-fixed-b", "Stationary differences of losses, nearly independent far apart in time; "+
		"Bartlett's variance of √T lags with fixed-b critical values (Kiefer and Vogelsang 2005).")
	if err != nil {
		return infer.Result{}, err
	}
	n := len(e)
	lags := int(math.Sqrt(float64(n)))
	sum, partial := 0.0, make([]float64, n) // omega is 2/(MT) (Σ S_t² - Σ S_t S_(t+M)), S the partial sums of e
	for t, v := range e {
		if partial[t] = v; t > 0 {
			partial[t] += partial[t-1]
		}
	}
	for t, v := range partial[:n-1] {
		if sum += v * v; t+lags < n-1 {
			sum -= v * partial[t+lags]
		}
	}
	p.SD = math.Sqrt(max(0, 2*sum/float64(lags)/float64(n)))
	p.Null = bartlett(float64(lags) / float64(n))
	return p.Test(opt)
}

// HLN is dm-hln, Diebold and Mariano's test as Harvey, Leybourne and Newbold (1997) corrected it: of T differences with
// autocovariances g_k, of divisor T, h steps ahead,
//
//	V = (g_0 + 2 Σ_{k=1..h-1} g_k) / T
//	(mean d - delta)/√V · √((T + 1 - 2h + h(h-1)/T)/T) ~ t(T-1)
//
// It takes differences that are h or more steps apart as uncorrelated, and errs far beyond its level where they are
// not; one step ahead it is the paired t-test. Errors: those of EWC, and *infer.MisfitError where V is not positive.
func HLN(s Sample, opt infer.Options) (infer.Result, error) {
	h := s.horizon()
	p, e, err := s.differences("dm-hln", fmt.Sprintf("Stationary differences of losses, uncorrelated %d or more steps "+
		"apart; small-sample form (Harvey et al. 1997).", h))
	if err != nil {
		return infer.Result{}, err
	}
	n := float64(len(e))
	variance := 0.0
	for k := range h {
		g := 0.0
		for t := k; t < len(e); t++ {
			g += e[t] * e[t-k] / n
		}
		if k > 0 {
			g *= 2
		}
		variance += g
	}
	if variance <= 0 && stat.Variance(e, nil) > 0 {
		return infer.Result{}, &infer.MisfitError{Test: "dm-hln", Problem: fmt.Sprintf("needs a variance above 0; that of "+
			"%d autocovariances is %.3g", h, variance), Instead: "take dm-ewc"}
	}
	p.SD, p.DF = math.Sqrt(max(0, variance)*n/(n+1-2*float64(h)+float64(h*(h-1))/n)), n-1
	return p.Test(opt)
}
