package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Sentence says the verdict in words that fit into a paper: how much the models differ, how
// surely that is known, what is shown by which procedure, and what it is about.
func (v Verdict) Sentence() string {
	var b strings.Builder
	if v.Task != "" {
		fmt.Fprintf(&b, "%s: ", v.Task)
	}
	b.WriteString(v.size())
	if parts := v.certainty(); len(parts) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(parts, ", "))
	}
	fmt.Fprintf(&b, ". %s (%s; %s; about the %s).", v.decision(), v.evidence(), v.on(), v.Target)
	if v.Note != "" {
		fmt.Fprintf(&b, " Beware: %s.", v.Note)
	}
	return b.String()
}

// leads returns the model whose estimate is the better one, and the other.
func (v Verdict) leads() (better, other string) {
	if (v.Estimate > 0) == v.HigherIsBetter {
		return v.ModelB, v.ModelA
	}
	return v.ModelA, v.ModelB
}

// size says how much the models differ; about a delta other than 0 it names the difference,
// of which the rest of the sentence speaks.
func (v Verdict) size() string {
	metric := v.Metric
	if metric == "error rate" {
		metric = "error"
	}
	better, other := v.leads()
	switch {
	case v.Delta != 0:
		return fmt.Sprintf("The difference in %s, %s minus %s, is %.4g", metric, v.ModelB, v.ModelA, v.Estimate)
	case v.Estimate == 0:
		return fmt.Sprintf("%s and %s have the same mean %s", v.ModelA, v.ModelB, metric)
	case v.HigherIsBetter:
		return fmt.Sprintf("%s has %.4g more %s than %s", better, math.Abs(v.Estimate), metric, other)
	}
	return fmt.Sprintf("%s has %.4g less %s than %s", better, math.Abs(v.Estimate), metric, other)
}

// certainty lists what describes how surely the difference is known: a credible interval and
// probabilities of a posterior, else the interval of the test.
func (v Verdict) certainty() []string {
	var out []string
	switch {
	case v.Described.Method != "":
		out = append(out, v.interval("credible", v.Described.Low, v.Described.High))
	case !math.IsNaN(v.Low):
		out = append(out, v.interval(v.IntervalKind(), v.Low, v.High))
	}
	if !math.IsNaN(v.PBetter) {
		out = append(out, v.probability())
	}
	if !math.IsNaN(v.PRope) {
		out = append(out, fmt.Sprintf("P(|difference| <= %g) = %.4g", v.Rope, v.PRope))
	}
	return out
}

// IntervalKind says what kind of interval Low and High are: confidence, simultaneous
// confidence or credible.
func (v Verdict) IntervalKind() string {
	switch {
	case math.IsNaN(v.PValue):
		return "credible"
	case v.PAdjusted > 0:
		return "simultaneous confidence"
	}
	return "confidence"
}

// interval writes an interval of the difference as size says it.
func (v Verdict) interval(kind string, low, high float64) string {
	if v.Delta == 0 && v.Estimate < 0 {
		low, high = 0-high, 0-low
	}
	left, right := fmt.Sprintf("[%.4g", low), fmt.Sprintf("%.4g]", high)
	if math.IsInf(low, -1) {
		left = "(-inf"
	}
	if math.IsInf(high, 1) {
		right = "inf)"
	}
	return fmt.Sprintf("%.4g%% %s interval %s, %s", 100*v.Level, kind, left, right)
}

// probability says how probable it is that the model that looks better is; about a delta,
// that the difference lies on this side of it.
func (v Verdict) probability() string {
	p, better := v.PBetter, v.ModelB
	if p < 0.5 {
		p, better = 1-p, v.ModelA
	}
	if v.Delta != 0 {
		return fmt.Sprintf("P(%s %g) = %.4g", sideOf((better == v.ModelB) == v.HigherIsBetter), v.Delta, p)
	}
	return fmt.Sprintf("P(%s better) = %.4g", better, p)
}

// SideOfB heads PBetter in tables: P(B better), or with a Delta the side of it that PBetter
// is the probability of.
func (v Verdict) SideOfB() string {
	if v.Delta == 0 {
		return "P(B better)"
	}
	return fmt.Sprintf("P(%s %g)", sideOf(v.HigherIsBetter), v.Delta)
}

// sideOf names the side of a delta.
func sideOf(above bool) string {
	if above {
		return "above"
	}
	return "below"
}

// decision says what is shown, and by which rule.
func (v Verdict) decision() string {
	return v.rule() + ", " + v.shown()
}

// rule is the level of a test, or the probability that a posterior claims at.
func (v Verdict) rule() string {
	alpha := 1 - v.Level
	switch {
	case math.IsNaN(v.PValue):
		return fmt.Sprintf("By the posterior, at P >= %.4g", 1-alpha/v.Alternative.Sides())
	case v.Alternative.Sides() == 1:
		return fmt.Sprintf("At %.4g%%, one-sided", 100*alpha)
	}
	return fmt.Sprintf("At %.4g%%", 100*alpha)
}

// shown says what the verdict claims, or that it claims nothing.
func (v Verdict) shown() string {
	oneSided := v.Alternative.Sides() == 1
	above := v.Alternative == infer.Greater
	if v.Winner != "" {
		above = (v.Winner == v.ModelB) == v.HigherIsBetter
	}
	not := map[bool]string{true: "not "}[v.Winner == ""]
	switch {
	case v.Delta != 0 && (oneSided || v.Winner != ""):
		return fmt.Sprintf("it is %sshown to be %s %g", not, sideOf(above), v.Delta)
	case v.Delta != 0:
		return fmt.Sprintf("it is not shown to differ from %g", v.Delta)
	case v.Winner != "":
		return v.Winner + " is shown to be better"
	case oneSided && above == v.HigherIsBetter:
		return v.ModelB + " is not shown to be better"
	case oneSided:
		return v.ModelA + " is not shown to be better"
	}
	return "neither is shown to be better"
}

// evidence names the procedure and its p-value.
func (v Verdict) evidence() string {
	if math.IsNaN(v.PValue) {
		return v.Method
	}
	s := fmt.Sprintf("%s, p = %.4g", v.Method, v.PValue)
	if v.PAdjusted > 0 {
		s += fmt.Sprintf(", %.4g among all pairs (Holm)", v.PAdjusted)
	}
	return s
}

// standingSentences says of each task and metric which models may be the best.
func (r Result) standingSentences() []string {
	var out []string
	rest := r.Standings
	for len(rest) > 0 {
		first := rest[0]
		n := slices.IndexFunc(rest, func(s Standing) bool { return s.Task != first.Task || s.Metric != first.Metric })
		if n < 0 {
			n = len(rest)
		}
		out = append(out, r.standingSentence(rest[:n]))
		rest = rest[n:]
	}
	return out
}

// standingSentence is about the models of one task and metric.
func (r Result) standingSentence(of []Standing) string {
	best, worse := of[0], []string(nil)
	for _, s := range of {
		if s.PBest > best.PBest {
			best = s
		}
		if !s.MayBest {
			worse = append(worse, s.Model)
		}
	}
	shown := "no model is shown to be worse than another"
	if len(worse) > 0 {
		shown = "shown to be worse than another: " + strings.Join(worse, ", ")
	}
	task := ""
	if best.Task != "" {
		task = best.Task + ": "
	}
	return fmt.Sprintf("%sBy %s, %s has the highest posterior probability to be the best, %.3g; %s (%s).", task, best.Metric, best.Model, best.PBest, shown, best.By)
}
