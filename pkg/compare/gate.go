package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Outcome is what a gate decides about a candidate.
type Outcome string

// The outcomes, the best first.
const (
	Better      Outcome = "better"       // than the base
	NonInferior Outcome = "non-inferior" // worse than the base by less than the margin, if at all
	Undecided   Outcome = "undecided"
	Worse       Outcome = "worse" // than the base, and perhaps by more than the margin
)

var outcomes = []Outcome{Better, NonInferior, Undecided, Worse}

// Gated is a verdict on a base, ModelA, and a candidate, ModelB, with what the gate decides.
type Gated struct {
	Verdict
	Margin  float64
	Outcome Outcome
	// PMargin is the p-value of the hypothesis of the margin, that the candidate is worse by the margin or more:
	// one-sided, by the procedure whose interval decides, so that it is at most half of alpha where the candidate is
	// not; of a posterior the probability of that hypothesis. NaN without a margin, and where the procedure has none.
	// PValue is of no difference.
	PMargin float64
}

// Gate decides whether a candidate may replace a base. Outcome is the worst of all verdicts in Of, so that a
// candidate passes where it does by each of them. Of a benchmark of several tasks the verdict on all of them decides.
type Gate struct {
	Report  Report
	Margin  float64 // in the metric, such as 0.01 for one point of accuracy
	Outcome Outcome
	Of      []Gated
	Tasks   []Gated // on each task of a benchmark, adjusted together; see EachTask and Warning

	each bool // they decide, too
}

// Gate decides by the intervals of the best verdicts on two models, of which base is ModelA and candidate ModelB: no
// order of results or rows says which is which, so that both are named.
// In the direction of the metric, the candidate is better if the verdict says so; else non-inferior
// if the interval of the gain lies above -margin, even where it lies below 0; else worse if the base is shown to be
// better; else undecided. Intervals are two-sided at 1 - alpha: if they hold their level, a candidate
// that is worse by the margin or more passes in at most alpha/2 of cases, and one that is equal is called worse
// in at most alpha/2. Of several tasks of one benchmark the verdict on all of them decides, see EachTask. Of several
// data sets, and of classes or types of chunks, each has to pass, which needs no adjustment, and one is worse after
// adjusting among them by Holm. Verdicts on several data sets together are left out.
//
// An error is a margin that is negative, not finite or as large as the range of the metric, a metric without a
// direction, another pair of models or more than two, a verdict that is one-sided or about a Delta, and a procedure
// without an interval. Where all differences are equal, so that a test knows nothing about chance, the gate is
// undecided.
func (r Report) Gate(base, candidate string, margin float64) (Gate, error) {
	out := Gate{Margin: margin, Outcome: Better, Report: r}
	out.Report.Notes = slices.Clone(r.Notes)
	if !(margin >= 0) || math.IsInf(margin, 0) {
		return out, fmt.Errorf("compare: margin is %v; give a loss from 0 up that may be accepted", margin)
	}
	best := slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.Datasets > 0 })
	if len(r.alone) > 0 {
		return out, fmt.Errorf("compare: %q has one value of each model, by which no gate can decide; give its results on "+
			"folds, predictions or items", r.alone[0].Key)
	}
	if r.read {
		return out, errors.New("compare: a gate needs the results, which a report that was read does not hold; compare " +
			"them again")
	}
	if r.apart != "" {
		return out, fmt.Errorf("compare: no gate on these tasks: %s", r.apart)
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
		g, err := v.gate(margin, r.pairs[v.cell()])
		if err != nil {
			return out, err
		}
		if v.below > 0 {
			g.PMargin = math.NaN() // its interval is one of all tasks
			out.Tasks = append(out.Tasks, g)
			continue
		}
		out.Report.note(g.wide())
		out.Of = append(out.Of, g)
		if slices.Index(outcomes, g.Outcome) > slices.Index(outcomes, out.Outcome) {
			out.Outcome = g.Outcome
		}
	}
	return out, nil
}

// holmOfLosses adjusts the verdicts that find the candidate worse among all that decide: of many data sets one of equal
// models would be worse too often.
func holmOfLosses(best []Verdict, base string) []Verdict {
	var p []float64
	var at []int
	for i, v := range best {
		if v.below == 0 && known(v.PValue) {
			p, at = append(p, v.PValue), append(at, i)
		}
	}
	adjusted, err := infer.Holm(p)
	if err != nil || len(p) < 2 {
		return best
	}
	out := slices.Clone(best)
	for k, i := range at {
		if v := &out[i]; v.Winner == base && v.Adjusted == "" {
			v.PAdjusted, v.Adjusted, v.Adjustment = adjusted[k], fmt.Sprintf("%d verdicts (Holm)", len(p)), "Holm"
			v.decide(adjusted[k] <= 1-v.Level)
		}
	}
	return out
}

// gate decides by one verdict on a pair of models, nil where it is not known.
func (v Verdict) gate(margin float64, of *pair) (Gated, error) {
	g := Gated{Verdict: v, Margin: margin, Outcome: Undecided, PMargin: math.NaN()}
	m := v.Metric
	switch {
	case m.Directionless:
		return g, fmt.Errorf("compare: %w", m.Ask())
	case v.Alternative != infer.TwoSided || v.Delta != 0:
		return g, errors.New("compare: a gate needs two-sided verdicts without a delta; leave both out")
	case m.Max > m.Min && margin >= m.Max-m.Min:
		return g, fmt.Errorf("compare: margin is %v, but %s lies between %v and %v, so that no candidate could fail; give a "+
			"smaller one%s", margin, m.Label(), m.Min, m.Max, v.point())
	case !known(v.Low) && !v.NoSpread:
		return g, fmt.Errorf("compare: %s gives no interval for a gate; choose another method", v.Method)
	}
	least := v.Low // of the gain
	if !m.HigherIsBetter {
		least = -v.High
	}
	switch {
	case v.Winner == v.ModelB:
		g.Outcome = Better
	case least > -margin:
		g.Outcome = NonInferior
	case v.Winner == v.ModelA:
		g.Outcome = Worse
	}
	if margin > 0 {
		g.PMargin = g.pMargin(of, least)
	}
	return g, nil
}

// point says how one point of a share is written; it is empty for other metrics.
func (v Verdict) point() string {
	if v.Metric.Percent {
		return "; 0.01 is one point"
	}
	return ""
}

// wide is a note on a margin that hardly any candidate fails; empty for others.
func (g Gated) wide() string {
	m := g.Metric
	switch most := max(math.Abs(g.A), math.Abs(g.B)); {
	case m.Max > m.Min && g.Margin > (m.Max-m.Min)/2:
		return fmt.Sprintf("the margin %v is more than half of the range of %s, %v to %v, so that hardly any candidate "+
			"fails%s", g.Margin, m.Label(), m.Min, m.Max, g.point())
	case m.Max <= m.Min && g.Margin > most: // not where a mean is not known
		return fmt.Sprintf("the margin %v is larger than the %s of both models (%.4g and %.4g); is it in the unit of the "+
			"metric?", g.Margin, m.Label(), g.A, g.B)
	}
	return ""
}

// pMargin is PMargin of a verdict whose gain is least by the interval: by the procedure of the verdict about a
// difference of the margin, which is asked about the models again. It is NaN where there is none or where it would
// contradict the interval, which decides.
func (g Gated) pMargin(of *pair, least float64) float64 {
	if of == nil || g.NoSpread {
		return math.NaN()
	}
	p := *of
	opt := p.opt
	if p.of.Scores != nil && p.scores.A == nil {
		if err := p.scoreItems(); err != nil {
			return math.NaN()
		}
	}
	opt.Delta, opt.Alternative, opt.Rope = -g.Margin, infer.Greater, 0
	if !g.Metric.HigherIsBetter {
		opt.Delta, opt.Alternative = g.Margin, infer.Less
	}
	p.opt = opt
	v, err := p.one(g.Method, p.procedures(opt), opt)
	if err != nil {
		return math.NaN()
	}
	worse := v.PValue
	if !known(worse) {
		worse = 1 - v.PBetter
	}
	if known(worse) && (worse <= (1-g.Level)/2) != (least > -g.Margin) {
		return math.NaN()
	}
	return worse
}

// Claim says in words what the gate decides, and by which numbers.
func (g Gated) Claim() string {
	margin := g.written(g.Margin)
	claim := map[Outcome]string{
		Better:      "Better.",
		NonInferior: fmt.Sprintf("Non-inferior: %s is not worse than %s by %s or more.", g.ModelB, g.ModelA, margin),
		Undecided:   fmt.Sprintf("Undecided: %s may be worse than %s by %s or more.", g.ModelB, g.ModelA, margin),
		Worse:       fmt.Sprintf("Worse: %s is not shown to be within %s of %s.", g.ModelB, margin, g.ModelA),
	}[g.Outcome]
	if g.Margin == 0 && g.Outcome == Undecided {
		claim = "Undecided."
	}
	return claim + " " + g.Headline()
}

// Evidence says how sure the gate is: by the p-value of its own hypothesis, that the candidate is worse by the margin
// or more, beside that of no difference.
func (g Gated) Evidence() string {
	if g.Margin == 0 {
		return g.Verdict.Evidence()
	}
	half, worse, none := 50*(1-g.Level), "being worse by "+g.written(g.Margin)+" or more", g.Verdict.Evidence()
	switch {
	case g.NoSpread || !known(g.PValue) && !known(g.PMargin):
		return none
	case !known(g.PValue):
		return fmt.Sprintf("P(%s) = %.4g, of %.4g%% at most. %s", strings.Replace(worse, "being ", "", 1), g.PMargin,
			half, none)
	}
	none = "Of no difference, b" + none[1:]
	if !known(g.PMargin) {
		return fmt.Sprintf("About %s %s has an interval and no p-value. %s", worse, g.Method, none)
	}
	return fmt.Sprintf("Of %s, by %s at %.4g%%, one-sided: p %s. %s", worse, g.Method, half, table.PValue(g.PMargin), none)
}

// AboutError says how often the gate errs, where the interval holds its level and as far as that is known: of items, by
// what the worse side of the interval was measured to do, since one side alone decides.
func (g Gated) AboutError() string {
	text := g.Verdict.AboutError()
	if one := worstOf(g.likeThese, infer.Greater); known(one.Rate) {
		text = fmt.Sprintf("one-sided, %s %v", g.Method, one)
	}
	return fmt.Sprintf("If the interval holds its level, a candidate that is worse by the margin passes, or an equal "+
		"one is called worse, in at most %.3g%% of cases each; %s.", 50*(1-g.Level), text)
}

// Text describes the gate as a terminal shows it.
func (g Gate) Text() string {
	var lines []string
	if w := g.Warning(); g.each && w != "" {
		lines = append(lines, strings.ToUpper(w[:1])+w[1:]+".")
	}
	for _, of := range g.Of {
		if lines = append(lines, of.Claim(), of.Evidence()); of.Note != "" {
			lines = append(lines, "Beware: "+of.Note+".")
		}
	}
	return strings.Join(append(append(lines, g.Of[0].Scope()), g.taskLines()...), "\n")
}

// gatedJSON is the JSON of a verdict of a gate, and of a task.
type gatedJSON struct {
	Dataset   string         `json:"dataset"`
	Task      string         `json:"task"`
	Metric    string         `json:"metric"`
	Base      string         `json:"base"`
	Candidate string         `json:"candidate"`
	Outcome   Outcome        `json:"outcome"`
	Estimate  float64        `json:"estimate"` // candidate minus base
	Interval  infer.Interval `json:"interval" nulls:"ends"`
	Level     float64        `json:"level"`
	PMargin   float64        `json:"p_margin"` // of the hypothesis that the candidate is worse by the margin or more
	PValue    float64        `json:"p_value"`  // of no difference, two-sided
	PAdjusted float64        `json:"p_adjusted"`
	Method    string         `json:"method"`
	Target    Target         `json:"target"`
	Tasks     int            `json:"tasks"` // of a verdict on all of a benchmark; 0 for others
	Error     float64        `json:"error_rate"`
	Sentence  string         `json:"sentence"`
}

// MarshalJSON writes what the gate decides by the verdict.
func (g Gated) MarshalJSON() ([]byte, error) {
	return nulls.Marshal(gatedJSON{g.Dataset, g.Task, g.Metric.Name, g.ModelA, g.ModelB, g.Outcome, g.Estimate,
		infer.Interval{Low: g.Low, High: g.High}, g.Level, g.PMargin, g.PValue, g.adjusted(), g.Method, g.Target, g.Tasks,
		g.ErrorRate.Rate, g.Claim()})
}

// MarshalJSON writes the object that docs/reference/formats.md describes.
func (g Gate) MarshalJSON() ([]byte, error) {
	out := struct {
		Outcome  Outcome         `json:"outcome"`
		Margin   float64         `json:"margin"`
		Verdicts []Gated         `json:"verdicts"`
		Tasks    []Gated         `json:"tasks"`
		WorseOn  []string        `json:"worse_on"` // names of tasks
		Notes    []string        `json:"notes"`
		Reading  []sheet.Reading `json:"reading" nulls:"some"`
	}{Reading: g.Report.Reading, Outcome: g.Outcome, Margin: g.Margin, Verdicts: g.Of, Tasks: g.Tasks, Notes: g.Report.Notes}
	for _, v := range g.worseOn() {
		out.WorseOn = append(out.WorseOn, v.Key.String())
	}
	return nulls.Marshal(out)
}
