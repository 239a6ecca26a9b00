package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Form says how the expected sd is computed in ARRCI.
type Form int

// The forms.
const (
	Corrected Form = iota // with v_m, as thesis eq. 5.102 has it
	AsPrinted             // with C_m, as eq. 5.23 and table 5.4 have it (errata E3, E4)
)

// String returns corrected or as printed.
func (f Form) String() string {
	if f == AsPrinted {
		return "as printed"
	}
	return "corrected"
}

// ExpectedLength returns the expected length of the confidence interval CI_m at
// level 1 - alpha in units of sigma (thesis, eqs. 5.36, 5.107): 2 Chat_m E[sd]
// t_{alpha/2}(2m-1). It panics unless 0 < alpha < 1.
func (l TStatistic) ExpectedLength(alpha float64) float64 {
	return 2 * variance.Chat(l.M) * l.ExpectedSD() * tCritical(alpha/2, variance.DFhat(l.M))
}

// LimitLength returns the limit of ExpectedLength as m grows (thesis, eq. 5.38),
// 2 sqrt(1-rho2) u_{alpha/2}: the interval does not shrink to a point. It panics unless
// 0 < alpha < 1 and 0 <= rho2 <= 1.
func LimitLength(alpha, rho2 float64) float64 {
	if !(alpha > 0 && alpha < 1 && rho2 >= 0 && rho2 <= 1) {
		panic(fmt.Sprintf("theory: level %v and rho2 = %v; a level lies between 0 and 1, rho2 from 0 to 1",
			alpha, rho2))
	}
	return -2 * math.Sqrt(1-rho2) * mathext.NormalQuantile(alpha/2)
}

// ARRCI returns the average reduction rate of the confidence interval: by what
// share the expected length of CI_m falls from m to m+1 replications, averaged over
// 0 < rho1, rho2 < 1/2 (thesis, eq. 5.44). Table 5.4 has it in the form AsPrinted
// (erratum E4). alpha is that of the two-sided interval. The quadrature gives 12
// digits or more.
func ARRCI(m int, alpha float64, form Form) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("theory: %d replications; give at least 1", m)
	}
	if err := checkLevel(alpha); err != nil {
		return 0, err
	}
	const points = 40
	sd := TStatistic.ExpectedSD
	if form == AsPrinted {
		sd = TStatistic.PrintedExpectedSD
	}
	mean := func(rho1 float64) float64 {
		return 2 * quad.Fixed(func(rho2 float64) float64 {
			return sd(TStatistic{m + 1, rho1, rho2}) / sd(TStatistic{m, rho1, rho2})
		}, 0, 0.5, points, nil, 0)
	}
	rest := variance.Chat(m+1) * tCritical(alpha/2, variance.DFhat(m+1)) / (variance.Chat(m) * tCritical(alpha/2,
		variance.DFhat(m)))
	return 1 - rest*2*quad.Fixed(mean, 0, 0.5, points, nil, 0), nil
}

func checkLevel(alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("theory: level %v; give one between 0 and 1", alpha)
	}
	return nil
}

// maxReplications ends the search of ChooseM.
const maxReplications = 1000

// ChooseM returns the smallest m, at least 2, with ARRCI(m, alpha, form) <= gamma:
// when one more replication shortens the interval by no more than a share gamma,
// it is time to stop (thesis, eq. 5.45, where max must be min: erratum E5). At
// alpha = 0.05 and gamma = 0.01 it is 9, and 12 in the form AsPrinted.
func ChooseM(alpha, gamma float64, form Form) (int, error) {
	if err := checkLevel(alpha); err != nil {
		return 0, err
	}
	if !(gamma > 0 && gamma < 1) {
		return 0, fmt.Errorf("theory: share %v; give one between 0 and 1", gamma)
	}
	for m := 2; m <= maxReplications; m++ {
		v, err := ARRCI(m, alpha, form)
		if err != nil {
			return 0, err
		}
		if v <= gamma {
			return m, nil
		}
	}
	return 0, fmt.Errorf("theory: more than %d replications for a share of %v; give a larger one",
		maxReplications, gamma)
}
