package infer

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// MisfitError reports that a test does not fit the data: another
// partition set, numbers of records that are missing, or an alternative that the
// test does not have.
type MisfitError struct {
	Test    string
	Problem string // what the test needs and what it found
	Instead string // what to take instead; empty if that is unknown
}

// Error returns one line.
func (e *MisfitError) Error() string {
	text := "infer: " + e.Test + " " + e.Problem
	if e.Instead != "" {
		text += "; " + e.Instead
	}
	return text
}

// misfit returns a MisfitError for the wrong partition set.
func (d Differences) misfit(test, needs string) error {
	problem := fmt.Sprintf("is a test for %s; the differences come from %s", needs, d.Design())
	return &MisfitError{Test: test, Problem: problem}
}

// lacks returns a MisfitError for missing information.
func lacks(test, what string) error { return &MisfitError{Test: test, Problem: "needs " + what} }

// Filled returns the options with their defaults. Errors: a level outside (0, 1), a
// Delta that is not finite or beyond 1e150, an unknown alternative, and Literal, which
// only McNemar's tests take.
func (o Options) Filled() (Options, error) {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if err := cmp.Or(CheckLevel(o.Alpha), checkDelta(o.Delta), o.Alternative.check()); err != nil {
		return o, err
	}
	if o.Literal {
		return o, errLiteral
	}
	return o, nil
}

var errLiteral = errors.New("infer: Literal is about the continuity correction of McNemar's tests; leave it out")

// Pivot is a t or z statistic, (Estimate - delta) / (Factor · SD), from which Test makes a Result. Tests of other
// packages use it, so that all of them treat alternatives, intervals and data without spread alike.
type Pivot struct {
	Name, Assumptions string
	Estimate          float64
	SD                float64 // spread of the differences without Factor, so that 0 is recognized
	Factor            float64 // SD times Factor is the standard error of Estimate
	DF                float64 // degrees of freedom, infinite for z
	// Parts, of which Factor · SD is the root of the sum, take the place of DF where the variance has several; the
	// degrees of freedom of the result are then those of Parts.DF at the level.
	Parts Parts
	// Null takes the place of DF where the statistic has another distribution, symmetric about 0.
	Null interface {
		Tail(t float64) float64
		Critical(tail float64) float64
	}
	Scale float64 // largest absolute loss: an SD below its rounding is 0
}

// NoSpreadText ends Assumptions where the estimated variance is 0.
const NoSpreadText = " The estimated variance is 0: nothing is known about chance, and nothing is claimed (the " +
	"statistic is 0 or infinite, the p-value is set to 1)."

// Test compares with the distribution. Without spread (below rounding of the losses) the
// statistic is 0 if the estimate equals delta, else infinite, and is no evidence: the
// p-value is 1 and the interval has no end. Errors: those of Options.Filled.
func (p Pivot) Test(opt Options) (Result, error) {
	opt, err := opt.Filled()
	if err != nil {
		return Result{}, err
	}
	r := Result{Test: p.Name, Alternative: opt.Alternative, Delta: opt.Delta, Alpha: opt.Alpha,
		Estimate: p.Estimate, Assumptions: p.Assumptions}
	parts, tail, df := p.Parts, opt.Alpha/opt.Alternative.Sides(), p.DF
	if parts == nil {
		parts = Parts{{Variance: 1, DF: df}}
	} else {
		df = parts.DF(tail)
	}
	if p.Null == nil && !math.IsInf(df, 1) {
		r.DF = []float64{df}
	}
	r.HasCI = true
	gap, se := p.Estimate-opt.Delta, p.Factor*p.SD
	if tiny := rounding * max(p.Scale, math.Abs(opt.Delta)); p.SD <= tiny {
		if math.Abs(gap) > tiny {
			r.Statistic = math.Copysign(math.Inf(1), gap)
		}
		r.CI = Interval{math.Inf(-1), math.Inf(1)}
		return r.withoutSpread(), nil
	}
	r.Statistic = gap / se
	if p.Null != nil {
		r.PValue = opt.Alternative.pValue(r.Statistic, p.Null.Tail)
		r.CI = opt.Alternative.Interval(p.Estimate, p.Null.Critical(tail)*se)
	} else {
		r.PValue = opt.Alternative.pValue(r.Statistic, parts.Tail)
		r.CI = opt.Alternative.Interval(p.Estimate, parts.Critical(tail)*se)
	}
	r.Reject = r.PValue <= opt.Alpha
	return r, nil
}

// withoutSpread returns the result of a test whose estimated variance is 0.
func (r Result) withoutSpread() Result {
	r.NoSpread, r.PValue, r.Reject = true, 1, false
	r.Assumptions += NoSpreadText
	return r
}
