package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
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

// WorseThan reports whether an outcome is worse than another.
func (o Outcome) WorseThan(other Outcome) bool {
	return slices.Index(outcomes, o) > slices.Index(outcomes, other)
}

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
	Tasks   []Gated // on each task of a benchmark, adjusted together; see Warning
	Each    bool    // Tasks decide, too: the outcome is worse where the candidate is on one of them
}

// Claim says in words what the gate decides, and by which numbers.
func (g Gated) Claim() string { return g.claim() + " " + g.headline(false) }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// claim is what the gate decides.
func (g Gated) claim() string {
	margin := g.written(g.Margin)
	if g.Margin == 0 {
		return capital(string(g.Outcome)) + "."
	}
	return map[Outcome]string{
		Better:      "Better.",
		NonInferior: fmt.Sprintf("Non-inferior: %s is not worse than %s by %s or more.", g.ModelB, g.ModelA, margin),
		Undecided:   fmt.Sprintf("Undecided: %s may be worse than %s by %s or more.", g.ModelB, g.ModelA, margin),
		Worse:       fmt.Sprintf("Worse: %s is not shown to be within %s of %s.", g.ModelB, margin, g.ModelA),
	}[g.Outcome]
}

// Evidence says how sure the gate is: by the p-value of its own hypothesis, that the candidate is worse by the margin
// or more, beside that of no difference.
func (g Gated) Evidence() string {
	none, of := g.Verdict.Evidence(), g.ofMargin()
	switch {
	case of == "":
		return none
	case !isKnown(g.PValue):
		return of + ". " + none
	}
	return of + ". Of no difference, b" + none[1:]
}

// ofMargin says how sure the gate is of its own hypothesis; empty where there is nothing to say.
func (g Gated) ofMargin() string {
	half, worse := (1-g.Level)/2, "being worse by "+g.written(g.Margin)+" or more"
	switch {
	case g.Margin == 0 || g.NoSpread || !isKnown(g.PValue) && !isKnown(g.PMargin):
		return ""
	case !isKnown(g.PValue):
		return fmt.Sprintf("P(%s) %s, of %.4g%% at most", strings.Replace(worse, "being ", "", 1),
			table.Probability(g.PMargin, half), 100*half)
	case !isKnown(g.PMargin):
		return fmt.Sprintf("About %s %s has an interval and no p-value", worse, g.Method)
	}
	return fmt.Sprintf("Of %s, by %s at %.4g%%, one-sided: p %s", worse, g.Method, 100*half, table.PValue(g.PMargin, half))
}

// AboutError says how often the gate errs, where the interval holds its level and as far as that is known: of items, by
// what the worse side of the interval was measured to do, since one side alone decides.
func (g Gated) AboutError() string {
	text := g.Verdict.AboutError()
	if oneSided := known.Worst(g.Basis.Measured, infer.Greater); isKnown(oneSided.Rate) {
		text = fmt.Sprintf("one-sided, %s %v", g.Method, oneSided)
	}
	return fmt.Sprintf("If the interval holds its level, a candidate that is worse by the margin passes, or an equal "+
		"one is called worse, in at most %.3g%% of cases each; %s.", 50*(1-g.Level), text)
}

// Sentence describes the gate in words that fit into a pull request, line by line.
func (g Gate) Sentence() string {
	var lines []string
	if w := g.Warning(); g.Each && w != "" {
		lines = append(lines, capital(w)+".")
	}
	for _, v := range g.Of {
		if lines = append(lines, v.Claim(), v.Evidence()); v.Note != "" {
			lines = append(lines, "Beware: "+v.Note+".")
		}
	}
	lines = append(lines, g.Of[0].Scope())
	if w := g.Warning(); w != "" && !g.Each {
		lines = append(lines, "Warning: "+w+".")
	}
	return strings.Join(lines, "\n")
}

// Text describes the gate as a terminal shows it: what it decides, the numbers below, and in the last line how often it
// is wrong.
func (g Gate) Text() string {
	var parts []string
	if w := g.Warning(); g.Each && w != "" {
		parts = append(parts, columns.Paragraph(capital(w)+"."))
	}
	if len(g.Of) > 1 {
		parts = append(parts, fmt.Sprintf("Outcome: %s, the worst of %d verdicts.", g.Outcome, len(g.Of)))
	}
	for i, v := range g.Of {
		parts = append(parts, v.block(i == len(g.Of)-1))
	}
	if w := g.Warning(); w != "" && !g.Each {
		parts = append(parts, columns.Paragraph("Warning: "+w+"."))
	}
	var tasks []Verdict
	for _, t := range g.Tasks {
		tasks = append(tasks, t.Verdict)
	}
	parts = append(parts, tasksText(tasks, MostTasks)...)
	return strings.Join(append(parts, columns.Paragraph(g.Of[0].falseAlarms(""))), "\n\n")
}

// block sets what the gate decides as a terminal shows it.
func (g Gated) block(last bool) string {
	h, claim := g.parts(false), g.claim()
	colon := table.Pick(g.Outcome == Better || g.Margin == 0, ": ", "; ")
	claim = strings.TrimSuffix(claim, ".") + colon + continued(h.claim) + "."
	h.rest = rest{}
	evidence := slices.DeleteFunc(g.evidence(), func(f columns.Fact) bool { return f.Label == "outlook" }) // of another question
	if of := g.ofMargin(); of != "" {
		if evidence[0].Label == "test" {
			evidence[0].Text = "of no difference, by " + evidence[0].Text
		}
		lower := strings.NewReplacer("Of being", "of being", "About being", "about being")
		evidence = append([]columns.Fact{fact("margin", lower.Replace(of))}, evidence...)
	}
	return g.laid(claim, h, evidence, last)
}

// About says how often the gate is wrong, and what its procedure assumes.
func (g Gate) About() string {
	first := g.Of[0]
	facts := []columns.Fact{fact("false alarms", first.AboutError()), fact("assumes", first.Assumptions)}
	return strings.Join(columns.Facts(facts, columns.Terminal), "\n")
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
		g.Interval, g.Level, g.PMargin, g.PValue, g.PAdjusted, g.Method, g.Target, g.Tasks,
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
	}{Reading: g.Report.Reading, Outcome: g.Outcome, Margin: g.Margin, Verdicts: g.Of, Tasks: g.Tasks,
		Notes: g.Report.Notes}
	for _, v := range g.WorseOn() {
		out.WorseOn = append(out.WorseOn, v.Key.String())
	}
	return nulls.Marshal(out)
}

// WorseOn are the tasks on which the candidate is worse.
func (g Gate) WorseOn() (out []Gated) {
	for _, t := range g.Tasks {
		if t.Outcome == Worse {
			out = append(out, t)
		}
	}
	return out
}

// Warning says on which tasks the candidate is worse, after adjusting for all of them; empty for none. Unless Each
// is set, they do not change the outcome.
func (g Gate) Warning() string {
	worse := g.WorseOn()
	if worse == nil {
		return ""
	}
	var names []string
	for _, t := range worse {
		names = append(names, t.Key.String())
	}
	text := fmt.Sprintf("worse on %d of %d tasks, adjusted for all of them (Holm): %s", len(worse), len(g.Tasks),
		table.Quoted(names))
	if !g.Each {
		text += "; the outcome is that of all tasks together"
	}
	return text
}

// Shown returns the report of a gate for a short table: the verdicts that decide, and of more than 10 tasks those alone
// that have a winner.
func (g Gate) Shown() Report {
	out := g.Report
	if len(g.Tasks) > MostTasks {
		out.Verdicts = slices.DeleteFunc(slices.Clone(out.Verdicts), func(v Verdict) bool {
			return v.Basis.Beside > 0 && v.Winner == ""
		})
	}
	return out
}
