package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
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
}

// Gate decides whether a candidate may replace a base. Outcome is the worst of all verdicts, so that a
// candidate passes where it does by each of them.
type Gate struct {
	Report  Report
	Margin  float64 // in the metric, such as 0.01 for one point of accuracy
	Outcome Outcome
	Of      []Gated
}

// Gate decides by the intervals of the best verdicts on two models, of which A is the base and B the candidate.
// In the direction of the metric, the candidate is better if the verdict says so; else non-inferior
// if the interval of the gain lies above -margin, even where it lies below 0; else worse if the base is shown to be
// better; else undecided. Intervals are two-sided at 1 - alpha: if they hold their level, a candidate
// that is worse by the margin or more passes in at most alpha/2 of cases, and one that is equal is called worse
// in at most alpha/2. Of several tasks each has to pass, which needs no adjustment. Verdicts on several data
// sets together are left out.
//
// An error is a margin that is negative, not finite or larger than the range of the metric, more than two models,
// a verdict that is one-sided or about a Delta, and a procedure without an interval. Where all differences are equal,
// so that a test knows nothing about chance, the gate is undecided.
func (r Report) Gate(margin float64) (Gate, error) {
	out := Gate{Margin: margin, Outcome: Better, Report: r}
	if !(margin >= 0) || math.IsInf(margin, 0) {
		return out, fmt.Errorf("compare: margin is %v; give a loss from 0 up that may be accepted", margin)
	}
	best := slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.Datasets > 0 })
	if len(best) == 0 {
		return out, errors.New("compare: no verdict for a gate; give the results of a base and a candidate")
	}
	for _, v := range best {
		if v.ModelA != best[0].ModelA || v.ModelB != best[0].ModelB {
			return out, fmt.Errorf("compare: a gate is about two models, and there are more than %q and %q; name the "+
				"base and the candidate (bcv: --models BASE,CANDIDATE)", best[0].ModelA, best[0].ModelB)
		}
		if v.Metric != best[0].Metric {
			return out, fmt.Errorf("compare: a margin belongs to one metric, and there are %q and %q; name one (bcv: "+
				"--metric)", best[0].Metric.Label(), v.Metric.Label())
		}
		g, err := v.gate(margin)
		if err != nil {
			return out, err
		}
		out.Of = append(out.Of, g)
		if slices.Index(outcomes, g.Outcome) > slices.Index(outcomes, out.Outcome) {
			out.Outcome = g.Outcome
		}
	}
	return out, nil
}

// gate decides by one verdict.
func (v Verdict) gate(margin float64) (Gated, error) {
	g := Gated{Verdict: v, Margin: margin, Outcome: Undecided}
	m := v.Metric
	switch {
	case v.Alternative != infer.TwoSided || v.Delta != 0:
		return g, errors.New("compare: a gate needs two-sided verdicts without a delta; leave both out")
	case m.Max > m.Min && margin > m.Max-m.Min:
		return g, fmt.Errorf("compare: margin is %v, but %s lies between %v and %v; give a smaller one",
			margin, m.Label(), m.Min, m.Max)
	case !known(v.Low) && v.Note != noSpread:
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
	return g, nil
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

// AboutError says how often the gate errs, where the interval holds its level and as far as that is known.
func (g Gated) AboutError() string {
	return fmt.Sprintf("If the interval holds its level, a candidate that is worse by the margin passes, or an equal "+
		"one is called worse, in at most %.3g%% of cases each; %s.", 50*(1-g.Level), g.Verdict.AboutError())
}

// Text describes the gate as a terminal shows it.
func (g Gate) Text() string {
	var lines []string
	for _, of := range g.Of {
		if lines = append(lines, of.Claim(), of.Evidence()); of.Note != "" {
			lines = append(lines, "Beware: "+of.Note+".")
		}
	}
	return strings.Join(append(lines, g.Of[0].Scope()), "\n")
}

type gatedJSON struct {
	Dataset   string    `json:"dataset"`
	Task      string    `json:"task"`
	Metric    string    `json:"metric"`
	Base      string    `json:"base"`
	Candidate string    `json:"candidate"`
	Outcome   Outcome   `json:"outcome"`
	Estimate  number    `json:"estimate"` // candidate minus base
	Interval  [2]number `json:"interval"`
	Level     number    `json:"level"`
	Method    string    `json:"method"`
	Target    Target    `json:"target"`
	Error     number    `json:"error_rate"`
	Sentence  string    `json:"sentence"`
}

// MarshalJSON writes the object that docs/reference/formats.md describes.
func (g Gate) MarshalJSON() ([]byte, error) {
	out := struct {
		Outcome  Outcome     `json:"outcome"`
		Margin   float64     `json:"margin"`
		Verdicts []gatedJSON `json:"verdicts"`
		Notes    []string    `json:"notes"`
	}{Outcome: g.Outcome, Margin: g.Margin, Notes: append([]string{}, g.Report.Notes...)}
	for _, v := range g.Of {
		out.Verdicts = append(out.Verdicts, gatedJSON{v.Dataset, v.Task, v.Metric.Name, v.ModelA, v.ModelB, v.Outcome,
			number(v.Estimate), [2]number{number(v.Low), number(v.High)}, number(v.Level), v.Method, v.Target,
			number(v.ErrorRate.Rate), v.Claim()})
	}
	return json.Marshal(out)
}
