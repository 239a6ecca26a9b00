package infer

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/internal/special"
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
