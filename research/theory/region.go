package theory

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
	"gonum.org/v1/gonum/mathext"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Zone is a part of the plane of rho1 and rho2 by how the test with Chat_m and
// fhat_m behaves there (Wang 2019 thesis, section 5.2.5.1).
type Zone int

// The zones. The first two make up Theta_{m,alpha}.
const (
	OverConservative Zone = iota // rejects a true hypothesis with probability below alpha/5
	Relative                     // relatively conservative: between alpha/5 and alpha
	Liberal                      // above alpha
)

// String names the zone.
func (z Zone) String() string {
	return [...]string{"over-conservative", "relatively conservative", "liberal"}[z]
}

// Divisor is what the thesis divides alpha by to call a test over-conservative.
const Divisor = 5

// Zone returns where the pair of correlations lies for the one-sided test at level
// alpha, 0 < alpha < 1/2, by the t distribution of eq. 5.22: Theta_{m,alpha} of eq. 5.34 is
// where Chat_m t_alpha(fhat_m) > C_m t_alpha(f_m), and its over-conservative part
// where the left side exceeds C_m t_{alpha/5}(f_m). Like NominalError and ExactError it
// panics for other levels.
func (l TStatistic) Zone(alpha float64) Zone {
	return zone(l.NominalError(alpha), alpha)
}

func zone(err, alpha float64) Zone {
	switch {
	case err < alpha/Divisor:
		return OverConservative
	case err < alpha:
		return Relative
	}
	return Liberal
}

// NominalError returns the probability that the one-sided test with Chat_m and
// fhat_m at level alpha rejects a true hypothesis, by the t(f_m) distribution of eq. 5.22.
func (l TStatistic) NominalError(alpha float64) float64 {
	return tTail(variance.Chat(l.M)/l.C()*tCritical(alpha, variance.DFhat(l.M)), l.DF())
}

// ExactError is NominalError by the exact distribution.
func (l TStatistic) ExactError(alpha float64) float64 {
	return l.Exceed(0, variance.Chat(l.M)*tCritical(alpha, variance.DFhat(l.M)))
}

// LimitRegion returns the rho2 between which the test is relatively conservative
// for m -> infinity, whatever rho1 is (thesis, section 5.2.5.1):
//
//	u_alpha² / (u_alpha² + u_{alpha/5}²) < rho2 < 1/2
//
// It panics unless 0 < alpha < 1/2.
func LimitRegion(alpha float64) (low, high float64) {
	if !(alpha > 0 && alpha < 0.5) {
		panic(fmt.Sprintf("theory: level %v; a one-sided test has one between 0 and 1/2", alpha))
	}
	a, b := mathext.NormalQuantile(alpha), mathext.NormalQuantile(alpha/Divisor)
	return a * a / (a*a + b*b), 0.5
}

// tTail returns P(T > t) for t >= 0 and Student's t with df degrees of freedom.
// It and tCritical are apart from those of package special, which differ in the last
// two digits, so that the tables computed with them stay as they are.
func tTail(t, df float64) float64 {
	if t*t < df { // the argument of the other form would round to 1
		return 0.5 - 0.5*mathext.RegIncBeta(0.5, df/2, t*t/(df+t*t))
	}
	return 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// tCritical returns the t with P(T > t) = p, for p in (0, 1/2], and panics for others.
func tCritical(p, df float64) float64 {
	if !(p > 0 && p <= 0.5) {
		panic(fmt.Sprintf("theory: level %v for one side; give one between 0 and 1/2", p))
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*p)
	t := math.Sqrt(df * (1 - x) / x)
	for range 2 { // Newton's steps on the logarithm of the tail
		tail := tTail(t, df)
		a := math.Log(special.GammaRatio(df)) - (df+1)/2*math.Log1p(t*t/df)
		t += tail / math.Exp(a) * math.Sqrt(df*math.Pi) * math.Log(tail/p)
	}
	if math.IsNaN(t) || math.IsInf(t, 1) { // p is too small for the inverse
		return special.StudentCritical(p, df)
	}
	return t
}
