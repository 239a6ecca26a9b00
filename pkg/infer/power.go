package infer

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/variance"
)

// PowerAnalysis describes a comparison that is to be tested with bcv-t at a fixed
// number of replications (thesis eq. 5.35), under normal differences with
// correlations Rho1 and Rho2. Of M, Difference and the power, each follows from the
// other two. Power does not tend to 1 with M: the variance of the mean tends to
// SD² Rho2.
type PowerAnalysis struct {
	Options
	M          int     // replications, at least 2
	Difference float64 // true mu_B - mu_A, in units of the loss
	SD         float64 // standard deviation sigma of one difference mu_k^(j), above 0
	Rho1, Rho2 float64 // correlations; the smaller, the more conservative the test
}

// ErrPower is returned if no number of replications, or no difference, reaches the wanted
// power.
var ErrPower = errors.New("the wanted power cannot be reached")

// Power returns the probability of rejecting the hypothesis, to 1e-8, by quadrature:
// the mean is independent of the two sums of squares.
func (p PowerAnalysis) Power() (float64, error) {
	p, err := p.filled()
	if err != nil {
		return 0, err
	}
	return p.power(), nil
}

// HalfWidth returns the expected half width of the two-sided interval at the level 1 - Alpha.
func (p PowerAnalysis) HalfWidth() (float64, error) {
	p, err := p.filled()
	if err != nil {
		return 0, err
	}
	factor := variance.Chat(p.M) * special.StudentCritical(p.Alpha/2, variance.DFhat(p.M))
	return factor * p.SD * p.dist().ExactExpectedSD(), nil
}

// Limit returns the limit of the power as M grows; M itself does not matter. The mean
// tends to a normal variable with variance SD² Rho2, and the bound that it is compared
// with to z SD √(1 - Rho2), z being the normal quantile of the level. Where Rho2 is 0
// the limit is 1 for a difference beyond the bound, 0 below the bound and 1/2 at it.
// Errors: the errors of Power, and a Rho2 below 0, which is impossible for large M.
func (p PowerAnalysis) Limit() (float64, error) {
	p.M = 2
	if p.Rho2 < 0 {
		return 0, fmt.Errorf("infer: rho2 = %v; a limit over m needs a correlation from 0", p.Rho2)
	}
	p, err := p.filled()
	if err != nil {
		return 0, err
	}
	effect := (p.Difference - p.Delta) / p.SD
	bound := distuv.UnitNormal.Quantile(1-p.Alpha/p.Alternative.Sides()) * math.Sqrt(1-p.Rho2)
	beyond := func(effect float64) float64 {
		if effect == bound {
			return 0.5
		}
		return distuv.UnitNormal.CDF((effect - bound) / math.Sqrt(p.Rho2))
	}
	switch p.Alternative {
	case Greater:
		return beyond(effect), nil
	case Less:
		return beyond(-effect), nil
	}
	return beyond(effect) + beyond(-effect), nil
}

func (p PowerAnalysis) filled() (PowerAnalysis, error) {
	var err error
	if p.Options, err = p.Options.Filled(); err != nil {
		return p, err
	}
	switch {
	case p.M < 2:
		return p, fmt.Errorf("infer: %d replications; give at least 2", p.M)
	case !(p.SD > 0) || math.IsInf(p.SD, 1):
		return p, fmt.Errorf("infer: a standard deviation of %v; give a positive number", p.SD)
	case p.Difference-p.Difference != 0:
		return p, fmt.Errorf("infer: difference %v; give a finite number", p.Difference)
	}
	return p, p.dist().Check()
}

func (p PowerAnalysis) dist() variance.TStatistic {
	return variance.TStatistic{M: p.M, Rho1: p.Rho1, Rho2: p.Rho2}
}

// power is Power of an analysis that was checked.
func (p PowerAnalysis) power() float64 {
	effect := (p.Difference - p.Delta) / p.SD
	factor := variance.Chat(p.M) * special.StudentCritical(p.Alpha/p.Alternative.Sides(), variance.DFhat(p.M))
	dist := p.dist()
	switch p.Alternative {
	case Greater:
		return dist.Exceed(effect, factor)
	case Less:
		return dist.Exceed(-effect, factor)
	}
	return math.Min(1, dist.Exceed(effect, factor)+dist.Exceed(-effect, factor))
}

// Replications returns the smallest M up to most whose power is at least the given power,
// and the power reached. If there is none, the error is ErrPower and the power the power of
// the best M.
func (p PowerAnalysis) Replications(power float64, most int) (m int, reached float64, err error) {
	p.M = max(p.M, 2)
	if p, err = p.filled(); err != nil {
		return 0, 0, err
	}
	if err := checkPower(power, p.Alpha); err != nil {
		return 0, 0, err
	}
	for p.M = 2; p.M <= most; p.M++ {
		if err := p.dist().Check(); err != nil {
			return 0, 0, err
		}
		v := p.power()
		if m == 0 || v > reached {
			m, reached = p.M, v
		}
		if v >= power {
			return p.M, v, nil
		}
	}
	return m, reached, ErrPower
}

// Detectable returns the smallest difference above Delta (below it for Less) that the test
// detects with the given power.
func (p PowerAnalysis) Detectable(power float64) (float64, error) {
	p.Difference = p.Delta
	p, err := p.filled()
	if err != nil {
		return 0, err
	}
	if err := checkPower(power, p.Alpha); err != nil {
		return 0, err
	}
	sign := 1.0
	if p.Alternative == Less {
		sign = -1
	}
	at := func(units float64) float64 {
		p.Difference = p.Delta + sign*units*p.SD
		return p.power()
	}
	low, high := 0.0, 1.0
	for at(high) < power { // doubled 20 times at most
		if low, high = high, 2*high; high > 1e6 {
			return 0, ErrPower
		}
	}
	for range 1100 { // as many halvings as float64 allows, for a difference next to 0
		if !(high-low > 1e-10*high) {
			break
		}
		if mid := (low + high) / 2; at(mid) < power {
			low = mid
		} else {
			high = mid
		}
	}
	return p.Delta + sign*high*p.SD, nil
}

func checkPower(power, alpha float64) error {
	if !(power > alpha && power < 1) {
		return fmt.Errorf("infer: a wanted power of %v; give a number between the level %v and 1", power, alpha)
	}
	return nil
}

// NestedVariances are variances of differences of an m x 2 BCV with inner replications, as NestedT takes them
// for: one difference has S + P + Within/2.
type NestedVariances struct {
	S      float64 // of the mean over all partitions, sigma² rho2
	P      float64 // that one replication adds to the mean of both folds, sigma² (1+rho1-2 rho2)/2
	Within float64 // half the mean squared difference of both folds, sigma² (1-rho1)
	Added  float64 // P', that one inner replication adds
}

// NestedVariancesOf returns the variances of differences with standard deviation sd and correlations rho1 and
// rho2. P' is taken for 2 P, as S' is for 2 S.
func NestedVariancesOf(sd, rho1, rho2 float64) NestedVariances {
	p := sd * sd * (1 + rho1 - 2*rho2) / 2
	return NestedVariances{S: sd * sd * rho2, P: p, Within: sd * sd * (1 - rho1), Added: 2 * p}
}

// EstimateNested estimates the variances from a pilot: S is that of NestedT. Errors: those of NestedT, and
// differences without spread.
func EstimateNested(d Differences) (NestedVariances, error) {
	r, err := NestedT(d, Options{})
	if err != nil {
		return NestedVariances{}, err
	}
	if r.NoSpread {
		return NestedVariances{}, errors.New("infer: the differences have no spread, so that they give no variance")
	}
	v, m := NestedVariances{}, float64(d.replications)
	_, between := deviationsOf(d.replications, func(j int) float64 { return (d.At(j, 0) + d.At(j, 1)) / 2 })
	_, squares := deviations(d.mu)
	_, v.Added = InnerVariances(d.inner)
	v.P, v.Within = between/(m-1), (squares-2*between)/m
	half := (r.CI.High - r.CI.Low) / 2 / special.StudentCritical(r.Alpha/2, r.DF[0])
	v.S = half*half - v.P/m
	return v, nil
}

// NestedPlan describes a comparison that is to be tested with NestedT.
type NestedPlan struct {
	Options
	NestedVariances
	M, Halves, Inner int // replications m, half-splits M >= m, and inner replications r, m and r at least 2
	Difference       float64
}

// Power returns the probability of rejecting the hypothesis and the expected half width of the two-sided
// interval at the level 1 - Alpha, in a normal model in which the mean has the variance S + P/m and is
// independent of independent
//
//	H ~ (2 S + P'/r) chi²(M)/M,  P̂' ~ P' chi²(2M(r-1))/(2M(r-1)),  P̂ ~ P chi²(m-1)/(m-1)
//
// and of the sum of squares within replications, Within chi²(m), by quadrature over their quantiles, to 0.002
// of the power.
func (p NestedPlan) Power() (power, half float64, err error) {
	opt, err := p.Options.Filled()
	if err != nil {
		return 0, 0, err
	}
	v := p.NestedVariances
	switch {
	case p.M < 2 || p.Inner < 2 || p.Halves < p.M:
		return 0, 0, fmt.Errorf("infer: m = %d, %d half-splits and %d inner replications; give m and inner replications "+
			"from 2 and no fewer half-splits than m", p.M, p.Halves, p.Inner)
	case !(v.S > 0 && min(v.P, v.Within, v.Added) >= 0 && v.S+v.P+v.Within+v.Added < math.Inf(1)):
		return 0, 0, fmt.Errorf("infer: variances %+v; give numbers from 0, S above 0", v)
	case p.Difference-p.Difference != 0:
		return 0, 0, fmt.Errorf("infer: difference %v; give a finite number", p.Difference)
	}
	const coarse, fine = 12, 20
	m, halves, r := float64(p.M), float64(p.Halves), float64(p.Inner)
	chat := math.Pow(variance.Chat(p.M), 2)
	hs, inners := chiSquares(halves, fine), chiSquares(2*halves*(r-1), coarse)
	ps, withins := chiSquares(m-1, coarse), chiSquares(m, coarse)
	sides, root := opt.Alternative.Sides(), math.Sqrt(2*(v.S+v.P/m))
	test, interval := special.StudentCritical(opt.Alpha/sides, halves+nestedWeight),
		special.StudentCritical(opt.Alpha/2, halves+nestedWeight)
	effect := p.Difference - opt.Delta
	if opt.Alternative == Less {
		effect = -effect
	}
	for _, h := range hs {
		h *= 2*v.S + v.Added/r
		for _, inner := range inners {
			for _, added := range ps {
				added *= v.P
				for _, within := range withins {
					bound := chat * (v.Within*within*m + 2*added*(m-1)) / (2 * m)
					sd := math.Sqrt(nestedData(halves, h, v.Added*inner/r, bound) + added/m)
					half += interval * sd
					power += math.Erfc((test*sd-effect)/root) / 2
					if sides == 2 {
						power += math.Erfc((test*sd+effect)/root) / 2
					}
				}
			}
		}
	}
	const points = fine * coarse * coarse * coarse
	return power / points, half / points, nil
}

// chiSquares returns n equally probable values of chi²(df)/df.
func chiSquares(df float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = distuv.ChiSquared{K: df}.Quantile((float64(i)+0.5)/float64(n)) / df
	}
	return out
}

// SigmaOf estimates the standard deviation of one difference from the folds of an m x
// 2 BCV with the given correlations: Var2 has the expectation sigma² (sum of the
// eigenvalues within and between)/(2m) (thesis eq. 5.18).
func SigmaOf(d Differences, rho1, rho2 float64) (float64, error) {
	if d.folds != 2 || d.replications < 2 {
		return 0, fmt.Errorf("infer: the differences come from %s; a plan needs those of an m x 2 BCV with m >= 2",
			d.Design())
	}
	l := variance.TStatistic{M: d.replications, Rho1: rho1, Rho2: rho2}
	if err := l.Check(); err != nil {
		return 0, err
	}
	within, between, _ := l.Eigenvalues()
	m := float64(d.replications)
	_, squares := deviations(d.mu)
	if squares == 0 {
		return 0, errors.New("infer: all differences are equal, so that they give no standard deviation; give one")
	}
	return math.Sqrt(squares / (m*within + (m-1)*between)), nil
}
