package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Verdict is verdict.Verdict.
type Verdict = verdict.Verdict

// draft is a verdict in the making.
type draft struct {
	Verdict
	pair  *pair  // nil for several data sets together
	uncut *uncut // before decide; nil before the first decision
}

// uncut is what decide has changed.
type uncut struct {
	infer.Interval
	assumptions string
}

// with fills in the result of a test.
func (v draft) with(r infer.Result) draft {
	v.Method, v.Estimate, v.Level, v.Delta, v.Alternative = r.Test, r.Estimate, 1-r.Alpha, r.Delta, r.Alternative
	v.Statistic, v.DF, v.PValue, v.PBetter, v.PRope = r.Statistic, r.DF, r.PValue, math.NaN(), math.NaN()
	v.Low, v.High = math.NaN(), math.NaN()
	v.Assumptions = r.Assumptions
	if r.NoSpread {
		v.NoSpread, v.Note, v.ErrorRate = true, noSpread, known.Unknown
		return v
	}
	if r.HasCI {
		v.Low, v.High = r.CI.Low, r.CI.High
	}
	v.decide(r.Reject)
	return v
}

// inRange cuts the intervals at the largest difference that the metric can have.
func (v *draft) inRange() {
	v.Low, v.High = v.Metric.CutDifference(v.Low, v.High)
	v.Described.Low, v.Described.High = v.Metric.CutDifference(v.Described.Low, v.Described.High)
	if u := v.uncut; u != nil {
		u.Low, u.High = v.Metric.CutDifference(u.Low, u.High)
	}
}

// The notes of a verdict whose test found no variance to measure chance by.
const (
	noSpread = "the estimated variance is 0, so that nothing is known about chance and nothing is claimed"
	tooLarge = "the differences vary by less than 1e-12 of the values, as rounding may make them, so that nothing is " +
		"known about chance and nothing is claimed; subtract one number from all values"
)

// decide sets the winner of the verdict of a test: if it is significant, the model on the
// side of delta on which the estimate lies. Interval and decision agree: where they are not
// of one statistic, as with the steps of Holm beside Bonferroni's intervals, or a pooled
// variance, the interval ends at delta, and Assumptions says so.
func (v *draft) decide(significant bool) {
	if v.uncut == nil {
		v.uncut = &uncut{v.Interval, v.Assumptions}
	}
	v.Interval, v.Assumptions = v.uncut.Interval, v.uncut.assumptions
	v.Winner = ""
	switch {
	case !significant:
		v.Low, v.High = min(v.Low, v.Delta), max(v.High, v.Delta)
	case v.Estimate > v.Delta:
		v.Low = max(v.Low, v.Delta)
	default:
		v.High = min(v.High, v.Delta)
	}
	if significant && (v.Quantile == 0 || v.Quantile == 0.5) {
		v.Winner = v.Favours(v.Estimate > v.Delta)
	}
	if size := v.uncut.High - v.uncut.Low; v.Low-v.uncut.Low > 1e-9*size || v.uncut.Low-v.Low > 1e-9*size ||
		v.uncut.High-v.High > 1e-9*size || v.High-v.uncut.High > 1e-9*size {
		v.Assumptions = fmt.Sprintf("%s. The interval ends at %.4g to agree with the test; by itself it is %.4g to %.4g.",
			strings.TrimSuffix(v.Assumptions, "."), v.Delta, v.uncut.Low, v.uncut.High)
	}
}

// claim sets the winner where the difference lies above or below Delta with enough
// posterior probability, each side by itself.
func (v *draft) claim(above, below float64, opt Options) {
	switch bound := 1 - opt.Alpha/opt.Alternative.Sides(); {
	case above >= bound && opt.Alternative != infer.Less:
		v.Winner = v.Favours(true)
	case below >= bound && opt.Alternative != infer.Greater:
		v.Winner = v.Favours(false)
	}
}

// probabilities fills in the probabilities by the posterior of the difference.
func (v *draft) probabilities(p paired.Posterior, opt Options) {
	v.PBetter, v.PRope = p.CDF(opt.Delta), math.NaN()
	if v.Metric.Upward() {
		v.PBetter = p.Survival(opt.Delta)
	}
	if opt.Rope > 0 {
		v.PRope = p.Rope(opt.Rope)
	}
}

// keep returns what is shown of two models by one metric.
func (p *pair) keep() *verdict.Values {
	values, d := p.results.Values[p.metric], p.differences
	x := &verdict.Values{A: copied(values.Rows(p.a)), B: copied(values.Rows(p.b)), Inner: d.Inner(), Runs: 1,
		Prior: verdict.PriorOf(p.opt.Prior)}
	x.Train, x.Valid = d.Sizes()
	for j := range d.Replications() {
		row := make([]float64, d.Folds())
		for k := range row {
			row[k] = d.At(j, k)
		}
		x.Differences = append(x.Differences, row)
	}
	if r := p.results.Runs; r != nil {
		x.Runs = max(len(r.Of(p.a)), len(r.Of(p.b)))
	}
	if in := p.results.Inner; in != nil {
		x.Splits, x.InnerReplications = in.Splits, in.Replications
	}
	return x
}

func copied(rows [][]float64) [][]float64 {
	for i, row := range rows {
		rows[i] = slices.Clone(row)
	}
	return rows
}

// excess is how many times more often than its level a test is known to err on folds, from 2 up; 0 for other
// procedures. Tests of items have notes of their own (itemNote).
func (v draft) excess() float64 {
	if x := v.ErrorRate.Rate / v.ErrorRate.Level; isKnown(v.PValue) && v.Basis.Measured == nil && x > 2 {
		return x
	}
	return 0
}

// warn says of a test that is not recommended, and decides although it is known to err far too often.
func (v *draft) warn() {
	if v.Recommended || v.excess() == 0 {
		return
	}
	text := fmt.Sprintf("%s raises false alarms in up to %.1f%% where %.3g%% are promised", v.Method, 100*v.ErrorRate.Rate,
		100*v.ErrorRate.Level)
	if v.ErrorRate.Where != "" {
		text += ", " + v.ErrorRate.Where
	}
	v.Note = joined(v.Note, text)
}

// joined returns notes in one, without those that are empty.
func joined(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), "; ")
}

// same reports whether o is the same test of fold differences under another name.
func (v draft) same(o draft) bool {
	result := func(v draft) infer.Result {
		return infer.Result{Statistic: v.Statistic, DF: v.DF, PValue: v.PValue, Estimate: v.Estimate}
	}
	return v.Counts == nil && o.Counts == nil && isKnown(v.PValue) && isKnown(o.PValue) &&
		isKnown(v.Low) == isKnown(o.Low) &&
		result(v).Same(result(o))
}
