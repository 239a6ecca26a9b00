package infer

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/special"
)

// Alternative is the hypothesis that a test sets against mu <= delta, mu >= delta
// or mu = delta.
type Alternative int

// The alternatives.
const (
	TwoSided Alternative = iota // mu != delta
	Greater                     // mu > delta: B has the larger loss, A is better
	Less                        // mu < delta: B has the smaller loss, B is better
)

// String returns two-sided, greater or less.
func (a Alternative) String() string {
	switch a {
	case Greater:
		return "greater"
	case Less:
		return "less"
	}
	return "two-sided"
}

// Sides returns how many boundaries a test has: 2 if two-sided, else 1.
func (a Alternative) Sides() float64 {
	if a == TwoSided {
		return 2
	}
	return 1
}

// PValue returns the p-value of a statistic t that has Student's distribution with
// df degrees of freedom under the null hypothesis; an infinite df means the normal
// distribution.
func (a Alternative) PValue(t, df float64) float64 {
	return a.pValue(t, func(t float64) float64 { return special.StudentTail(t, df) })
}

// pValue is PValue with the upper tail of another distribution that is symmetric about 0.
func (a Alternative) pValue(t float64, tail func(t float64) float64) float64 {
	switch a {
	case Greater:
		return tail(t)
	case Less:
		return tail(-t)
	}
	return 2 * tail(math.Abs(t))
}

// Interval returns the values of mu that a test does not reject, if it rejects where the
// estimate lies further than reach from mu. It is unbounded above for Greater, below for
// Less.
func (a Alternative) Interval(estimate, reach float64) Interval {
	switch a {
	case Greater:
		return Interval{estimate - reach, math.Inf(1)}
	case Less:
		return Interval{math.Inf(-1), estimate + reach}
	}
	return Interval{estimate - reach, estimate + reach}
}

// ParseAlternative reads two-sided, greater or less.
func ParseAlternative(s string) (Alternative, error) {
	for _, a := range []Alternative{TwoSided, Greater, Less} {
		if s == a.String() {
			return a, nil
		}
	}
	return TwoSided, fmt.Errorf("infer: unknown alternative %q; use two-sided, greater (mu_B - mu_A > delta) or less",
		s)
}

// MarshalText writes String.
func (a Alternative) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads what ParseAlternative does.
func (a *Alternative) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAlternative(string(text))
	return err
}

// Options are the settings that all tests share. The zero value is the two-sided
// test of mu = 0 at level 0.05.
type Options struct {
	Alternative Alternative
	Delta       float64 // the difference under the null hypothesis
	Alpha       float64 // level, in (0, 1); 0 means 0.05
	// Literal asks McNemar's tests for the statistic with the continuity correction as
	// published, without the bound 0; see McNemar. Other tests refuse it.
	Literal bool
}

// Result is the outcome of one test.
type Result struct {
	Test      string  `dataframe:"test"`      // name, as in bcv ttest and bcv mcnemar
	Statistic float64 `dataframe:"statistic"` // may be infinite where the estimated variance is 0
	// DF are the degrees of freedom: none for z, one for t and chi-squared, two for F.
	DF          []float64   `dataframe:"df"`
	PValue      float64     `dataframe:"p_value"`
	Alternative Alternative `dataframe:"alternative"`
	Delta       float64     `dataframe:"delta"`
	Alpha       float64     `dataframe:"alpha"`
	Estimate    float64     `dataframe:"estimate"` // of mu_B - mu_A
	// CI is the interval of mu_B - mu_A at level 1 - Alpha, with one end for a one-sided test;
	// NaN unless HasCI.
	CI          Interval `dataframe:"ci_"`
	HasCI       bool     `dataframe:"-"`
	Reject      bool     `dataframe:"reject"`
	Assumptions string   `dataframe:"assumptions"` // in words, with the source
	// NoSpread reports that the estimated variance is 0, up to rounding of the losses, so that
	// nothing is known about chance: PValue is 1 and CI has no end. Assumptions ends with
	// NoSpreadText.
	NoSpread bool `dataframe:"-"`
}

// Same reports whether o has the same statistic, p-value and degrees of freedom, up to
// rounding: it is the same test under another name.
func (r Result) Same(o Result) bool {
	const rounding = 1e-9
	near := func(a, b float64) bool { return a == b || math.Abs(a-b) <= rounding*math.Abs(a) }
	return near(r.Statistic, o.Statistic) && near(r.PValue, o.PValue) && near(r.Estimate, o.Estimate) &&
		slices.Equal(r.DF, o.DF)
}

// Interval is a confidence or credible interval, Low <= High. An end may be infinite.
type Interval struct {
	Low  float64 `dataframe:"low"`
	High float64 `dataframe:"high"`
}

// String returns the interval with four digits, such as [0.01, 0.2] or (-inf, 0.2].
func (i Interval) String() string {
	left, right := fmt.Sprintf("[%.4g", i.Low), fmt.Sprintf("%.4g]", i.High)
	if math.IsInf(i.Low, -1) {
		left = "(-inf"
	}
	if math.IsInf(i.High, 1) {
		right = "inf)"
	}
	return left + ", " + right
}

// Estimate is an estimate, Mid, with its interval, Low <= Mid <= High.
type Estimate struct{ Low, Mid, High float64 }

// noInterval is the interval of a test without one.
var noInterval = Interval{math.NaN(), math.NaN()}
