package verdict

import (
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Past is what the verdict says in the past tense of a section on results, such as "knn had a lower error than svm (34.2%
// against 45.7%, a difference of 11.5 points, 95% confidence interval 4.1 to 18.9, p = 0.004)."
func (v Verdict) Past() string {
	v = v.rounded()
	first, other := v.leads()
	name, facts := v.metric(), strings.Join(v.facts(), ", ")
	text := ""
	switch no := v.No(); {
	case v.ofTail():
		h := v.parts(true)
		text = fmt.Sprintf("%s (%s)", strings.Replace(h.claim, ", is ", ", was ", 1), h.within)
	case v.Delta != 0:
		is := map[bool]string{true: "was", false: "was not"}[v.Winner != ""]
		text = fmt.Sprintf("The difference in %s, %s minus %s, %s shown to %s (%s)", name, v.ModelB, v.ModelA, is, v.pastClaim(), facts)
	case v.Winner != "":
		text = fmt.Sprintf("%s had a %s %s than %s (%s)", first, v.side(), name, other, facts)
		if v.Within() {
			text += "; " + v.differences() + " of " + v.written(v.Margin) + " or more were ruled out"
		}
	case no == Equivalent:
		text = fmt.Sprintf("%s and %s were equivalent within %s of %s (%s)", first, other, v.written(v.Margin), name, facts)
	case no == Undecidable:
		text = fmt.Sprintf("The results were too few to show any difference in %s between %s and %s (%s)", name, first, other, facts)
	default:
		text = fmt.Sprintf("No difference in %s was shown between %s and %s (%s)", name, first, other, facts)
		switch {
		case no == Bounded && v.Alternative == infer.TwoSided:
			text += "; " + v.differences() + " beyond " + v.end(v.Beyond()) + v.points() + " were ruled out"
		case v.Margin > 0 && isKnown(v.Low):
			text += "; " + v.differences() + " of " + v.written(v.Margin) + " or more were not ruled out"
		}
	}
	return table.Prefix(v.Key.String(), text+".")
}

// facts are the numbers of a verdict: both means, the difference, its interval and how sure it is.
func (v Verdict) facts() (out []string) {
	a, b := v.values()
	switch size := v.amount(math.Abs(v.Estimate)) + v.points(); {
	case v.Delta != 0:
		out = append(out, v.amount(v.Estimate)+v.points())
	case v.Metric.Log:
		h := v.sized()
		if h.values != "" {
			out = append(out, h.metric+" "+h.values)
		}
		out = append(out, h.size)
	case isKnown(a) && isKnown(b):
		out = append(out, fmt.Sprintf("%s%s against %s%[2]s", v.amount(a), v.percent(), v.amount(b)), "a difference of "+size)
	case v.Quantile != 0:
		out = append(out, "a median difference of "+size)
	case v.Datasets > 0:
		out = append(out, fmt.Sprintf("%s on average over %d data sets", size, v.Datasets))
	default:
		out = append(out, "a difference of "+size)
	}
	if text := v.interval(v.Low, v.High); text != "" {
		kind := v.IntervalKind() + " interval "
		text = strings.Replace(text, "simultaneous ", "", 1)
		out = append(out, strings.Replace(text, "interval ", kind, 1))
	}
	switch {
	case !isKnown(v.PValue):
		return append(out, v.probable()...)
	case v.Adjusted != "":
		return append(out, "adjusted p "+table.PValue(v.PAdjusted, 1-v.Level))
	}
	return append(out, "p "+table.PValue(v.PValue, 1-v.Level))
}

// pastClaim is what a question about a Delta claims.
func (v Verdict) pastClaim() string {
	delta := v.written(v.Delta)
	switch {
	case v.Winner != "":
		return "be " + sideOf(v.Favours(true) == v.Winner) + " " + delta
	case v.Alternative == infer.TwoSided:
		return "differ from " + delta
	}
	return "be " + sideOf(v.Alternative == infer.Greater) + " " + delta
}

// Procedure says in the past tense how the verdict was decided: by which procedure, with its source, at which level and
// why, and how often the procedure errs as far as that is known.
func (v Verdict) Procedure(source string) string {
	sided, alpha := "two-sided", 1-v.Level
	if v.Alternative.Sides() == 1 {
		sided = "one-sided"
	}
	by := v.by()
	if isKnown(v.PValue) {
		by = "the " + by + " test"
	}
	text := "Differences were judged by " + by
	if source != "" {
		text += " (" + source + ")"
	}
	text += fmt.Sprintf(", %s at a level of %.4g%%", sided, 100*alpha)
	if v.Adjusted != "" {
		text += ", with p-values adjusted among " + v.Adjusted
	}
	if v.Margin > 0 {
		text += fmt.Sprintf("; %s below %s were taken for irrelevant, and models for equivalent where the interval lay within "+
			"that margin (two one-sided tests, Schuirmann 1987)", v.differences(), v.written(v.Margin))
	}
	text += "."
	if v.Why != "" {
		text += fmt.Sprintf(" The procedure was chosen by the kind of results: %s.", v.Why)
	}
	if isKnown(v.ErrorRate.Rate) {
		return text + fmt.Sprintf(" It %v.", v.ErrorRate)
	}
	return text + " How often it raises false alarms on such results was not measured."
}

// Compared says in the past tense which models were compared, by what and on what.
func (r Report) Compared() string {
	var models, metrics, designs []string
	for _, v := range r.Best() {
		name := v.Metric.Label()
		if d := v.Metric.Direction(); d != "" {
			name += " (" + d + " is better)"
		}
		models, metrics = table.AppendNew(models, v.ModelA, v.ModelB), table.AppendNew(metrics, name)
		if design := v.MeasuredOn(); v.Datasets == 0 {
			if v.Design.Named() {
				design += " (partition set " + v.Design.ID.String() + ")"
			}
			designs = table.AppendNew(designs, design)
		}
	}
	return fmt.Sprintf("We compared %s by %s on %s.", table.And(models), table.And(metrics), table.And(designs))
}
