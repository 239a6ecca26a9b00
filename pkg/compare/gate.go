package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Gate decides by the intervals of the best verdicts on two models, of which base is ModelA and candidate ModelB: no
// order of results or rows says which is which, so that both are named.
// In the direction of the metric, the candidate is better if the verdict says so; else non-inferior
// if the interval of the gain lies above -margin, even where it lies below 0; else worse if the base is shown to be
// better; else undecided. Intervals are two-sided at 1 - alpha: if they hold their level, a candidate
// that is worse by the margin or more passes in at most alpha/2 of cases, and one that is equal is called worse
// in at most alpha/2. Of several tasks of one benchmark the verdict on all of them decides, see GateOptions.EachTask.
// Of several data sets, and of classes or types of chunks, each has to pass, which needs no adjustment, and one is
// worse after adjusting among them by Holm. Verdicts on several data sets together are left out.
//
// An error is a margin that is negative, not finite or as large as the range of the metric, a metric without a
// direction, another pair of models or more than two, a verdict that is one-sided or about a Delta, and a procedure
// without an interval. Where all differences are equal, so that a test knows nothing about chance, the gate is
// undecided.
func Gate(rs []results.Results, gate GateOptions, opt Options) (verdict.Gate, error) {
	c, err := run(rs, opt)
	if err != nil {
		return verdict.Gate{}, err
	}
	return c.gate(gate)
}

// severalTasks is what takes GateOptions.EachTask, and the options of a suite.
const severalTasks = "scores of items of several tasks, which a column task names"

// GateOptions say who is the candidate, and how much worse it may be.
type GateOptions struct {
	Base, Candidate string
	Margin          float64 // in the metric, such as 0.01 for one point of accuracy
	EachTask        bool    // worse on one task of a benchmark, after adjusting for all of them, is worse
}

// Check refuses a margin that is negative or not finite. Gate calls it.
func (o GateOptions) Check() error {
	if !(o.Margin >= 0) || math.IsInf(o.Margin, 0) {
		return fmt.Errorf("compare: margin is %v; give a loss from 0 up that may be accepted", o.Margin)
	}
	return nil
}

func (c *comparison) gate(opt GateOptions) (verdict.Gate, error) {
	out := verdict.Gate{Margin: opt.Margin, Outcome: verdict.Better, Report: c.report(), Each: opt.EachTask}
	out.Report.Notes = slices.Clone(c.notes)
	base, candidate, margin := opt.Base, opt.Candidate, opt.Margin
	if err := opt.Check(); err != nil {
		return out, err
	}
	best := slices.DeleteFunc(verdict.Best(c.drafts), func(v draft) bool { return v.Datasets > 0 })
	if len(c.alone) > 0 {
		return out, fmt.Errorf("compare: %q has one value of each model, by which no gate can decide; give its results on "+
			"folds, predictions or items", c.alone[0].Key)
	}
	if c.apart != "" {
		return out, fmt.Errorf("compare: no gate on these tasks: %s", c.apart)
	}
	if len(best) == 0 {
		return out, errors.New("compare: no verdict for a gate; give the results of a base and a candidate")
	}
	best = holmOfLosses(best, base)
	for _, v := range best {
		if v.ModelA != base || v.ModelB != candidate {
			return out, fmt.Errorf("compare: a gate is about the base %q and the candidate %q, and there is a verdict on %q "+
				"and %q; compare these two in this order (setting `models` BASE,CANDIDATE)", base, candidate, v.ModelA, v.ModelB)
		}
		if v.Metric != best[0].Metric {
			return out, fmt.Errorf("compare: a margin belongs to one metric, and there are %q and %q; name one (setting "+
				"`metric`)", best[0].Metric.Label(), v.Metric.Label())
		}
		g, err := v.gate(margin)
		if err != nil {
			return out, err
		}
		if v.Basis.Beside > 0 {
			g.PMargin = math.NaN() // its interval is one of all tasks
			out.Tasks = append(out.Tasks, g)
			continue
		}
		if note := wide(g); note != "" && !slices.Contains(out.Report.Notes, note) {
			out.Report.Notes = append(out.Report.Notes, note)
		}
		out.Of = append(out.Of, g)
		if g.Outcome.WorseThan(out.Outcome) {
			out.Outcome = g.Outcome
		}
	}
	if opt.EachTask && len(out.Tasks) == 0 {
		return out, fmt.Errorf("compare: to fail on each task is for %s; leave it out (setting `each-task`)", severalTasks)
	}
	if opt.EachTask && len(out.WorseOn()) > 0 {
		out.Outcome = verdict.Worse
	}
	return out, nil
}

// holmOfLosses adjusts the verdicts that find the candidate worse among all that decide: of many data sets one of equal
// models would be worse too often.
func holmOfLosses(best []draft, base string) []draft {
	var p []float64
	var places []int
	for i, v := range best {
		if v.Basis.Beside == 0 && isKnown(v.PValue) {
			p, places = append(p, v.PValue), append(places, i)
		}
	}
	adjusted, err := infer.Holm(p)
	if err != nil || len(p) < 2 {
		return best
	}
	out := slices.Clone(best)
	for k, i := range places {
		if v := &out[i]; v.Winner == base && v.Adjusted == "" {
			v.PAdjusted, v.Adjusted, v.Adjustment = adjusted[k], fmt.Sprintf("%d verdicts (Holm)", len(p)), "Holm"
			v.decide(adjusted[k] <= 1-v.Level)
		}
	}
	return out
}

// gate decides by one verdict on a pair of models.
func (v draft) gate(margin float64) (verdict.Gated, error) {
	g := verdict.Gated{Verdict: v.Verdict, Margin: margin, Outcome: verdict.Undecided, PMargin: math.NaN()}
	m := v.Metric
	switch {
	case m.Directionless:
		return g, fmt.Errorf("compare: %w", m.Ask())
	case v.Alternative != infer.TwoSided || v.Delta != 0:
		return g, errors.New("compare: a gate needs two-sided verdicts without a delta; leave both out")
	case m.Max > m.Min && margin >= m.Max-m.Min:
		return g, fmt.Errorf("compare: margin is %v, but %s lies between %v and %v, so that no candidate could fail; give a "+
			"smaller one%s", margin, m.Label(), m.Min, m.Max, point(v.Verdict))
	case !isKnown(v.Low) && !v.NoSpread:
		return g, fmt.Errorf("compare: %s gives no interval for a gate; choose another method", v.Method)
	}
	least := v.Low // of the gain
	if !m.HigherIsBetter {
		least = -v.High
	}
	switch {
	case v.Winner == v.ModelB:
		g.Outcome = verdict.Better
	case least > -margin:
		g.Outcome = verdict.NonInferior
	case v.Winner == v.ModelA:
		g.Outcome = verdict.Worse
	}
	if margin > 0 {
		g.PMargin = v.pMargin(margin, least)
	}
	return g, nil
}

// point says how one point of a share is written; it is empty for other metrics.
func point(v Verdict) string {
	if v.Metric.Percent {
		return "; 0.01 is one point"
	}
	return ""
}

// wide is a note on a margin that hardly any candidate fails; empty for others.
func wide(g verdict.Gated) string {
	m := g.Metric
	switch most := max(math.Abs(g.A), math.Abs(g.B)); {
	case m.Max > m.Min && g.Margin > (m.Max-m.Min)/2:
		return fmt.Sprintf("the margin %v is more than half of the range of %s, %v to %v, so that hardly any candidate "+
			"fails%s", g.Margin, m.Label(), m.Min, m.Max, point(g.Verdict))
	case m.Max <= m.Min && g.Margin > most: // not where a mean is not known
		return fmt.Sprintf("the margin %v is larger than the %s of both models (%.4g and %.4g); is it in the unit of the "+
			"metric?", g.Margin, m.Label(), g.A, g.B)
	}
	return ""
}

// pMargin is PMargin of a verdict whose gain is least by the interval: by the procedure of the verdict about a
// difference of the margin, which is asked about the models again. It is NaN where there is none or where it would
// contradict the interval, which decides.
func (v draft) pMargin(margin, least float64) float64 {
	if v.pair == nil || v.NoSpread {
		return math.NaN()
	}
	p := *v.pair
	opt := p.opt
	if p.results.OnTestSet() && p.scores.A == nil {
		if err := p.scoreItems(); err != nil {
			return math.NaN()
		}
	}
	opt.Delta, opt.Alternative, opt.Rope = -margin, infer.Greater, 0
	if !v.Metric.HigherIsBetter {
		opt.Delta, opt.Alternative = margin, infer.Less
	}
	p.opt = opt
	again, err := p.runNamed(v.Method, p.procedures(opt), opt)
	if err != nil {
		return math.NaN()
	}
	worse := again.PValue
	if !isKnown(worse) {
		worse = 1 - again.PBetter
	}
	if isKnown(worse) && (worse <= (1-v.Level)/2) != (least > -margin) {
		return math.NaN()
	}
	return worse
}
